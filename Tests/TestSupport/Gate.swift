/// A gate at which tasks wait until it is opened, or until as many have arrived as it was made for. A cancelled task
/// goes on.
package final class Gate: Sendable {
    private struct State {
        package var isOpen = false
        package var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        package var arrived = 0
        /// The continuations that wait until so many have arrived.
        package var watching: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Shared(State())
    private let opensAt: Int?

    /// - Parameter opensAt: The number of arrivals at which it opens by itself. Counting arrivals from outside and then
    ///   opening it may miss the last one: two tasks that arrive at once would each wait for the other.
    package init(opensAt: Int? = nil) {
        self.opensAt = opensAt
    }

    /// Waits until it is open.
    package func pass() async {
        let number = arrive()
        if let opensAt, number >= opensAt { open() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen, !Task.isCancelled { state.waiting[number] = continuation }
                    return state.waiting[number] == nil
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The number of tasks that have arrived.
    package var arrivals: Int { state.withLock { $0.arrived } }

    /// Waits until so many have arrived.
    package func arrived(_ arrivals: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived < arrivals { state.watching.append((arrivals, continuation)) }
                return state.arrived >= arrivals
            }
            if isThere { continuation.resume() }
        }
    }

    private func arrive() -> Int {
        let (number, watching) = state.withLock { state in
            state.arrived += 1
            let arrived = state.arrived
            let satisfied = state.watching.filter { $0.arrivals <= arrived }
            state.watching.removeAll { $0.arrivals <= arrived }
            return (arrived, satisfied)
        }
        for (_, continuation) in watching { continuation.resume() }
        return number
    }
}
