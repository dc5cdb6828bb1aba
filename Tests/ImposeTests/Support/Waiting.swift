// Looks into nodes for who waits, so that tests need no time in which something may happen.

@testable import Impose

extension Imposer {
    /// Returns how many threads and tasks wait for the instance that is being built of a type, and that this keeps.
    ///
    /// The task that has begun to build awaits it, too; a thread that builds does not.
    ///
    /// - Parameter holder: The imposer that has the registration; nil if it is this one.
    func waiters<T>(for type: T.Type, imposedOn holder: Imposer? = nil) -> Int {
        let key = RegistrationKey(type: type, name: nil)
        let number = (holder ?? self).node.state.withLock { $0.registration(for: key)?.number }
        return node.state.withLock { state in
            var next = number.flatMap { state.cells.build($0)?.pointee.latch.waiters }
            var count = 0
            while let waiter = next { (count, next) = (count + 1, waiter.pointee.next) }
            return count
        }
    }

    /// Whether a thread or a task waits for the end of this.
    var endIsAwaited: Bool { node.state.withLock { $0.isEnding && node.latchOfEnd.value.waiters != nil } }
}
