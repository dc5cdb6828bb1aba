/// A reference that does not keep a scope alive, and the substitute for a scope that is gone.
///
/// It is for instances that the scope itself keeps, which must not keep the scope. When nobody holds the scope any
/// more, the requests of such an instance are answered as after any other end of a scope: from outside, unless the
/// scope hid that answer.
final class WeakScope: Sendable {
    private weak let scope: Imposer?
    /// Not held either: the scope's parent may be a scope that keeps the object with this reference.
    private weak let parent: Imposer?
    /// The node, which knows the keys that were imposed there when the scope is gone. It holds no imposer.
    private let node: ImposerNode
    private let title: ScopeTitle
    private let location: Location

    /// Makes the reference, or nil if the imposer is no scope.
    init?(_ scope: Imposer) {
        guard let state = scope.scopeState else { return nil }
        self.scope = scope
        parent = scope.parent
        node = scope.node
        (title, location) = (state.title, state.location)
    }

    /// The scope, or a disposed one in its place.
    var imposer: Imposer {
        if let scope { return scope }
        // Without the parent, nobody knows which imposers are outside.
        guard let parent else { return ScopeState.gone }
        // The scope may be going right now, and would do the same in a moment.
        if !node.isDisposed { node.clear(for: parent) }
        var state = ScopeState(named: title, in: parent.homeDirectory ?? .current, at: location)
        state.isStandIn = true
        return Imposer(scope: state, in: parent, standingInWith: node)
    }
}
