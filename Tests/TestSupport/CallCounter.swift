import Synchronization

/// A counter for any thread.
package final class CallCounter: Sendable {
    private let number = Atomic(0)

    package init() {}

    package var count: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Counts one more and returns the new count.
    @discardableResult
    package func increment() -> Int {
        number.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
