// The imposer or scope that keeps an instance, and the scope in which its provider's parameters are asked for.

extension RegistrationRecord {
    /// The imposer or scope that keeps its instance: a scope for a scoped instance that is asked for in one, otherwise
    /// the imposer that holds the registration. Nil if a scope of some name would have to keep it, and none encloses
    /// the request.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The current scope of the request.
    func keeper(heldBy holder: ImposerNode, for scope: ImposerNode?) -> ImposerNode? {
        guard original == nil, option.lifetime == .scopedInstance else { return holder }
        guard let name = option.scopeName else { return scope ?? holder }
        guard let named = scope?.lineage.first(where: { $0.name == name }) else { return nil }
        // An instance of a registration made inside the named scope must not outlive the registration's imposer.
        guard let inner = holder.nearestScope, inner.isSelfOrDescendant(of: named) else { return named }
        return inner
    }

    /// The scope in which the parameters of its provider are asked for.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds it.
    ///   - scope: The scope in which its instance is asked for.
    func scopeOfParameters(heldBy holder: ImposerNode, askedIn scope: ImposerNode?) -> ImposerNode? {
        guard isKept, let keeper = keeper(heldBy: holder, for: scope) else { return scope }
        return keeper.nearestScope
    }
}
