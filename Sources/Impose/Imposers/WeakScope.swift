/// A scope that does not stay alive for this reference, and what answers in its place when it is gone.
///
/// Made for what the scope itself keeps, which must not keep the scope. What such an instance injects when nobody holds
/// the scope any more is answered as after any other end of a scope: by what lives outside, if it is not hidden.
final class WeakScope: Sendable {
    private weak let scope: Imposer?
    /// Not held either: the scope's parent may be a scope that keeps what has this.
    private weak let parent: Imposer?
    /// Knows, when the scope is gone, what was imposed there. It holds no imposer.
    private let node: ImposerNode
    private let title: ScopeTitle
    private let location: Location

    /// Nil if the imposer is no scope.
    init?(_ scope: Imposer) {
        guard let state = scope.scopeState else { return nil }
        self.scope = scope
        parent = scope.parent
        node = scope.node
        (title, location) = (state.title, state.location)
    }

    /// The scope, or one that was disposed of and stands in for it.
    var imposer: Imposer {
        if let scope { return scope }
        // Without its parent nobody knows what lives outside.
        guard let parent else { return ScopeState.gone }
        // It may be going right now, and would do the same in a moment.
        if !node.isDisposed { node.clear(telling: nil, of: parent.numbersUpward) }
        var state = ScopeState(named: title, in: parent.homeDirectory ?? .current, at: location)
        state.isStandIn = true
        return Imposer(scope: state, in: parent, standingInWith: node)
    }
}
