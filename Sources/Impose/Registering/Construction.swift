internal import CImposeRuntime
private import Synchronization

/// The latch of one instance that one thread is building. Others wait for it in `WaitGraph`.
///
/// `@unchecked Sendable`: `builder` never changes; `isDone` and `waiters` are guarded by the lock of `WaitGraph`;
/// `outcome` is written once, by the builder, before `isDone`, and read after it; `dropped` and `outer` are only touched
/// by the builder, or for it when its thread has ended.
@usableFromInline
final class Construction: @unchecked Sendable {
    /// The thread that builds it.
    let builder = impose_current_thread()
    /// What will keep the instance.
    let keeper: ObjectIdentifier
    /// That of the imposer when it began; nil if it began during a reset.
    let epoch: Int?
    /// Whether the instance was kept. Written like `outcome`.
    var isKept = false
    /// What came of it, nil if the provider failed.
    var outcome: AnyKept?
    /// Whether the builder is done with it, one way or the other.
    var isDone = false
    /// The threads to wake up then.
    var waiters: [UnsafeMutablePointer<ImposeThread>] = []
    /// Arguments that nobody needs any more, to be released when the construction is over. Only the builder adds to it.
    var dropped: [ArgumentsKey] = []
    /// What the builder was building when it began this one.
    var outer: Construction?
    private let abandonment = Atomic(false)

    init(for keeper: ObjectIdentifier, in epoch: Int?) {
        self.keeper = keeper
        self.epoch = epoch
    }

    /// Whether the builder's thread has ended before it was done. Then nothing comes of it.
    var isAbandoned: Bool { abandonment.load(ordering: .acquiring) }

    /// Takes down that the builder's thread has ended.
    func abandon() {
        abandonment.store(true, ordering: .releasing)
    }
}
