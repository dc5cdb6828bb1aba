private import Synchronization

/// What only a construction has that a task builds.
///
/// `@unchecked Sendable`: what it waits for, whether it is awaited or cancelled, and its handle are guarded by the lock of
/// `WaitGraph`; what came of it is written once, by the task, before the construction is done, and read after it.
final class ConstructionTask: @unchecked Sendable {
    /// What it builds, as errors show it that another task gets.
    let step: ImposeError.Step
    /// Nil until it is started.
    var handle: Task<Void, Never>?
    /// Whether it was cancelled, since nobody waited for it any more. Who comes then waits until it has ended, and tries
    /// again if nothing came of it.
    var isCancelled = false
    /// Whether it was cancelled since what was to keep the instance is being disposed of.
    var isEnding = false
    /// Whether who started it has come to wait for it. Others may have come and gone before.
    var isAwaited = false
    /// The constructions that code on its path waits for.
    var awaited: [Construction] = []
    /// The instance, so that one that is kept weakly is not gone before somebody has got it.
    private(set) var held: AnyCachedInstance?
    /// Why there is none.
    var failure: ImposeError?
    private(set) var isOver = false

    /// How many there are that somebody may still wait for or cancel.
    private static let count = Atomic(0)

    /// Whether there is any in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    init(_ step: ImposeError.Step) {
        self.step = step
        Self.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
        Self.count.subtract(1, ordering: .sequentiallyConsistent)
    }

    func end(with held: AnyCachedInstance?, _ failure: ImposeError?) {
        self.held = held
        self.failure = failure
        isOver = true
    }
}

/// A task that waits for a construction.
///
/// `@unchecked Sendable`: all that changes is guarded by the lock of `WaitGraph`.
final class TaskWaiter: @unchecked Sendable {
    /// What the task builds, so that it has to be there first; nil if it builds nothing that others wait for.
    let builds: Construction?
    /// Nil until the task is suspended.
    var continuation: CheckedContinuation<Void, Never>?
    /// Whether the wait has ended, one way or the other.
    var isOver = false
    /// Whether it ended since the task was cancelled.
    var isCancelled = false
    /// Whether the construction was cancelled when the task came, which then gets nothing of what came of it.
    let hasComeLate: Bool

    init(for construction: Construction, building builds: Construction?) {
        self.builds = builds
        hasComeLate = construction.task?.isCancelled ?? false
    }
}

extension Construction {
    /// What came of it, held; nil if nothing did, or if it is gone again.
    var result: AnyCachedInstance? { task.map(\.held) ?? outcome?.held }

    /// Under the lock of `WaitGraph`: ends the waits of all tasks.
    ///
    /// - Returns: What is to be resumed when the lock is open.
    func endTaskWaits() -> [CheckedContinuation<Void, Never>] {
        exchange(&taskWaiters, with: []).compactMap { waiter in
            waiter.isOver = true
            forget(waiter)
            return exchange(&waiter.continuation, with: nil)
        }
    }

    /// Under the lock of `WaitGraph`: takes it off that what a task builds waits for this.
    func forget(_ waiter: TaskWaiter) {
        guard let task = waiter.builds?.task, let index = task.awaited.firstIndex(where: { $0 === self }) else {
            return
        }
        task.awaited.remove(at: index)
    }
}
