/// The state that a construction has only if a task builds it.
///
/// `@unchecked Sendable`: the constructions that it waits for, its flags and its handle are guarded by the lock of
/// `WaitGraph`; its outcome is written once, by the task, before the construction is done, and read after that.
final class ConstructionTask: @unchecked Sendable {
    /// The step that it builds, for errors in other tasks.
    let step: ImposeError.Step
    /// Nil until it is started.
    var handle: Task<Void, Never>?
    /// Whether it was cancelled because nobody waited for it any more. A task that comes later waits until it has
    /// ended, and tries again if it made nothing.
    var isCancelled = false
    /// Whether it was cancelled because the keeper of the instance is being disposed of.
    var isEnding = false
    /// Whether its starter has come to wait for it. Others may have come and gone before.
    var isAwaited = false
    /// The constructions that code on its path waits for.
    var awaited: [Construction] = []
    /// The instance, held so that a weakly kept one is not gone before somebody has got it.
    var held: StrongInstance?
    /// The reason that there is no instance.
    var failure: ImposeError?

    /// The number of construction tasks that somebody may still wait for or cancel.
    private static let count = AtomicField(0)

    /// Whether there are any in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    init(_ step: ImposeError.Step) {
        self.step = step
        Self.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
        Self.count.subtract(1, ordering: .sequentiallyConsistent)
    }
}

/// A thread or a task that waits for a construction.
///
/// `@unchecked Sendable`: all that changes is guarded by the lock of `WaitGraph`.
final class Waiter: @unchecked Sendable {
    /// Nil for a task.
    private let thread: ThreadRecord?
    /// The innermost construction that a waiting task belongs to, and which it delays; nil if there is none.
    let builds: Construction?
    /// The numbers of the scopes whose bodies wait with it.
    let bodies: [SerialNumber]
    /// Nil until a task is suspended.
    var continuation: CheckedContinuation<Void, Never>?
    /// Whether the wait has ended, for whatever reason.
    var isOver = false
    /// Whether it ended because the task was cancelled.
    var isCancelled = false
    /// Whether the construction was cancelled before the task came, which then tries again if it made nothing.
    let hasComeLate: Bool

    /// Makes the waiter of a task.
    init(for construction: Construction, building builds: Construction?, in bodies: [SerialNumber]) {
        (thread, self.builds, self.bodies) = (nil, builds, bodies)
        hasComeLate = construction.task?.isCancelled ?? false
    }

    /// Makes the waiter of a thread.
    init(_ thread: ThreadRecord) {
        (self.thread, builds, bodies, hasComeLate) = (thread, nil, [], false)
    }

    /// Lets it go on, with the lock open. It is over by now.
    func wake() {
        thread?.unpark()
        continuation?.resume()
    }
}

extension Construction {
    /// The instance, held; nil if none was made, or if it is gone again.
    var result: StrongInstance? { task.map(\.held) ?? outcome?.held }

    /// Under the lock of `WaitGraph`: ends all waits.
    ///
    /// - Returns: The waiters to wake up when the lock is open.
    func endWaits() -> [Waiter] {
        for waiter in waiters {
            waiter.isOver = true
            forget(waiter)
        }
        return exchange(&waiters, with: [])
    }

    /// Under the lock of `WaitGraph`: records that the waiter's own construction no longer waits for this one.
    func forget(_ waiter: Waiter) {
        guard let task = waiter.builds?.task, let index = task.awaited.firstIndex(where: { $0 === self }) else {
            return
        }
        task.awaited.remove(at: index)
    }

    /// Under the lock of `WaitGraph`: the task to cancel now that somebody has stopped waiting, if nobody else waits.
    var abandonedTask: Task<Void, Never>? {
        guard let task, task.isAwaited, waiters.isEmpty, !task.isCancelled, !isDone else { return nil }
        task.isCancelled = true
        return task.handle
    }
}
