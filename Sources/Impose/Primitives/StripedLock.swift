/// Locks that many objects share, where there are too many objects for one lock each.
enum StripedLock {
    private static let locks = SpacedArray(count: 64) { Lock() }

    /// Runs `body` with an object's lock held, which other objects share.
    ///
    /// `body` must not take another one of these locks, nor run user code other than the `==` of keys: see
    /// `Docs/Threads.md`.
    static func withLock<Result>(of object: AnyObject, _ body: () -> Result) -> Result {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        // Objects are aligned to 16 bytes, so the lowest bits say nothing.
        return locks[Int(address >> 4) % locks.count].withLock(body)
    }
}
