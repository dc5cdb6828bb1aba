public import Impose
public import Testing

/// A trait that gives a test imposers of its own, for the tests that run against the new core until `ImposeTesting` does.
public struct ImposingTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let isEmpty: Bool
    fileprivate let isPrepared: Bool
    fileprivate let imposing: @Sendable (Imposer) async throws -> Void

    /// True: a suite's trait counts for each test in it.
    public var isRecursive: Bool { true }

    /// Runs a test in a directory of its own.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Imposer.isolated(empty: isEmpty, endsWithBody: true) {
            try await imposing(.shared)
            if isPrepared { try await Imposer.prepare() }
            try await function()
        }
    }
}

extension Trait where Self == ImposingTrait {
    /// Begins with what is imposed in the process.
    public static var imposing: Self { imposing(empty: false) }

    /// Begins with what is imposed in the process, or empty, and imposes something first.
    public static func imposing(
        empty: Bool = false,
        prepared: Bool = false,
        _ imposing: @escaping @Sendable (Imposer) async throws -> Void = { _ in }
    ) -> Self {
        ImposingTrait(isEmpty: empty, isPrepared: prepared, imposing: imposing)
    }
}
