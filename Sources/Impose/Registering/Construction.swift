internal import CImposeRuntime

/// The latch of one instance that one thread is building. Others wait for it in `WaitGraph`.
///
/// `@unchecked Sendable`: `builder` never changes; `isDone` and `waiters` are guarded by the lock of `WaitGraph`;
/// `path` belongs to the builder, others look at it only while the builder waits, under that lock.
class AnyConstruction: @unchecked Sendable {
    /// The thread that builds it.
    let builder = impose_current_thread()
    /// Whether the builder is done with it, one way or the other.
    var isDone = false
    /// The threads to wake up then.
    var waiters: [UnsafeMutablePointer<ImposeThread>] = []
}

/// The same with the type of the instance.
///
/// `@unchecked Sendable`: `outcome` is written once, by the builder, before `isDone`, and read after it.
final class Construction<Instance>: AnyConstruction, @unchecked Sendable {
    /// What came of it, nil if the provider failed.
    var outcome: Kept<Instance>?
}
