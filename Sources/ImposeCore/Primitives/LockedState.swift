internal import CImposeRuntime

/// A value behind a lock.
///
/// Like `Synchronization.Mutex`, but with a lock that the thread sanitizer knows. On Linux, the sanitizer reports every
/// use of a `Mutex` as a race, so none of its reports about code with one could be believed.
///
/// `@unchecked Sendable`: the value is only accessed under the lock, and leaves it only if its owner hands it out.
package struct LockedState<Value>: @unchecked Sendable {
    /// The value and the lock in one object, where both have a fixed address.
    private final class Storage: ManagedBuffer<Value, ImposeLock> {
        deinit {
            // Invariant: the lock was prepared when the object was made, and no other reference to the object is left.
            withUnsafeMutablePointerToElements { impose_lock_dispose($0) }
        }
    }

    private let storage: ManagedBuffer<Value, ImposeLock>

    package init(_ value: Value) {
        storage = Storage.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { impose_lock_prepare($0) }
            return value
        }
    }

    /// An identity that no other live one shares.
    var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    /// Runs `body` with the lock held. `body` must not run user code, nor take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { value, lock throws(Failure) -> Result in
            impose_lock(lock)
            defer { impose_unlock(lock) }
            return try body(&value.pointee)
        }
    }
}

/// The value of a lock that guards state stored elsewhere.
///
/// Not `Void`: an empty value has the address of the object around it, and the thread sanitizer reports a race between
/// an access to the value and a read of the object.
struct LockOnly {
    private let padding: UInt8 = 0
}
