/// An event that tasks wait for: the end of some work.
///
/// Cancelling a waiting task does not end its wait.
final class Completion: Sendable {
    private struct State {
        var isComplete = false
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
        var lastNumber = 0
    }

    private let state = LockedState(State())

    /// Resumes the tasks that wait; later ones need not wait.
    func complete() {
        let waiters = state.withLock { state in
            state.isComplete = true
            return exchange(&state.waiters, with: [:])
        }
        for waiter in waiters.values { waiter.resume(returning: true) }
    }

    /// Suspends until the work is complete.
    ///
    /// - Parameter deadline: The time to stop waiting; nil for never.
    /// - Returns: False if the deadline came first.
    @discardableResult
    func wait(until deadline: ContinuousClock.Instant? = nil) async -> Bool {
        let number = state.withLock { state -> Int? in
            state.lastNumber += 1
            return state.isComplete ? nil : state.lastNumber
        }
        guard let number else { return true }
        let timer = deadline.map { deadline in
            Task.detached {
                try? await Task.sleep(until: deadline, clock: .continuous)
                let waiter = self.state.withLock { $0.waiters.removeValue(forKey: number) }
                waiter?.resume(returning: false)
            }
        }
        defer { timer?.cancel() }
        return await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state -> Bool? in
                if state.isComplete { return true }
                // The timer may have looked for it in vain.
                if let deadline, deadline <= .now { return false }
                state.waiters[number] = continuation
                return nil
            }
            if let isComplete { continuation.resume(returning: isComplete) }
        }
    }
}

/// A completion for work that nearly always ends before anybody waits for it: it costs two atomic operations.
struct Ending: ~Copyable, Sendable {
    private enum Bit {
        static let begun: UInt = 1
        static let ended: UInt = 2
        static let awaited: UInt = 4
        static let asynchronous: UInt = 8
    }

    private let bits = AtomicField<UInt>(0)
    private let completion = OnceReference<Completion>()

    /// Records that the work has begun. Call it before other threads can see this.
    func begin() {
        bits.store(Bit.begun, ordering: .relaxed)
    }

    /// Records that asynchronous code does the work, which has begun.
    func noteAsynchronous() {
        _ = bits.set(Bit.asynchronous, ordering: .relaxed)
    }

    /// Whether the work has begun and has not ended.
    var isUnderWay: Bool {
        let bits = bits.load(ordering: .sequentiallyConsistent)
        return bits & Bit.begun != 0 && bits & Bit.ended == 0
    }

    /// Whether it is under way, and asynchronous code does it.
    var isAsynchronousAndUnderWay: Bool { isUnderWay && bits.load(ordering: .relaxed) & Bit.asynchronous != 0 }

    /// Resumes the tasks that wait. May be called again.
    func end() {
        let old = bits.set(Bit.ended, ordering: .sequentiallyConsistent)
        // A waiter sets the completion before the bit.
        if old & Bit.awaited != 0 { completion.load()?.complete() }
    }

    /// The completion to wait for, or nil if the work has ended.
    var awaited: Completion? {
        let completion = completion.load() ?? completion.storeIfNil(Completion())
        let old = bits.set(Bit.awaited, ordering: .sequentiallyConsistent)
        return old & Bit.ended == 0 ? completion : nil
    }
}
