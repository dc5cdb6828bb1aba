/// A graph of the threads and tasks that wait for constructions, in which waiting never closes a cycle.
///
/// A thread waits for one construction at most, and each construction has one builder: so a thread's construction waits
/// for what its thread waits for. What a task builds may wait for several by its child tasks: so it knows all constructions
/// that code on its path waits for. A thread never waits for a task. Following these waits from the construction that
/// somebody is about to wait for either ends at code that is running, or leads back to something that the same code is
/// building. All of it is read and changed under one lock, so of those in a cycle the last one to arrive sees it, and it
/// does not wait. No user code runs under the lock.
enum WaitGraph {
    static let lock = Lock()

    // MARK: Building

    /// Begins a construction on the calling thread, whose record holds it until it is finished.
    static func begin(_ construction: Construction) {
        let thread = construction.builder
        EndOfThread.prepare(thread)
        construction.outer = thread.innermostConstruction
        thread.innermostConstruction = RetainedReference(construction)
    }

    /// Starts the task of a construction, which others may wait for already.
    static func start(_ construction: Construction, _ operation: sending @escaping () async -> Void) {
        let handle = Task.detached(priority: Task.currentPriority, operation: operation)
        let isCancelled = lock.withLock {
            construction.task?.handle = handle
            return construction.task?.isCancelled ?? false
        }
        if isCancelled { handle.cancel() }
    }

    /// Ends a construction and wakes up its waiters. Its outcome must be set, and if it is not a task's, it must be the
    /// last one that the calling thread began.
    static func finish(_ construction: Construction) {
        if construction.task == nil { construction.leaveThread() }
        wakeWaiters(of: construction)
    }

    /// Ends all constructions of a thread that has itself ended. They have no outcome.
    ///
    /// - Returns: The arguments that were to be released at the end. Nothing may be locked then.
    static func abandonConstructions(of thread: ThreadRecord) -> [[ArgumentsKey]] {
        var dropped: [[ArgumentsKey]] = []
        while let construction = thread.innermostConstruction?.object {
            construction.leaveThread()
            // First: waiters that wake up, and threads that find it done, have to see why.
            construction.abandonment.set()
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
        let waiters = lock.withLock {
            construction.end()
            return construction.endWaits()
        }
        for waiter in waiters { waiter.wake() }
    }

    // MARK: Waiting

    /// Blocks until a construction is done.
    ///
    /// - Returns: Nil; or, if waiting would never end, the steps that lead from the construction back to one that the
    ///   calling thread is building; no steps if the construction is itself that one.
    static func wait(for construction: Construction) -> [ImposeError.Step]? {
        let thread = ThreadRecord.current
        let waiter = Waiter(thread)
        let cycle = lock.withLock {
            let cycle = begin(waiter, of: construction, building: [])
            if cycle == nil, !waiter.isOver { thread.awaited = construction }
            return cycle
        }
        if let cycle { return cycle }
        while !lock.withLock({ waiter.isOver }) { thread.park() }
        lock.withLock { thread.awaited = nil }
        return nil
    }

    /// The end of a task's wait.
    enum TaskWait {
        case over
        /// The construction is over, and was cancelled before the task came.
        case overBefore
        /// The task was cancelled.
        case cancelled
        /// The wait did not begin: the steps lead from the construction back to one that the task is building; none if
        /// the construction is itself that one.
        case cycle([ImposeError.Step])
    }

    /// Suspends the calling task until a construction is done, or the task is cancelled. A construction that nobody
    /// waits for any more is cancelled.
    ///
    /// - Parameters:
    ///   - construction: The construction to wait for.
    ///   - hasStartedIt: Whether the calling task has started it. Nobody cancels it before that task waits.
    ///   - bodies: The numbers of the scopes whose bodies wait with the calling task.
    ///   - isWaiting: Called as soon as others see that the task waits.
    nonisolated(nonsending) static func waitInTask(
        for construction: Construction,
        hasStartedIt: Bool,
        in bodies: [SerialNumber],
        whenWaiting isWaiting: () -> Void
    ) async -> TaskWait {
        let own = ResolutionPath.constructions.filter { $0.task != nil }
        let (waiter, cycle, abandoned) = lock.withLock {
            if hasStartedIt { construction.task?.isAwaited = true }
            let waiter = Waiter(for: construction, building: own.first, in: bodies)
            let cycle = begin(waiter, of: construction, building: own)
            return (waiter, cycle, cycle == nil ? nil : construction.abandonedTask)
        }
        if let cycle {
            abandoned?.cancel()
            return .cycle(cycle)
        }
        isWaiting()
        construction.task?.escalate()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock {
                    if !waiter.isOver { waiter.continuation = continuation }
                    return waiter.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            cancel(waiter, of: construction)
        }
        if waiter.isCancelled { return .cancelled }
        return waiter.hasComeLate ? .overBefore : .over
    }

    /// Under the lock: begins a wait, unless the construction is done, or waiting would never end.
    ///
    /// - Parameter own: The constructions of tasks that the calling code is a part of.
    /// - Returns: The steps of the cycle that it would close.
    private static func begin(_ waiter: Waiter, of construction: Construction, building own: [Construction])
        -> [ImposeError.Step]?
    {
        // From now on, the code that finishes it sees that somebody waits.
        if !construction.beginWait() {
            waiter.isOver = true
            return nil
        }
        if let cycle = cycle(from: construction, to: own) { return cycle }
        construction.waiters.append(waiter)
        waiter.builds?.task?.awaited.append(construction)
        return nil
    }

    private static func cancel(_ waiter: Waiter, of construction: Construction) {
        let (isCancelled, abandoned) = lock.withLock { () -> (Bool, Task<Void, Never>?) in
            if waiter.isOver { return (false, nil) }
            (waiter.isOver, waiter.isCancelled) = (true, true)
            construction.waiters.removeAll { $0 === waiter }
            construction.forget(waiter)
            return (true, construction.abandonedTask)
        }
        abandoned?.cancel()
        if isCancelled { waiter.wake() }
    }

    // MARK: Cycles

    /// The steps from a construction of another task to one of the calling code's, which does not wait for the former,
    /// if the former waits for the latter.
    static func cycle(from construction: Construction) -> [ImposeError.Step]? {
        let own = ResolutionPath.constructions
        return lock.withLock { cycle(from: construction, to: own) }
    }

    /// Under the lock: the steps from a construction to one of the calling code's, if the former waits for the latter.
    private static func cycle(from construction: Construction, to own: [Construction]) -> [ImposeError.Step]? {
        let thread = ThreadRecord.current
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(construction)]
        var ways: [[Construction]] = [[construction]]
        while let way = ways.popLast() {
            let last = way[way.count - 1]
            if last.task == nil && last.builder == thread || own.contains(where: { $0 === last }) {
                return steps(along: way)
            }
            for next in last.awaited where seen.insert(ObjectIdentifier(next)).inserted { ways.append(way + [next]) }
        }
        return nil
    }

    /// The steps from the first construction, which the request already names, to the last one, which is the calling
    /// code's. The builders of the others are waiting, so their paths stand still.
    private static func steps(along way: [Construction]) -> [ImposeError.Step] {
        var steps: [ImposeError.Step] = []
        for (index, construction) in way.enumerated() {
            if let task = construction.task {
                if index > 0 { steps.append(task.step.elsewhere(inTask: true)) }
            } else if index < way.count - 1 {
                let inside = ResolutionPath.steps(of: construction.builder, building: construction)
                steps += inside.dropFirst(index == 0 ? 1 : 0).map { $0.shown.elsewhere(inTask: false) }
            } else if index > 0, let own = ResolutionPath.step(building: construction) {
                steps.append(own.shown)
            }
        }
        return steps
    }

    // MARK: Ends

    /// Cancels a construction for good.
    ///
    /// - Returns: Its task.
    static func end(_ construction: Construction) -> Task<Void, Never>? {
        let handle = lock.withLock { () -> Task<Void, Never>? in
            guard let task = construction.task else { return nil }
            if !construction.isDone { (task.isCancelled, task.isEnding) = (true, true) }
            return task.handle
        }
        handle?.cancel()
        return handle
    }

    /// Whether it was cancelled for good.
    static func isEnding(_ construction: Construction) -> Bool {
        lock.withLock { construction.task?.isEnding ?? false }
    }

    /// Whether the body of a scope waits for one of some constructions, directly or by way of others.
    static func isWaiting(_ body: SerialNumber, for constructions: [Construction]) -> Bool {
        if constructions.isEmpty { return false }
        return lock.withLock {
            var seen: Set<ObjectIdentifier> = []
            var next = constructions
            while let construction = next.popLast() {
                guard seen.insert(ObjectIdentifier(construction)).inserted else { continue }
                if construction.waiters.contains(where: { $0.bodies.contains(body) }) { return true }
                next += construction.waiters.compactMap(\.builds)
            }
            return false
        }
    }
}

extension Construction {
    /// Takes it off its thread's record, in which the one that it was begun inside is the innermost one again.
    fileprivate func leaveThread() {
        let own = builder.innermostConstruction
        assert(own?.uncounted == UncountedReference(self), "Another one was begun inside it, and has not ended")
        builder.innermostConstruction = outer
        outer = nil
        own?.release()
    }

    /// Under the lock: the constructions that its builder waits for.
    fileprivate var awaited: [Construction] {
        if let task { return task.awaited }
        guard let awaited = builder.awaited, !awaited.isDone, !isDone else { return [] }
        return [awaited]
    }
}

extension ConstructionTask {
    /// Raises its priority to the waiter's, where the platform knows how. Unchecked on Apple's platforms.
    fileprivate func escalate() {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let priority = Task.currentPriority
        WaitGraph.lock.withLock { handle }?.escalatePriority(to: priority)
    }
}

extension ThreadRecord {
    /// The construction that the thread began last of all that it has not finished.
    ///
    /// It is not looked up on the path: the path is on the thread's stack, and this is needed when the stack is gone.
    ///
    /// Each is counted once, by the record or by the one inside it.
    fileprivate var innermostConstruction: RetainedReference<Construction>? {
        get { self[retained: .building] }
        nonmutating set { self[retained: .building] = newValue }
    }

    /// The construction that the thread waits for, under the lock of `WaitGraph`.
    ///
    /// Invariant: it is set while the thread is inside `wait`, which holds the construction.
    fileprivate var awaited: Construction? {
        get { self[lent: .waitingFor] }
        nonmutating set { self[lent: .waitingFor] = newValue }
    }
}
