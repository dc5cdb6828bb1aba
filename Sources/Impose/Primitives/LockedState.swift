/// A value behind a lock, as a part of the object that it belongs to, or as a static property.
///
/// `@unchecked Sendable`: the value is only accessed under the lock, and leaves it only if its owner hands it out.
package struct LockedState<Value>: ~Copyable, @unchecked Sendable {
    /// The memory of the value, which has one address for as long as it is there, see `AtomicField`.
    @_rawLayout(like: Content, movesAsLike)
    private struct Place<Content>: ~Copyable {
        var address: UnsafeMutablePointer<Content> {
            @inline(__always) get {
                let address = withUnsafePointer(to: self) { UnsafeMutableRawPointer(mutating: $0) }
                return address.assumingMemoryBound(to: Content.self)
            }
        }

        // Here, and not in the struct around it, where a value with a weak reference was destroyed twice (Swift 6.3.1).
        deinit { address.deinitialize(count: 1) }
    }

    private let lock = Lock()
    private let place = Place<Value>()

    package init(_ value: consuming Value) {
        place.address.initialize(to: value)
    }

    /// Runs `body` with the lock held. `body` must not run user code, nor take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.take()
        defer { lock.giveBack() }
        return try body(&place.address.pointee)
    }
}
