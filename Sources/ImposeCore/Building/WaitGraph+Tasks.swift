// The waits of tasks. A task waits for one construction at a time, but what it builds may wait for several by its child
// tasks; so a construction that a task builds knows all constructions that code on its path waits for. A thread never
// waits for a task, and a thread's wait ends when threads make progress. So there is a cycle only if following the
// waits of the tasks' constructions leads back to one that the task is building. All of it is read and changed under
// the lock, so of the tasks of a cycle the last one to arrive sees it, and it does not wait.

extension WaitGraph {
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
        let path = AsynchronousPath.innermost
        let own = path?.constructions.filter { $0.task != nil } ?? []
        let (waiter, cycle, abandoned) = lock.withLock { _ in
            let waiter = TaskWaiter(for: construction, building: own.first, in: bodies)
            if hasStartedIt { construction.task?.isAwaited = true }
            // From now on, the code that finishes it sees that somebody waits.
            if !construction.beginWait() {
                waiter.isOver = true
                return (waiter, [ImposeError.Step]?.none, Task<Void, Never>?.none)
            }
            if let cycle = Self.cycle(from: construction, to: own) {
                return (waiter, cycle, construction.abandonedTask)
            }
            construction.taskWaiters.append(waiter)
            own.first?.task?.awaited.append(construction)
            return (waiter, nil, nil)
        }
        if let cycle {
            abandoned?.cancel()
            return .cycle(cycle)
        }
        isWaiting()
        construction.task?.escalate()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock { _ in
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

    /// Whether the body of a scope waits for one of some constructions, directly or by way of others.
    static func isWaiting(_ body: SerialNumber, for constructions: [Construction]) -> Bool {
        if constructions.isEmpty { return false }
        return lock.withLock { _ in
            var seen: Set<ObjectIdentifier> = []
            var next = constructions
            while let construction = next.popLast() {
                guard seen.insert(ObjectIdentifier(construction)).inserted else { continue }
                if construction.taskWaiters.contains(where: { $0.bodies.contains(body) }) { return true }
                next += construction.taskWaiters.compactMap(\.builds)
            }
            return false
        }
    }

    private static func cancel(_ waiter: TaskWaiter, of construction: Construction) {
        let (continuation, abandoned) = lock.withLock { _ -> (CheckedContinuation<Void, Never>?, Task<Void, Never>?) in
            if waiter.isOver { return (nil, nil) }
            waiter.isOver = true
            waiter.isCancelled = true
            construction.taskWaiters.removeAll { $0 === waiter }
            construction.forget(waiter)
            return (exchange(&waiter.continuation, with: nil), construction.abandonedTask)
        }
        abandoned?.cancel()
        continuation?.resume()
    }

    /// Starts the task of a construction, which others may wait for already.
    static func start(_ construction: Construction, _ operation: sending @escaping () async -> Void) {
        let handle = Task.detached(priority: Task.currentPriority, operation: operation)
        let isCancelled = lock.withLock { _ in
            construction.task?.handle = handle
            return construction.task?.isCancelled ?? false
        }
        if isCancelled { handle.cancel() }
    }

    /// The steps from a construction of another task to one of the calling code's, which does not wait for the former,
    /// if the former waits for the latter.
    static func cycle(from construction: Construction) -> [ImposeError.Step]? {
        let own = (AsynchronousPath.innermost?.constructions ?? []) + ResolutionPath.constructions
        return lock.withLock { _ in cycle(from: construction, to: own) }
    }

    /// Under the lock: the steps from a construction to one of the calling code's, if the former waits for the latter.
    private static func cycle(from construction: Construction, to own: [Construction]) -> [ImposeError.Step]? {
        if own.isEmpty { return nil }
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(construction)]
        var ways: [[Construction]] = [[construction]]
        while let way = ways.popLast() {
            guard let last = way.last else { continue }
            if own.contains(where: { $0 === last }) {
                // The request already names the first one. Only the last one may be the thread's.
                return way.dropFirst().compactMap { $0.task?.step.inAnotherTask() ?? ResolutionPath.step(building: $0) }
            }
            for next in last.task?.awaited ?? [] where seen.insert(ObjectIdentifier(next)).inserted {
                ways.append(way + [next])
            }
        }
        return nil
    }
}

extension Construction {
    /// Under the lock: the task to cancel now that somebody has stopped waiting, if nobody else waits.
    fileprivate var abandonedTask: Task<Void, Never>? {
        guard let task, task.isAwaited, taskWaiters.isEmpty, !task.isCancelled, !isDone else { return nil }
        task.isCancelled = true
        return task.handle
    }
}

extension ConstructionTask {
    /// Raises its priority to the waiter's, where the platform knows how. Unchecked on Apple's platforms.
    fileprivate func escalate() {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let priority = Task.currentPriority
        WaitGraph.lock.withLock { _ in handle }?.escalatePriority(to: priority)
    }
}
