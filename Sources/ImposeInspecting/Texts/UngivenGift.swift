internal import Impose

extension NearMisses.Miss {
    /// Makes that of a value which scopes are expected to be given, and which a request did not find.
    ///
    /// Nil if an open scope has something that answers, and all that is known of this one is that no scope with its
    /// name encloses the injection: nothing that is being built outlives such scopes, and the name is not misspelt.
    ///
    /// - Parameter isOpen: Whether an open scope has something that answers, which says more.
    init?(_ expectation: Expectation, _ order: SearchOrder, for origin: Origin, isOpen: Bool) {
        let name = expectation.scopeName
        // The one that encloses the request, if there is one.
        let scope = order.first { $0.name == name }
        // What is being built and outlives such scopes, so that none of them is searched for it.
        let outliving =
            scope != nil ? nil : Seam.underway.map(\.registration).last { $0.outlives(scopesNamed: name) }
        // The mistake that the scope is opened under another name.
        let misspelling = scope == nil ? MisspeltScope(name, for: origin) : nil
        if isOpen, scope == nil, outliving == nil, misspelling == nil { return nil }
        let state = scope != nil ? "was not" : "none of them encloses the injection"
        (closeness, distance) = (.expected, 0)
        candidate = ImposeError.Candidate(expectation, note: "is expected to be given, and \(state)")
        problem = { _ in
            if let misspelling { return misspelling.problem }
            guard let scope else { return "\(name.scopes) are given it, and none encloses the injection" }
            return "it was not given to \(scope.withPlace)"
        }
        fixes = { names in
            if let misspelling { return misspelling.fixes }
            let type = names.expression(expectation.type)
            let value = names.variable(expectation.type)
            let giving = "scope.give(\(value), for: \(type)\(expectation.key.name.argument))"
            if let scope {
                let place = scope.opening.map { "where the scope is opened, at \($0)" } ?? "to the scope"
                return [Fix("Give it before it is requested, \(place)", giving)]
            }
            guard let outliving else {
                let outermost = Seam.underway.first?.registration.key ?? expectation.key
                return [
                    Fix(
                        "Request it inside such a scope",
                        "Imposer.withScope(\(name.key.spelling)) { scope in \(giving); "
                            + "return scope.inject(of: \(names.expression(outermost.type))\(outermost.name.argument)) }"
                    )
                ]
            }
            return Fix.captive(outliving, askingFor: expectation.type, in: "(in: \(name.key.spelling))", names)
        }
    }
}
