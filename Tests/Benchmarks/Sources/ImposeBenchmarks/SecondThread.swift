import Foundation
import Synchronization

/// A thread to measure something on two.
///
/// It waits for a start in a loop that never sleeps, so that it is awake, on its own core, when it has to begin.
final class SecondThread: Sendable {
    private enum State {
        static let isReady = 0
        static let hasStarted = 1
        static let isDone = 2
    }

    private let state = Atomic(State.isDone)

    /// Gets the thread ready.
    ///
    /// - Parameters:
    ///   - there: The work of the second thread.
    ///   - here: The work of the calling thread meanwhile.
    /// - Returns: A function that starts both and returns when both are done. Call it once.
    func prepare(_ there: @escaping @Sendable () -> Void, during here: @escaping () -> Void) -> () -> Void {
        Thread.detachNewThread {
            self.state.store(State.isReady, ordering: .releasing)
            self.wait(for: State.hasStarted)
            there()
            self.state.store(State.isDone, ordering: .releasing)
        }
        wait(for: State.isReady)
        // Long enough for the scheduler to part the two.
        Thread.sleep(forTimeInterval: 0.005)
        return {
            self.state.store(State.hasStarted, ordering: .releasing)
            here()
            self.wait(for: State.isDone)
        }
    }

    private func wait(for awaited: Int) {
        while state.load(ordering: .acquiring) != awaited {}
    }
}
