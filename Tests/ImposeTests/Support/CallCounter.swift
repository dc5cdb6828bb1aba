import Synchronization

/// A counter for any thread.
final class CallCounter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Counts one more and returns the new count.
    @discardableResult
    func increment() -> Int {
        number.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
