/// A signal that tasks wait for until another one gives it. Waiting does not end with a cancellation.
package final class Signal: Sendable {
    private struct State {
        package var isGiven = false
        package var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Shared(State())

    package init() {}

    package func give() {
        let waiters = state.withLock { state in
            state.isGiven = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isGiven = state.withLock { state in
                if !state.isGiven { state.waiters.append(continuation) }
                return state.isGiven
            }
            if isGiven { continuation.resume() }
        }
    }
}
