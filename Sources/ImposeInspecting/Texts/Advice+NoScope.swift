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
            let asking =
                "let it ask each time, by a parameter of type Imposed<\(type)> or by a property: "
                + "@Imposed var \(variable): \(type)"
            if let outliving {
                return [
                    "\(names[outliving.type]) outlives such scopes: impose it, at \(outliving.location), with option: "
                        + ".scopedInstance(in: \(name))",
                    "Or \(asking)",
                ]
            }
            let injecting = ImposerTitle.scope(.none)
                .injectingExpression("tryInject", names.expression(request.type), request.name)
            let opening =
                "\(origin.asked.scopingExpression).withScope(\(name)) { scope async throws in "
                + "let \(variable) = try \(injecting); print(\(variable)) }"
            let fixes: [String] = [
                "Inject it inside one, and use it there: try await \(opening)",
                "If the object that needs it was made before the scope, \(asking)",
                "Detached tasks, threads and queues are in no scope: take let context = Imposer.currentContext() along, "
                    + "and call context.run { } there.",
                "Only if all that is outside scopes may share it: impose it, at \(registration.location), with option: "
                    + ".scopedInstance",
            ]
            return fixes
        }
    }
}
