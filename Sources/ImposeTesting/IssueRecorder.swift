internal import Impose
internal import Testing

/// Records an error that is about to stop the program as an issue of one test.
///
/// An issue belongs to the test of the task that records it. The thread that stops may be one that knows of no test, a
/// detached one that reads a wrapper for example. So a task is begun with the test, inherits what Swift Testing knows,
/// and waits; it is run on the thread that has the error, which goes on when the issue has been recorded.
final class IssueRecorder: Sendable {
    /// Runs a task at once, on the thread that wakes it up.
    private final class Here: TaskExecutor {
        static let shared = Here()

        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private let test: String
    private let location: SourceLocation
    /// Wakes up the task that waits; nil before it does, and when it has been woken up.
    private let waiting = LockedState<CheckedContinuation<ImposeError?, Never>?>(nil)

    /// Begins to wait. To be called where the test is the current one.
    ///
    /// - Parameters:
    ///   - test: What to call the test.
    ///   - location: Where it stands.
    init(for test: String, at location: SourceLocation) {
        self.test = test
        self.location = location
        Task(executorPreference: Here.shared) {
            let error = await withCheckedContinuation { continuation in
                self.waiting.withLock { $0 = continuation }
            }
            if let error { self.recordHere(error) }
        }
    }

    /// Records an error, on any thread. When this returns it has been printed.
    func record(_ error: ImposeError) {
        if !wake(with: error) { recordHere(error) }
    }

    /// Lets go of the task that waits.
    func stop() {
        _ = wake(with: nil)
    }

    private func wake(with error: ImposeError?) -> Bool {
        guard let continuation = waiting.withLock({ $0.take() }) else { return false }
        continuation.resume(returning: error)
        return true
    }

    private func recordHere(_ error: ImposeError) {
        let text = "\(error)\n\nThe program stops in \(test)."
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
}

extension Test {
    /// What texts call it, and where it stands.
    var title: String {
        let called = displayName.map { "\"\($0)\"" } ?? name
        return "test \(called) at \(sourceLocation.fileID):\(sourceLocation.line)"
    }
}
