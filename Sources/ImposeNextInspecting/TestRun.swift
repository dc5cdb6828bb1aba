internal import Impose

/// The test that code runs in, as far as `ImposeTesting` has begun it.
package struct TestRun: Sendable {
    /// The primary imposer of the directory that the test has for itself.
    private let primary: NodeFacts?

    @TaskLocal private static var current: TestRun?

    /// The directories of tests that are running, or that something still asks.
    private static let all = LockedState(Set<ImposerNode>())

    /// Runs a test in its directory, which is the current one.
    nonisolated(nonsending) package static func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let primary = Seam.imposers(of: Seam.currentDirectory)[0]
        all.withLock { _ = $0.insert(primary) }
        return try await $current.withValue(TestRun(primary: primary), operation: body)
    }

    /// Whether the calling code belongs to a test, also where a task or a thread has left it.
    static var isRunning: Bool {
        current != nil || isOfTest(Seam.currentDirectory)
    }

    static func isOfTest(_ directory: Directory) -> Bool {
        let primary = Seam.imposers(of: directory).first
        return all.withLock { tests in primary.map { tests.contains($0) } ?? false }
    }

    /// Whether an imposer has ended with the test that it was made in.
    static func hasEnded(_ imposer: ImposerNode) -> Bool {
        guard case .isolatedBody? = imposer.end, let root = imposer.lineage.last else { return false }
        return all.withLock { $0.contains(root) }
    }
}

extension Seam {
    static var isInTest: Bool { TestRun.isRunning }

    static func isOfTest(_ directory: Directory) -> Bool { TestRun.isOfTest(directory) }
}
