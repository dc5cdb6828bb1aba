internal import CImposeRuntime

/// A value behind a lock of the system.
///
/// Like `Synchronization.Mutex`, but known to the thread sanitizer: on Linux that reports every use of a `Mutex` as a race, so
/// none of its reports about code with one could be believed.
///
/// `@unchecked Sendable`: the value is only accessed under the lock, and leaves it only if its owner hands it out.
package final class LockedState<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<ImposeLock>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: consuming Value) {
        self.value = value
        impose_lock_prepare(lock)
    }

    deinit {
        impose_lock_dispose(lock)
        lock.deallocate()
    }

    /// Runs `body` with the lock held. `body` must not run user code, nor take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        impose_lock(lock)
        let result: Swift.Result<Result, Failure>
        do throws(Failure) { result = .success(try body(&value)) } catch { result = .failure(error) }
        impose_unlock(lock)
        // What the caller ignores may be the last reference to objects of the user's. The optimizer would release it as
        // soon as nobody uses it, and so with the lock held.
        defer { withExtendedLifetime(result) {} }
        return try result.get()
    }
}
