import Foundation
import Impose
import Subjects
import Synchronization

/// Scopes of requests that have been opened and given their values, and that nobody has disposed of yet.
final class OpenScopes {
    private var scopes: [Imposer] = []

    /// Opens as many as are missing.
    func fill(to count: Int) {
        while scopes.count < count {
            let scope = Imposer.openScope("request")
            give(makeUser(), makeLogger(), to: scope)
            scopes.append(scope)
        }
    }

    /// Handles a request in each of them.
    func handle() {
        for scope in scopes { scope.run(injectFour) }
    }

    /// Disposes of all, the first one first.
    func disposeOfAll() {
        for scope in scopes { scope.dispose() }
        scopes = []
    }
}

/// Scopes that run, each in a suspended task.
final class RunningScopes: Sendable {
    private struct State {
        var sleepers: [CheckedContinuation<Void, Never>] = []
        var running = 0
    }

    private let state = Mutex(State())

    /// Starts as many as are missing, and returns when all are suspended.
    func fill(to count: Int) {
        let missing = state.withLock { state in
            defer { state.running = max(state.running, count) }
            return max(0, count - state.running)
        }
        for _ in 0..<missing { Task.detached { await self.sleepInScope() } }
        while state.withLock({ $0.sleepers.count < $0.running }) { wait() }
    }

    /// Ends all, and returns when they have ended.
    func endAll() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
        while state.withLock({ $0.running > 0 }) { wait() }
    }

    private func sleepInScope() async {
        await Imposer.withScope("request") { _ in
            await withCheckedContinuation { sleeper in
                state.withLock { $0.sleepers.append(sleeper) }
            }
        }
        state.withLock { $0.running -= 1 }
    }

    private func wait() {
        Thread.sleep(forTimeInterval: 0.001)
    }
}
