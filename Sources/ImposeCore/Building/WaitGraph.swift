/// A graph of the threads and tasks that wait for constructions, in which waiting never closes a cycle.
///
/// A thread that wants an instance which another thread is building waits for that thread, which may itself wait for
/// another one. Since a thread waits for one construction at most, and each construction has one builder, following
/// them from the one that a thread is about to wait for either ends at a thread that is running, or leads back to the
/// first thread. All of it is read and changed under one lock, so of the threads of a cycle the last one to arrive sees
/// it, and it does not wait. No user code runs under the lock.
enum WaitGraph {
    static let lock = LockedState(Elsewhere())

    /// Blocks until a construction is done.
    ///
    /// - Returns: Nil; or, if waiting would never end, the steps that lead from the construction through other threads
    ///   back to one that the calling thread is building; no steps if the construction is itself that one.
    static func wait(for construction: Construction) -> [ImposeError.Step]? {
        let thread = ThreadRecord.current
        let cycle: [ImposeError.Step]? = lock.withLock { _ -> [ImposeError.Step]? in
            if !construction.beginWait() { return nil }
            if let cycle = Self.cycle(from: construction, to: thread) { return cycle }
            construction.waiters.append(thread)
            thread.awaited = construction
            return nil
        }
        if let cycle { return cycle }
        while !lock.withLock({ _ in isOver(construction, for: thread) }) {
            thread.park()
        }
        return nil
    }

    /// Begins a construction on the calling thread, whose record holds it until it is finished.
    static func begin(_ construction: Construction) {
        let thread = construction.builder
        EndOfThread.prepare(thread)
        construction.outer = thread.innermostConstruction
        thread.innermostConstruction = construction
    }

    /// Ends a construction and wakes up its waiters. Its outcome must be set, and if it is not a task's, it must be the
    /// last one that the calling thread began.
    static func finish(_ construction: Construction) {
        if construction.task == nil {
            construction.builder.innermostConstruction = exchange(&construction.outer, with: nil)
        }
        wakeWaiters(of: construction)
    }

    /// Ends all constructions of a thread that has itself ended. They have no outcome.
    ///
    /// - Returns: The arguments that were to be released at the end. Nothing may be locked then.
    static func abandonConstructions(of thread: ThreadRecord) -> [[ArgumentsKey]] {
        var dropped: [[ArgumentsKey]] = []
        while let construction = thread.innermostConstruction {
            thread.innermostConstruction = exchange(&construction.outer, with: nil)
            // First: waiters that wake up, and threads that find it done, have to see why.
            construction.abandon()
            wakeWaiters(of: construction)
            dropped.append(exchange(&construction.dropped, with: []))
        }
        return dropped
    }

    private static func wakeWaiters(of construction: Construction) {
        // Nearly always nobody waits, and then nobody looks at it.
        if construction.endAlone() { return }
        wakeAll(of: construction)
    }

    /// Separate, so that the usual way looks up no type.
    @inline(never)
    private static func wakeAll(of construction: Construction) {
        let (threads, continuations) = lock.withLock { _ in
            construction.end()
            return (exchange(&construction.waiters, with: []), construction.endTaskWaits())
        }
        for thread in threads { thread.unpark() }
        for continuation in continuations { continuation.resume() }
    }

    /// Under the lock: ends the wait of a thread if there is nothing left to wait for.
    private static func isOver(
        _ construction: Construction,
        for thread: ThreadRecord
    ) -> Bool {
        guard construction.isDone else { return false }
        thread.awaited = nil
        return true
    }

    /// Under the lock: the steps from a construction back to the thread, if its builder waits for that thread.
    private static func cycle(
        from construction: Construction,
        to thread: ThreadRecord
    ) -> [ImposeError.Step]? {
        var steps: [ImposeError.Step] = []
        var current = construction
        while current.builder != thread {
            guard let awaited = current.builder.awaited else { return nil }
            if awaited.isDone { return nil }
            // The builder is parked, so its path stands still.
            let frames = ResolutionPath.frames(of: current.builder).drop { $0.construction !== current }
            // The request already names the first construction.
            steps += frames.dropFirst(current === construction ? 1 : 0).map { $0.step.onAnotherThread() }
            current = awaited
        }
        if current === construction { return [] }
        return steps + ResolutionPath.current.filter { $0.construction === current }.map(\.step)
    }
}

extension ThreadRecord {
    /// The construction that the thread began last of all that it has not finished.
    ///
    /// It is not looked up on the path: the path is on the thread's stack, and this is needed when the stack is gone.
    fileprivate var innermostConstruction: Construction? {
        get { self[holding: .building] }
        nonmutating set { self[holding: .building] = newValue }
    }

    /// The construction that the thread waits for, under the lock of `WaitGraph`.
    ///
    /// Invariant: it is set while the thread is inside `wait`, which holds the construction.
    fileprivate var awaited: Construction? {
        get { self[lent: .waitingFor] }
        nonmutating set { self[lent: .waitingFor] = newValue }
    }
}
