private import CImposeRuntime

/// A lock that is held for a few instructions at a time, as a part of the object that it guards.
///
/// Taking and giving back a lock of pthread costs two atomic exchanges and two calls, and it needs its own memory. On
/// Apple's platforms this is a lock of the system that is small enough, an `os_unfair_lock`: who waits for it lends its
/// priority to the thread that holds it, which nobody can who does not know that thread. Compiled, not run.
struct BriefLock: ~Copyable, Sendable {
    #if canImport(Darwin)
        private let lock = AtomicField<UInt32>(0)
    #else
        private let isHeld = AtomicField(false)
    #endif

    init() {}

    /// Runs `body` with the lock held. `body` must not take a lock that is not brief, nor run code of the user's but the
    /// `==` of keys: see `Docs/Threads.md`.
    @inline(__always)
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        take()
        defer { giveBack() }
        return try body()
    }

    /// Takes the lock. For generic code, in which an unspecialised closure costs more than the work it does.
    @inline(__always)
    func take() {
        #if canImport(Darwin)
            impose_take_brief_lock(lock.address)
        #else
            if isHeld.exchange(true, ordering: .acquiring) { wait() }
        #endif
    }

    @inline(__always)
    func giveBack() {
        // Otherwise the optimizer may move the retain of an object that was found under the lock behind this, when the
        // object may be freed already.
        impose_finish_loading()
        #if canImport(Darwin)
            impose_give_back_brief_lock(lock.address)
        #else
            isHeld.store(false, ordering: .releasing)
        #endif
    }

    #if !canImport(Darwin)
        @inline(never)
        private func wait() {
            // Most often the lock is free again before the system could have done anything.
            for _ in 0..<100 where !isHeld.load(ordering: .relaxed) {
                if !isHeld.exchange(true, ordering: .acquiring) { return }
            }
            SpinWait.wait { !isHeld.load(ordering: .relaxed) && !isHeld.exchange(true, ordering: .acquiring) }
        }
    #endif
}
