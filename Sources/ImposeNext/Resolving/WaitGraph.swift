/// Who waits for whom: a graph in which waiting never closes a cycle.
///
/// A thread waits for one latch at most, and a latch has one thread. So the way from a latch leads over threads that
/// wait, and ends at one that runs, or at the calling one: then all of them would wait for ever, and the call is
/// refused. All of it is read and changed under one lock, which is taken only by those who have to wait, and by whom
/// they wait for: so of those in a cycle the last one to arrive sees it.
///
/// A task would be another kind of waiter, with a continuation in place of a thread, in the same list.
enum WaitGraph {
    private static let lock = BriefLock()

    /// Puts a waiter in the list of a latch. Under the lock of the node that leads to the latch.
    ///
    /// - Returns: Nil; or the cycle that this would close: what other threads build between the latch and something that
    ///   the calling thread builds, nothing if the latch is its own.
    static func begin(_ waiter: ValueReference<Waiter>, for latch: ValueReference<Latch>) -> [ImposeError
        .Step]?
    {
        lock.withLock {
            let own = waiter.pointee.thread
            var next: ValueReference<Latch>? = latch
            while let waited = next {
                if waited.pointee.thread == own { return cycle(from: latch, to: own) }
                next = waited.pointee.thread.waitingFor
            }
            own.waitingFor = latch
            waiter.pointee.next = latch.pointee.waiters
            latch.pointee.waiters = waiter
            return nil
        }
    }

    /// What is being built between a latch, and the one of the calling thread that it waits for. The other threads
    /// wait, so their paths stand still.
    private static func cycle(from latch: ValueReference<Latch>, to own: ThreadRecord) -> [ImposeError.Step] {
        var path: [ImposeError.Step] = []
        var waited = latch
        while waited.pointee.thread != own, let next = waited.pointee.thread.waitingFor {
            path += Build.steps(to: waited.pointee.thread.path, from: waited).map { $0.elsewhere(inTask: false) }
            waited = next
        }
        var frame = own.path
        while let build = frame {
            if build.latch == waited { path.append(build.pointee.step) }
            frame = build.pointee.outer
        }
        // The first one is what was asked for.
        return Array(path.dropFirst())
    }

    /// Blocks until what the latch is of is over.
    static func park(_ waiter: ValueReference<Waiter>) -> Waiter.Outcome {
        while true {
            if let outcome = lock.withLock({ waiter.pointee.outcome }) { return outcome }
            waiter.pointee.thread.park()
        }
    }

    /// Wakes the waiters of a latch that nothing leads to any more. Before the thread whose latch it is does anything
    /// else: so nobody follows a wait that is over to a thread that waits again.
    static func wake(_ first: ValueReference<Waiter>?, _ outcome: Waiter.Outcome = .over) {
        var next = first
        while let waiter = next {
            // After this it may be gone.
            let thread = lock.withLock {
                next = waiter.pointee.next
                waiter.pointee.thread.waitingFor = nil
                waiter.pointee.outcome = outcome
                return waiter.pointee.thread
            }
            thread.unpark()
        }
    }
}

/// What one thread does, and others may have to wait for: it builds an instance, or ends a node.
struct Latch {
    let thread: ThreadRecord
    /// Guarded by the node that leads here.
    var waiters: ValueReference<Waiter>?
}

/// A thread that waits: on its stack, in the latch's list.
struct Waiter {
    let thread: ThreadRecord
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
