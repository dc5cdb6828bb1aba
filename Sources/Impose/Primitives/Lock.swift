internal import CImposeRuntime

/// A lock of the system, as a part of the object that it guards, or as a static property.
///
/// Like the one in `Synchronization.Mutex`, but known to the thread sanitizer. On Linux, the sanitizer reports every use
/// of a `Mutex` as a race, so none of its reports about code with one could be believed.
///
/// The layout is declared by hand: so it has one address for as long as it is there.
///
/// `@unchecked Sendable`: nothing but the functions of the system uses its memory.
@_rawLayout(like: ImposeLock)
package struct Lock: ~Copyable, @unchecked Sendable {
    private var address: UnsafeMutablePointer<ImposeLock> {
        @inline(__always) get {
            let address = withUnsafePointer(to: self) { UnsafeMutableRawPointer(mutating: $0) }
            return address.assumingMemoryBound(to: ImposeLock.self)
        }
    }

    package init() { impose_lock_prepare(address) }

    deinit { impose_lock_dispose(address) }

    /// Takes the lock. For generic code and other modules, where a closure that is not specialised costs more than its work.
    package func take() { impose_lock(address) }

    /// Gives the lock back.
    ///
    /// Invariant: the compiler can't see into this call. Nothing else keeps it from releasing the owner before, if the body
    /// was the last to use that.
    package func giveBack() { impose_unlock(address) }

    /// Runs `body` with the lock held. `body` must not run user code, nor take the same lock.
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        take()
        defer { giveBack() }
        return try body()
    }
}
