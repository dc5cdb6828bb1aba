package import Impose

/// A test, as `ImposeTesting` runs it: in a directory of its own.
package final class TestRun: Sendable {
    /// A closure that is told of an error right before the error stops the program.
    package typealias TrapHandler = @Sendable (ImposeError) -> Void

    /// The name of the test in errors, with its place.
    let title: String
    private let trapHandler: TrapHandler

    @TaskLocal private static var local: TestRun?

    /// All runs, by the primary imposer of the directory. Runs that have ended stay: something may still ask there.
    private static let all = LockedState([NodeFacts: TestRun]())

    private init(_ title: String, _ trapHandler: @escaping TrapHandler) {
        (self.title, self.trapHandler) = (title, trapHandler)
    }

    /// The test that the calling code belongs to, also where a task or a thread has lost the task-local value but runs
    /// in the test's directory.
    static var current: TestRun? { local ?? run(in: Seam.currentDirectory) }

    static func run(in directory: DirectoryMember) -> TestRun? {
        Seam.imposers(of: directory).first.flatMap { primary in all.withLock { $0[primary] } }
    }

    /// The test that an imposer has ended with.
    static func ended(with imposer: NodeFacts) -> TestRun? {
        guard case .isolatedBody? = imposer.end, let root = imposer.lineage.last else { return nil }
        return all.withLock { $0[root] } ?? run(in: root)
    }

    /// What an error is about: numbers only, so that the error keeps nothing alive.
    struct Subject {
        private let root: ObjectIdentifier?
        private let registration: Int?

        init(_ failure: Failure) {
            root = failure.imposer?.lineage.last?.id
            registration = failure.registration?.number
        }

        /// The test whose directory it is in; nil if there is none. Slow: for an error that stops the program.
        fileprivate var run: TestRun? {
            let runs = all.withLock { $0 }
            return runs.first { primary, _ in
                Seam.roots(ofDirectoryOf: primary).contains { imposer in
                    imposer.id == root || imposer.registrations.contains { $0.number == registration }
                }
            }?.value
        }
    }

    static func willStop(_ error: ImposeError, about subject: Subject?) {
        // A thread that a test started may run in no directory, and still ask an imposer of the test's.
        (current ?? subject?.run)?.trapHandler(error)
    }

    /// Runs a test in an isolated directory, which ends with it.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - title: The name of the test in errors, with its place.
    ///   - trapHandler: Is called with an error that is about to stop the program, on the thread that it stops.
    ///   - body: The test. Tasks that it starts run in the directory as well.
    nonisolated(nonsending) package static func run<Result>(
        empty: Bool,
        test title: String,
        trapHandler: @escaping TrapHandler,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Imposer.isolated(empty: empty, endsWithBody: true) {
            let run = TestRun(title, trapHandler)
            let primary = Seam.imposers(of: Seam.currentDirectory)[0]
            all.withLock { $0[primary] = run }
            return try await $local.withValue(run, operation: body)
        }
    }
}

extension Seam {
    /// Whether the calling code belongs to a test that is told of errors which stop the program.
    static var isInTest: Bool { TestRun.current != nil }
}
