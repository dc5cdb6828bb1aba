// What threads and tasks wait at, and those who wait. `WaitGraph` makes them wait.

/// The place where threads and tasks wait for what one thread does: it builds an instance, or ends a node.
struct Latch {
    let thread: ThreadRecord
    /// Guarded by the node that leads here.
    var waiters: ValueReference<Waiter>?
}

extension ValueReference<Latch> {
    /// Takes out who waits. Under the lock of the node.
    ///
    /// Not by an exchange, which accesses the whole latch: those who follow the waits of others read its thread
    /// meanwhile.
    @inline(__always)
    func takeWaiters() -> ValueReference<Waiter>? {
        let waiters = pointee.waiters
        pointee.waiters = nil
        return waiters
    }
}

/// A thread or a task that waits, in the latch's list: on the thread's stack, or in the task's `Suspension`.
struct Waiter {
    /// Nil for a task.
    let thread: ThreadRecord?
    /// While it is in the list.
    var suspension: Suspension?
    /// Guarded by the node, as the list is.
    var next: ValueReference<Waiter>?
    /// Nil as long as it waits; guarded by the lock of `WaitGraph`.
    var outcome: Outcome?

    enum Outcome {
        case over
        /// The thread that was waited for has ended in a provider.
        case threadEnded
    }
}
