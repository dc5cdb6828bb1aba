// Advice on an instance that a scope of some name has to keep.

internal import ImposeCore

extension Advice {
    /// - Parameter isAsked: Whether somebody asks for an explanation, so that it is not a property that injects.
    static func noScope(
        _ request: Request,
        _ registration: RegistrationRecord,
        for origin: Origin,
        isAsked: Bool = false
    ) -> Advice {
        let scopeName = registration.option.scopeName
        let name = scopeName.map(\.key.spelling) ?? ""
        let outliving = Seam.outlivingScope(of: registration)
        if let misspelling = scopeName.flatMap({ MisspeltScope($0, for: origin) }) {
            var advice = Advice { _ in misspelling.fixes }
            advice.problem = { _ in misspelling.problem }
            return advice
        }
        let open = outliving == nil ? scopeName.flatMap { OpenScope($0, elsewhereThan: origin) } : nil
        var advice = Advice { names in
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
            let later = Fix("Or, if what needs it was made before the scope, let it ask each time it is read", asking)
            if open != nil { return OpenScope.fixes(for: request.location, orElse: isAsked ? nil : later) }
            let injecting = ImposerTitle.scope(.none)
                .injectingExpression("inject", names.expression(request.type), request.name)
            return [
                Fix(
                    "Inject it inside one, and use it there (in an async function, with await in front)",
                    "\(origin.asked.scopingExpression).withScope(\(name)) { scope in _ = \(injecting) }"
                ),
                later,
            ]
        }
        if let open {
            advice.problem = { names in
                let subject =
                    registration.type == request.type ? "it" : names.key(registration.type, registration.key.name)
                return
                    "\(subject) is imposed as .\(registration.option) at \(registration.location), and the injection runs in "
                    + "no such scope. \(open.state)"
            }
        }
        return advice
    }
}

/// A scope that is open, but not around the injection, as where a detached task or a thread asks.
struct OpenScope {
    private let opening: Location

    /// Nil if none of that name is open.
    init?(_ name: InjectionName, elsewhereThan origin: Origin) {
        let members = Seam.imposers(of: Seam.currentDirectory)
        let top = Seam.lineage(of: origin.scope ?? origin.asked).suffix(1)
        let open = (top + members).lazy.flatMap { Seam.family(of: $0) }.first { $0.scopeName == name && !$0.isDisposed }
        guard let opening = open.flatMap(Seam.opening) else { return nil }
        self.opening = opening
    }

    /// A sentence without its end.
    var state: String { "One is open, by \(opening), but Task.detached and threads leave it" }

    /// - Parameters:
    ///   - request: The line that asks.
    ///   - other: The fix where no task or thread is to blame.
    static func fixes(for request: Location, orElse other: Fix?) -> [Fix] {
        [
            Fix(
                "If a detached task asks at \(request), let it stay in the scope: in place of Task.detached {, write",
                "Task {"
            ),
            other
                ?? Fix(
                    "Or take the scope along: write this before the task or thread, and run the code there in context.run { }",
                    "let context = Imposer.currentContext()"
                ),
        ]
    }
}
