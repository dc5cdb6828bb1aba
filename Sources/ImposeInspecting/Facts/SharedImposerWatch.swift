internal import CImposeRuntime
package import Impose

/// A watch on the changes of the process's own imposers, which all code shares that is not isolated.
///
/// Whoever links `ImposeTesting` has one: that offers itself before `main`.
package enum SharedImposerWatch {
    /// A change.
    package enum Change: Sendable {
        /// A registration was made, by the call at a place or by a module that was provided there.
        case imposed(any Any.Type, Imposer.SourceLocation)
        case removed(any Any.Type)
        case removedAll
        case reset
    }

    /// A closure that is told of a change.
    package typealias Watcher = @Sendable (Change, NodeFacts) -> Void

    private static let current: Watcher? = impose_offered(ImposeOfferWatch).map { make in
        Boxed<Watcher>.takeRetained(make()).content
    }

    /// Tells of a change, unless nobody watches or the imposer is not one of the process's.
    static func tell(of change: @autoclosure () -> Change, in imposer: NodeFacts) {
        // Nobody else sees what is imposed on a scope.
        guard let current, imposer.isMember, imposer.isOfProcess else { return }
        current(change(), imposer)
    }
}
