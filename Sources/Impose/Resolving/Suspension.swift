/// A task that waits, until somebody has built what it needs, or it is cancelled.
final class Suspension: Sendable {
    enum Outcome {
        case over, cancelled
        /// Nothing was to be waited for.
        case outdated
        case cycle([ImposeError.Step])
    }

    private enum State {
        case begun
        case waiting(UnsafeContinuation<Outcome, Never>)
        case resumed(Outcome)
    }

    private let state = Guarded(State.begun)
    /// What stands for it in a latch's list.
    let waiter = UncheckedField(Waiter(thread: nil))

    /// Suspends the calling task.
    ///
    /// - Parameter enlist: Puts the waiter in a list, or says what is to be done instead.
    nonisolated(nonsending) func wait(_ enlist: () -> Outcome?) async -> Outcome {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let early = state.withLock { state -> Outcome? in
                    if case .resumed(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let early { return continuation.resume(returning: early) }
                if let outcome = enlist() { resume(outcome) }
            }
        } onCancel: {
            resume(.cancelled)
        }
    }

    /// Lets the task go on, unless it does already.
    func resume(_ outcome: Outcome) {
        let continuation = state.withLock { state -> UnsafeContinuation<Outcome, Never>? in
            switch state {
            case .begun:
                state = .resumed(outcome)
                return nil
            case .waiting(let continuation):
                state = .resumed(outcome)
                return continuation
            case .resumed: return nil
            }
        }
        continuation?.resume(returning: outcome)
    }
}
