import Synchronization
import TestSupport

/// A counter for any thread.
final class Tally: Sendable {
    private let state = Atomic(0)

    var count: Int { state.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func add() -> Int {
        state.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
