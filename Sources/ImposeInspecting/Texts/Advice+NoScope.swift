// Advice on an instance that a scope of some name has to keep.

internal import ImposeCore

extension Advice {
    static func noScope(_ request: Request, _ registration: RegistrationRecord, for origin: Origin) -> Advice {
        let name = registration.option.scopeName.map(\.key.spelling) ?? ""
        let scopes = origin.scope.map { Seam.lineage(of: $0) } ?? []
        let outliving = Seam.outlivingScope(of: registration)
        if outliving == nil, let misspelling = MisspeltScope(of: registration, for: origin, amid: scopes) {
            var advice = Advice(misspelling.fix)
            advice.problem = { _ in misspelling.problem }
            return advice
        }
        return Advice { names in
            let type = names.annotation(request.type)
            let variable = names.variable(request.type)
            let asking = "@Imposed var \(variable): \(type)"
            if let outliving {
                return [
                    Fix(
                        "\(names[outliving.type]) outlives such scopes: at \(outliving.location), impose it with",
                        "option: .scopedInstance(in: \(name))"
                    ),
                    Fix("Or let it ask each time, by a parameter of type Imposed<\(type)> or by a property", asking),
                ]
            }
            let injecting = ImposerTitle.scope(.none)
                .injectingExpression("inject", names.expression(request.type), request.name)
            return [
                Fix(
                    "Inject it inside one, and use it there (in an async function, with await in front)",
                    "\(origin.asked.scopingExpression).withScope(\(name)) { scope in _ = \(injecting) }"
                ),
                Fix("Or, if what needs it was made before the scope, let it ask each time it is read", asking),
            ]
        }
    }
}
