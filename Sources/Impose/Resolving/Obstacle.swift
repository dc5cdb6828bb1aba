/// The reason that an injection gets no instance of the registration that answers it, as far as that can be said
/// without making one.
package enum Obstacle {
    /// The scope that would have to keep the instance does not enclose the injection.
    case noScope(named: InjectionName?)
    /// What would have to keep the instance, or had the original of an alias, was disposed of.
    case disposed(ImposerNode)
    /// The instance is not there, and the imposer or scope that would keep it makes nothing any more.
    case shutDown(ImposerNode, at: Location)

    /// Nil if an injection gets the instance.
    ///
    /// - Parameters:
    ///   - candidate: The registration that answers.
    ///   - scope: The current scope of the request.
    init?(to candidate: Candidate, in scope: ImposerNode?) {
        let source = candidate.source(in: scope)
        let (registration, holder) = (source.registration, source.imposer)
        if let original = registration.original {
            let matching = Matching(requested: original.type, name: original.name, rules: .nearest)
            let order = SearchOrder(from: Origin(asked: holder, scope: scope))
            guard let disposed = order.closed(for: matching) else { return nil }
            self = .disposed(disposed)
            return
        }
        guard let keeper = registration.keeper(heldBy: holder, for: scope) else {
            self = .noScope(named: registration.option.scopeName)
            return
        }
        if registration.isRefused(by: keeper, for: scope) {
            self = .disposed(keeper)
            return
        }
        let keeping = keeper.nearestScope ?? keeper
        guard let shutdown = keeping.refusingShutdown(for: scope) else { return nil }
        if !registration.isKept || registration.isPart(of: holder) { return nil }
        switch keeper.state(of: registration) {
        // It is there, or being made.
        case .made(let kept) where kept.held != nil: return nil
        case .wait: return nil
        default: self = .shutDown(keeping, at: shutdown.location)
        }
    }
}
