private import CImposeRuntime
private import Synchronization

/// A lock that is held for a few instructions at a time, as a part of the object that it guards.
///
/// To take and to give back one of the system's is two atomic exchanges and two calls, and it wants memory of its own.
struct BriefLock: ~Copyable, Sendable {
    private let isHeld = Atomic(false)

    init() {}

    /// Runs `body` with the lock held. It must not take a lock that is not brief, nor run code of the user, but for the `==`
    /// of arguments: see `Docs/Concurrency.md`.
    @inline(__always)
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        take()
        defer { giveBack() }
        return try body()
    }

    /// Takes it, for generic code: there a closure that is not specialised costs more than what it does.
    @inline(__always)
    func take() {
        if isHeld.exchange(true, ordering: .acquiring) { wait() }
    }

    @inline(__always)
    func giveBack() {
        // Or the optimizer moves a retain of what was found under the lock behind it, when it may be freed already.
        impose_finish_loading()
        isHeld.store(false, ordering: .releasing)
    }

    @inline(never)
    private func wait() {
        // Most often it is over before the system could have done anything.
        for _ in 0..<100 where !isHeld.load(ordering: .relaxed) {
            if !isHeld.exchange(true, ordering: .acquiring) { return }
        }
        SpinWait.wait { !isHeld.load(ordering: .relaxed) && !isHeld.exchange(true, ordering: .acquiring) }
    }
}
