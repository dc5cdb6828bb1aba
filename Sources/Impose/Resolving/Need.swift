/// A registration whose instance is needed, in the imposer that holds it.
struct Need {
    let registration: RegistrationRecord
    let holder: ImposerNode
    /// The scope in which its provider's parameters are asked for.
    let scope: ImposerNode?

    /// - Parameter scope: The scope in which its instance is asked for.
    init(_ registration: RegistrationRecord, heldBy holder: ImposerNode, in scope: ImposerNode?) {
        self.registration = registration
        self.holder = holder
        self.scope = registration.scopeOfParameters(heldBy: holder, askedIn: scope)
    }

    /// What its provider's parameters are got from: never an alias, but its original. Makes nothing, so it does not know
    /// what the provider asks for in its body, or later, with a handle.
    ///
    /// - Parameter isGiven: Whether a parameter is an argument.
    func needs(except isGiven: (_ position: Int, _ type: any Any.Type) -> Bool) -> [(any Any.Type, Need)] {
        let origin = Origin(asked: holder, scope: scope)
        let order = SearchOrder(from: origin)
        return registration.parameters.enumerated().compactMap { position, type in
            guard !isGiven(position, type), !origin.isHandle(type) else { return nil }
            let matching = Matching(requested: type, name: nil, rules: .nearest)
            guard let winner = Resolver.winner(matching, order) else { return nil }
            let source = winner.source(in: scope)
            return (type, Need(source.registration, heldBy: source.imposer, in: scope))
        }
    }
}
