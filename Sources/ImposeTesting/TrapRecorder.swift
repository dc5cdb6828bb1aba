internal import Impose
internal import ImposeInspecting
internal import Testing

/// A recorder of an error that is about to stop the program, as an issue of one test.
///
/// An issue belongs to the test of the task that records it. The thread that is about to stop may know of no test, a
/// detached one that reads a wrapper for example. So a task is begun with the test, inherits its task-locals, and
/// waits; it resumes on the thread that has the error, which goes on when the issue has been recorded. (Systems older
/// than macOS 15 and iOS 18 can't resume it there: what a thread that knows of no test records is an issue of none.)
final class TrapRecorder: Sendable {
    /// An executor that runs a task at once, on the thread that wakes it up.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private final class WakingThread: TaskExecutor {
        static let shared = WakingThread()

        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private let test: String
    private let location: SourceLocation
    /// The continuation of the task that waits; nil before it does, and once it has been woken up.
    private let waiting = LockedState<CheckedContinuation<ImposeError?, Never>?>(nil)

    /// Begins to wait. Create it where the test is the current one.
    ///
    /// - Parameters:
    ///   - test: The test's title in texts.
    ///   - location: The test's line.
    init(for test: String, at location: SourceLocation) {
        self.test = test
        self.location = location
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        Task(executorPreference: WakingThread.shared) {
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

    /// Ends the task that waits, without recording anything.
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
