private import CImposeRuntime

/// A lock inside the object that it guards, held for a few instructions at a time.
///
/// A pthread lock costs two atomic exchanges and two calls, and needs memory of its own. On Apple's platforms a brief
/// lock is an `os_unfair_lock`, which is small enough. A thread that waits for it lends its priority to the holder. The
/// flag on other platforms can't do that, since it does not say who holds the lock.
///
/// The branch for Apple's platforms has only been compiled so far: nobody has run it.
struct BriefLock: ~Copyable, Sendable {
    #if canImport(Darwin)
        private let lock = AtomicField<UInt32>(0)
    #else
        private let isHeld = AtomicField(false)
    #endif

    init() {}

    /// Runs `body` with the lock held. `body` may take only brief locks, and must not run user code.
    @inline(__always)
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        take()
        defer { giveBack() }
        return try body()
    }

    /// Takes the lock, until `giveBack`. Generic code uses these two, since the unspecialised closure of `withLock`
    /// costs more there than the work under the lock.
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
        // Without this barrier, the optimizer may retain an object only after the unlock, though the object was found
        // under the lock. By then it may be freed.
        impose_compiler_barrier()
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
            // Now the holder may have lost its core.
            var tries = 0
            while isHeld.load(ordering: .relaxed) || isHeld.exchange(true, ordering: .acquiring) {
                tries += 1
                impose_pause(tries)
            }
        }
    #endif
}
