internal import CImposeRuntime

/// A value behind a lock.
///
/// What `Synchronization.Mutex` is, on a lock that the thread sanitizer knows. On Linux it reports every use of a
/// `Mutex` as a race, so that nothing it says about code with one could be believed.
///
/// `@unchecked Sendable`: the value is only accessed under the lock, and nothing of it gets out that its owner does not
/// hand out.
final class Guarded<Value>: @unchecked Sendable {
    // Both in memory of their own, where they have an address for good; each is initialised and freed here alone.
    private let value: UnsafeMutablePointer<Value>
    private let lock: UnsafeMutablePointer<ImposeLock>

    init(_ value: Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        lock = .allocate(capacity: 1)
        impose_lock_prepare(lock)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        impose_lock_dispose(lock)
        lock.deallocate()
    }

    /// Runs `body` with the lock held. It must not run code of the user, nor take the same lock.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        impose_lock(lock)
        defer { impose_unlock(lock) }
        return try body(&value.pointee)
    }
}
