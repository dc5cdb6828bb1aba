private import Synchronization

/// The latch of one instance that one thread, or one task, is building. Others wait for it in `WaitGraph`.
///
/// `@unchecked Sendable`: `builder` never changes; all that waits is guarded by the lock of `WaitGraph`;
/// `outcome` is written once, by the builder, before it is done, and read after that; `dropped` and `outer` are only touched
/// by the builder, or for it when its thread has ended. The checks of exclusive access at run time would say no more.
@usableFromInline
final class Construction: @unchecked Sendable {
    /// The thread that builds it, or that has begun the task.
    let builder = ThreadRecord.current
    /// What builds it, if that is a task; nil if it is a thread.
    let task: ConstructionTask?
    /// What will keep the instance.
    let keeper: ObjectIdentifier
    /// That of the imposer when it began; nil if it began during a reset.
    let epoch: Int?
    /// Whether the instance was kept. Written like `outcome`.
    @exclusivity(unchecked)
    var isKept = false
    /// What came of it, nil if the provider failed.
    @exclusivity(unchecked)
    var outcome: AnyCachedInstance?
    private let progress = Atomic(Progress.alone)
    /// The threads to wake up then.
    @exclusivity(unchecked)
    var waiters: [ThreadRecord] = []
    /// The tasks to resume then.
    @exclusivity(unchecked)
    var taskWaiters: [TaskWaiter] = []
    /// Arguments that nobody needs any more, to be released when the construction is over. Only the builder adds to it.
    @exclusivity(unchecked)
    var dropped: [ArgumentsKey] = []
    /// What the builder was building when it began this one.
    @exclusivity(unchecked)
    var outer: Construction?
    private let abandonment = Atomic(false)

    init(for keeper: ObjectIdentifier, in epoch: Int?, _ task: ConstructionTask? = nil) {
        self.keeper = keeper
        self.epoch = epoch
        self.task = task
    }

    private enum Progress {
        /// Nobody has come to wait.
        static let alone: UInt8 = 0
        /// Somebody has. From then on it is only changed under the lock of `WaitGraph`.
        static let awaited: UInt8 = 1
        static let done: UInt8 = 2
    }

    /// Whether the builder is done with it, one way or the other.
    var isDone: Bool { progress.load(ordering: .acquiring) == Progress.done }

    /// Says that somebody is about to wait. To be called under the lock of `WaitGraph`.
    ///
    /// - Returns: False if it is done.
    func beginWait() -> Bool {
        progress.compareExchange(expected: Progress.alone, desired: Progress.awaited, ordering: .acquiringAndReleasing)
            .original != Progress.done
    }

    /// Says that it is done.
    ///
    /// - Returns: False if that has to be said under the lock of `WaitGraph`, since somebody waits.
    func endAlone() -> Bool {
        progress.compareExchange(expected: Progress.alone, desired: Progress.done, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Says that it is done. To be called under the lock of `WaitGraph`.
    func end() {
        progress.store(Progress.done, ordering: .releasing)
    }

    /// Whether the builder's thread has ended before it was done. Then nothing comes of it.
    var isAbandoned: Bool { abandonment.load(ordering: .acquiring) }

    /// Takes down that the builder's thread has ended.
    func abandon() {
        abandonment.store(true, ordering: .releasing)
    }
}
