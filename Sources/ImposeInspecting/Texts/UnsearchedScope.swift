internal import ImposeCore

/// A scope that is open and has what is missing, but that is not searched for it.
struct UnsearchedScope {
    private let open: OpenScope
    private let request: Request
    private let type: any Any.Type
    /// What it has.
    let registration: RegistrationRecord
    /// The innermost scope that was searched.
    private let searched: ImposerNode?
    /// The registration that is being built and outlives the scope.
    private let outliving: RegistrationRecord?
    /// The searched scope that keeps that one's instance.
    private let keeper: ImposerNode?
    /// The registration whose provider would need it; nil if it is being built.
    private let needing: RegistrationRecord?
    /// A server may have thousands open, and each error that something is missing searches them.
    private static let mostSearched = 64

    /// Nil if there is none. One that was opened where a searched one was, or under its name, serves somebody else.
    ///
    /// - Parameter needing: The registration whose provider would need it; nil if it is being built.
    init?(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        for origin: Origin,
        neededBy needing: RegistrationRecord? = nil
    ) {
        let scopes = order.filter(\.isScope)
        let open = OpenScope(elsewhereThan: origin, amongFirst: Self.mostSearched) { scope in
            !scopes.contains {
                $0 === scope || Seam.opening(of: $0) == Seam.opening(of: scope)
                    || $0.scopeName != nil && $0.scopeName == scope.scopeName
            } && !Seam.candidates(for: matching, in: scope).isEmpty
        }
        guard let open, let found = Seam.candidates(for: matching, in: open.node).first else { return nil }
        registration = found.registration
        (self.open, self.request, type, searched) = (open, request, matching.wrapped, scopes.first)
        let underway = needing.map { [$0] } ?? Seam.underway.map(\.registration)
        self.needing = needing
        let outliving = underway.last { record in
            open.node.scopeName.map { Seam.outlives(record, scopesNamed: $0) }
                ?? (Seam.isKept(record) && record.option != .scopedInstance)
        }
        let keeper = outliving?.option.scopeName.flatMap { name in scopes.first { $0.scopeName == name } }
        // One that is opened beside it need not outlive it.
        let isBeside = keeper.map { !open.node.isInside($0) } ?? false
        (self.outliving, self.keeper) = isBeside ? (nil, nil) : (outliving, keeper)
    }

    /// What went wrong, without the type.
    func problem(_ names: TypeNames) -> String {
        let has = "\(open.node.withPlace), has one, but "
        if let outliving {
            return "\(has)\(names.key(outliving.type, outliving.key.name)) outlives it, as .\(outliving.option) at "
                + "\(outliving.location)"
        }
        guard let searched else { return "\(has)the injection runs outside" }
        return "\(has)\(searched.withPlace), is not inside that"
    }

    /// The scope.
    var node: ImposerNode { open.node }

    /// The likeliest first.
    func fixes(_ names: TypeNames) -> [Fix] {
        if let outliving {
            let name = open.node.scopeName.map { "(in: \($0.key.spelling))" } ?? ""
            // What one scope was given may be given to the other one.
            if let keeper {
                return [
                    Fix(
                        "If each \(open.node) is to have its own \(names.key(outliving.type, outliving.key.name)): at "
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
            return Fix.captive(outliving, needing, askingFor: type, in: name, names)
        }
        guard let searched, let opening = Seam.opening(of: searched) else {
            return open.fixes(for: request, isAsked: true, names)
        }
        return [
            Fix(
                "Open \(searched) inside \(open.node), called scope here: at \(opening), in place of "
                    + "Imposer.openScope, write",
                "scope.openScope(\(searched.scopeName.map(\.key.spelling) ?? ""))"
            ),
            searched.giving("Or give it, too,", type, request.name, names),
        ]
    }
}
