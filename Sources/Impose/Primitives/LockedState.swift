internal import CImposeRuntime

/// A value behind a lock.
///
/// What `Synchronization.Mutex` is, on a lock that the thread sanitizer knows. On Linux it reports every use of a
/// `Mutex` as a race, so that nothing it says about code with one could be believed.
///
/// `@unchecked Sendable`: the value is only accessed under the lock, and nothing of it gets out that its owner does not
/// hand out.
package struct LockedState<Value>: @unchecked Sendable {
    /// The value and the lock in one object, where both have an address for good.
    private final class Storage: ManagedBuffer<Value, ImposeLock> {
        deinit {
            // Invariant: it was prepared when the object was made, and nobody else refers to it any more.
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

    /// Tells it from all others that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    /// Runs `body` with the lock held. It must not run code of the user, nor take the same lock.
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

/// The value of a lock that guards what lies elsewhere.
///
/// Not `Void`: an empty value has the address of the object round it, and the thread sanitizer reports a race between
/// an access to the one and a look at the other.
struct Elsewhere {
    private let padding: UInt8 = 0
}
