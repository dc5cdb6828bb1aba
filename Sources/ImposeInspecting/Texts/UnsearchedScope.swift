internal import Impose

/// A scope that is open and has what is missing, but that is not searched for it.
struct UnsearchedScope {
    /// What it has.
    let found: Candidate
    /// What went wrong, without the type.
    let problem: (TypeNames) -> String
    /// The likeliest first.
    let fixes: (TypeNames) -> [Fix]
    /// A server may have thousands open, and each error that something is missing searches them.
    private static let mostSearched = 64

    /// Nil if there is none. One that was opened where a searched one was, or under its name, serves somebody else.
    ///
    /// - Parameter needing: The registration whose provider would need it; nil if it is being built.
    init?(_ request: Request, _ order: SearchOrder, for origin: Origin, neededBy needing: RegistrationFacts? = nil) {
        let (matching, scopes) = (Matching(request), order.filter(\.isOfScope))
        let open = OpenScope(elsewhereThan: origin, amongFirst: Self.mostSearched) { scope in
            !scopes.contains {
                $0 === scope || $0.opening == scope.opening
                    || $0.name != nil && $0.name == scope.name
            } && !Seam.candidates(for: matching, in: scope).isEmpty
        }
        guard let open, let found = Seam.candidates(for: matching, in: open.node).first else { return nil }
        self.found = found
        let (node, type, innermost) = (open.node, matching.wrapped, scopes.first)
        let underway = needing.map { [$0] } ?? Seam.underway.map(\.registration)
        let lasting = underway.last { record in
            node.name.map { record.outlives(scopesNamed: $0) }
                ?? (record.isKept && record.option != .scopedInstance)
        }
        let around = lasting?.option.scopeName.flatMap { name in scopes.first { $0.name == name } }
        // One that is opened beside it need not outlive it.
        let isBeside = around.map { !node.isInside($0) } ?? false
        // The registration that is being built and outlives the scope, and the searched scope that keeps its instance.
        let outliving = isBeside ? nil : lasting
        let keeper = isBeside ? nil : around
        problem = { names in
            let has = "\(node.withPlace), has one, but "
            if let outliving {
                return "\(has)\(names.key(outliving.type, outliving.key.name)) outlives it, as .\(outliving.option) at "
                    + "\(outliving.location)"
            }
            guard let innermost else { return "\(has)the injection runs outside" }
            return "\(has)\(innermost.withPlace), is not inside that"
        }
        fixes = { names in
            if let outliving {
                let name = node.name.map { "(in: \($0.key.spelling))" } ?? ""
                guard let keeper else { return Fix.captive(outliving, needing, askingFor: type, in: name, names) }
                // What one scope was given may be given to the other one.
                return [
                    Fix(
                        "If each \(node) is to have its own \(names.key(outliving.type, outliving.key.name)): at "
                            + "\(outliving.location), impose it with",
                        "option: .scopedInstance\(name)"
                    ),
                    keeper.giving(
                        "If all of \(keeper) is to have one \(names[type]), give it",
                        type,
                        request.name,
                        names
                    ),
                ]
            }
            guard let innermost, let opening = innermost.opening else {
                return open.fixes(for: request, isAsked: true, names)
            }
            return [
                Fix(
                    "Open \(innermost) inside \(node), called scope here: at \(opening), in place of "
                        + "Imposer.openScope, write",
                    "scope.openScope(\(innermost.name.map(\.key.spelling) ?? ""))"
                ),
                innermost.giving("Or give it, too,", type, request.name, names),
            ]
        }
    }
}
