/// Who waits for whom: a graph in which waiting never closes a cycle.
///
/// A thread waits for one latch at most, and a latch has one thread. So the way from a latch leads over threads that
/// wait, and ends at one that runs, or at the calling one: then all of them would wait for ever, and the call is
/// refused. One lock guards all of it. Only those who have to wait take it, and those they wait for. So of the threads
/// in a cycle the last one to arrive sees it.
///
/// A task is another kind of waiter in the same list, with a continuation in place of a thread. A task may wait for
/// threads and for other tasks; a thread never waits for a task. The code on the path of one frame may run in several
/// child tasks, which wait for several things at once. So each `AsyncFrame` has a list of what is waited for.
enum WaitGraph {
    private static let lock = BriefLock()

    /// Puts a waiter in the list of a latch. Under the lock of the node that leads to the latch.
    ///
    /// - Returns: Nil if the waiter was put in; otherwise the cycle that this would close, as the steps from the latch
    ///   to something that the calling thread builds. Empty if the latch is the calling thread's own.
    static func enlist(_ waiter: ValueReference<Waiter>, for latch: ValueReference<Latch>) -> [ImposeError.Step]? {
        lock.withLock {
            // Invariant: the waiter is a thread's.
            let own = waiter.pointee.thread!
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

    /// What is built on the way from a latch to the calling thread, which ends at one of that thread's own latches. The
    /// other threads wait, so their paths stand still.
    private static func cycle(from latch: ValueReference<Latch>, to own: ThreadRecord) -> [ImposeError.Step] {
        var path: [ImposeError.Step] = []
        var waited = latch
        while waited.pointee.thread != own, let next = waited.pointee.thread.waitingFor {
            path += BuildFrame.steps(to: waited.pointee.thread.innermostBuild, from: waited).map {
                $0.elsewhere(inTask: false)
            }
            waited = next
        }
        var frame = own.innermostBuild
        while let build = frame {
            if build.latch == waited { path.append(build.pointee.step) }
            frame = build.pointee.outer
        }
        // The first one is what was asked for.
        return Array(path.dropFirst())
    }

    /// The same for a task.
    ///
    /// - Parameters:
    ///   - frames: Those that the calling code runs for.
    ///   - target: What has the latch, if a task builds it.
    /// - Returns: Nil; or the cycle that this would close: what other tasks build on the way.
    static func enlist(
        _ suspension: Suspension,
        for latch: ValueReference<Latch>,
        _ frames: [AsyncFrame],
        _ target: AsyncFrame?
    ) -> [ImposeError.Step]? {
        lock.withLock {
            if let target, let cycle = add(target, to: frames) { return cycle }
            let waiter = suspension.waiter.reference
            // The list keeps it, and whoever wakes it lets it go.
            waiter.pointee.suspension = suspension
            waiter.pointee.next = latch.pointee.waiters
            latch.pointee.waiters = waiter
            return nil
        }
    }

    /// What tasks build between something that is about to be waited for, and something that the calling code builds;
    /// nil if nobody there waits for that.
    private static func cycle(from target: AsyncFrame, to frames: [AsyncFrame]) -> [ImposeError.Step]? {
        if frames.isEmpty { return nil }
        var (ways, seen) = ([[target]], Set([ObjectIdentifier(target)]))
        while let way = ways.popLast(), let last = way.last {
            if frames.contains(where: { $0 === last }) {
                return way.dropFirst().map { $0.reference.pointee.step.elsewhere(inTask: true) }
            }
            for next in last.waits.value where seen.insert(ObjectIdentifier(next)).inserted {
                ways.append(way + [next])
            }
        }
        return nil
    }

    /// Adds a wait, for an end that waits for a task.
    ///
    /// - Returns: Whether it may wait.
    static func addWait(of frames: [AsyncFrame], for target: AsyncFrame) -> Bool {
        lock.withLock { add(target, to: frames) == nil }
    }

    /// Adds what code waits for, unless that closes a cycle, which this returns. Under the lock.
    private static func add(_ target: AsyncFrame, to frames: [AsyncFrame]) -> [ImposeError.Step]? {
        if let cycle = cycle(from: target, to: frames) { return cycle }
        for frame in frames { frame.waits.value.append(target) }
        return nil
    }

    /// Forgets what code waited for.
    static func removeWait(of frames: [AsyncFrame], for target: AsyncFrame?) {
        guard let target, !frames.isEmpty else { return }
        // Released with no lock held.
        let all = lock.withLock {
            frames.map { frame in
                let old = frame.waits.value
                if let index = frame.waits.value.firstIndex(where: { $0 === target }) {
                    frame.waits.value.remove(at: index)
                }
                return old
            }
        }
        withExtendedLifetime(all) {}
    }

    /// Blocks the calling thread until its waiter has an outcome, and returns that.
    static func park(_ waiter: ValueReference<Waiter>) -> Waiter.Outcome {
        while true {
            if let outcome = lock.withLock({ waiter.pointee.outcome }) { return outcome }
            waiter.pointee.thread?.park()
        }
    }

    /// Wakes the waiters of a latch that no cell or node leads to any more.
    ///
    /// The thread of the latch must not wait for anything else before this. Otherwise a search for a cycle could follow
    /// a wait that is over to a thread that waits again.
    static func wake(_ first: ValueReference<Waiter>?, _ outcome: Waiter.Outcome = .over) {
        for suspension in wakeThreads(first, outcome) { suspension.resume(.over) }
    }

    /// Wakes the threads, and returns the tasks, for the caller to resume. For callers with a lock held: a task's
    /// executor may be the user's.
    static func wakeThreads(_ first: ValueReference<Waiter>?, _ outcome: Waiter.Outcome = .over) -> [Suspension] {
        var suspensions: [Suspension] = []
        var next = first
        while let waiter = next {
            // After this block the waiter may be gone.
            let (thread, suspension) = lock.withLock {
                let (thread, suspension) = (waiter.pointee.thread, waiter.pointee.suspension)
                next = waiter.pointee.next
                thread?.waitingFor = nil
                waiter.pointee.outcome = outcome
                // The suspension is written for a task only: `park` reads its waiter's thread without the lock.
                if thread == nil { waiter.pointee.suspension = nil }
                return (thread, suspension)
            }
            thread?.unpark()
            if let suspension { suspensions.append(suspension) }
        }
        return suspensions
    }
}
