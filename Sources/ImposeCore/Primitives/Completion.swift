/// An event that tasks wait for: the end of some work.
///
/// Cancelling a waiting task does not end its wait.
final class Completion: Sendable {
    private struct Waiter {
        let continuation: CheckedContinuation<Bool, Never>
        var timer: Task<Void, Never>?
    }

    private struct State {
        var isComplete = false
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
    }

    private let state = LockedState(State())

    /// Resumes the tasks that wait; later ones need not wait.
    func complete() {
        let waiters = state.withLock { state in
            state.isComplete = true
            return exchange(&state.waiters, with: [:])
        }
        for waiter in waiters.values {
            waiter.timer?.cancel()
            waiter.continuation.resume(returning: true)
        }
    }

    /// Suspends until the work is complete.
    ///
    /// - Parameter deadline: The time to stop waiting; nil for never.
    /// - Returns: False if the deadline came first.
    @discardableResult
    func wait(until deadline: ContinuousClock.Instant? = nil) async -> Bool {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if state.isComplete { return nil }
                state.lastNumber += 1
                state.waiters[state.lastNumber] = Waiter(continuation: continuation)
                return state.lastNumber
            }
            guard let number else { return continuation.resume(returning: true) }
            if let deadline { setTimer(of: number, to: deadline) }
        }
    }

    private func setTimer(of number: Int, to deadline: ContinuousClock.Instant) {
        let timer = Task.detached {
            try? await Task.sleep(until: deadline, clock: .continuous)
            self.stopWaiting(number)
        }
        let isWaiting = state.withLock { state in
            state.waiters[number]?.timer = timer
            return state.waiters[number] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    private func stopWaiting(_ number: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.continuation.resume(returning: false)
    }
}

/// A completion for work that nearly always ends before anybody waits for it: it costs two atomic operations.
struct Ending: ~Copyable, Sendable {
    private enum Bit {
        static let begun: UInt8 = 1
        static let ended: UInt8 = 2
        static let awaited: UInt8 = 4
    }

    private let bits = AtomicField<UInt8>(0)
    private let completion = OnceReference<Completion>()

    /// Records that the work has begun. Call it before other threads can see this.
    func begin() {
        bits.store(Bit.begun, ordering: .relaxed)
    }

    /// Whether the work has begun and has not ended.
    var isUnderWay: Bool {
        let bits = bits.load(ordering: .sequentiallyConsistent)
        return bits & Bit.begun != 0 && bits & Bit.ended == 0
    }

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
