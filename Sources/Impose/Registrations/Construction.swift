/// The latch of one instance that a thread or a task is building. Others wait for it in `WaitGraph`.
///
/// `@unchecked Sendable`: `builder` never changes; the waiters are guarded by the lock of `WaitGraph`; `outcome` is
/// written once, by the builder, before the construction is done, and read after that; `dropped` and `outer` are only
/// touched by the builder, or on its behalf when its thread has ended. Checks of exclusive access at run time would add
/// nothing.
final class Construction: @unchecked Sendable {
    /// The thread that builds the instance, or that has begun the task.
    let builder = ThreadRecord.current
    /// The task that builds the instance; nil if a thread does.
    let task: ConstructionTask?
    /// The keeper that is to keep the instance.
    let keeper: ObjectIdentifier
    /// The imposer's epoch when the construction began; nil if it began during a reset.
    let epoch: Int?
    /// Whether the instance was kept. Written like `outcome`.
    @exclusivity(unchecked)
    var isKept = false
    /// The instance; nil if the provider failed.
    @exclusivity(unchecked)
    var outcome: AnyCachedInstance?
    private let progress = AtomicField(Progress.alone)
    /// The threads and tasks to wake up when it is done.
    @exclusivity(unchecked)
    var waiters: [Waiter] = []
    /// Arguments that are no longer needed, to be released when the construction is over. Only the builder adds to it.
    @exclusivity(unchecked)
    var dropped: [ArgumentsKey] = []
    /// The construction that the builder had under way when it began this one, retained until this one ends.
    @exclusivity(unchecked)
    var outer: RetainedReference<Construction>?
    /// Set when the builder's thread has ended.
    let abandonment = AtomicField(false)

    init(for keeper: ObjectIdentifier, in epoch: Int?, _ task: ConstructionTask? = nil) {
        self.keeper = keeper
        self.epoch = epoch
        self.task = task
    }

    deinit { assert(outer == nil, "It has not ended, or ended while another one was begun inside it") }

    private enum Progress {
        /// Nobody waits.
        static let alone: UInt = 0
        /// Somebody waits. From then on, the progress is only changed under the lock of `WaitGraph`.
        static let awaited: UInt = 1
        static let done: UInt = 2
    }

    /// Whether the builder is done with it, whatever the outcome.
    var isDone: Bool { progress.load(ordering: .acquiring) == Progress.done }

    /// Records that somebody is about to wait. Call it under the lock of `WaitGraph`.
    ///
    /// - Returns: False if the construction is done.
    func beginWait() -> Bool {
        progress.compareExchange(expected: Progress.alone, desired: Progress.awaited, ordering: .acquiringAndReleasing)
            .original != Progress.done
    }

    /// Records that it is done, if nobody waits.
    ///
    /// - Returns: False if somebody waits, so that `end` has to be called under the lock of `WaitGraph`.
    func endAlone() -> Bool {
        progress.compareExchange(expected: Progress.alone, desired: Progress.done, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Records that it is done. Call it under the lock of `WaitGraph`.
    func end() {
        progress.store(Progress.done, ordering: .releasing)
    }

    /// Whether the builder's thread ended before the construction was done, which then has no outcome.
    var isAbandoned: Bool { abandonment.isSet }
}
