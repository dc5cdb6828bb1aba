public import Impose
@_exported public import ImposeInspecting
public import Testing

/// A trait that gives each test its own directory, so that no test sees what another one imposes or makes.
///
/// ```swift
/// @Suite(.imposing { $0.impose(for: Clock.self, FixedClock()) })
/// struct CheckoutTests {
///     @Test(.imposing { $0.impose(for: Gateway.self, BrokenGateway()) })
///     func showsTheFailure() { … }        // built with the FixedClock and the BrokenGateway
///
///     @Test
///     func pays() { … }                   // built with the FixedClock and the app's Gateway
/// }
/// ```
///
/// Each test function, and each case of a parameterised one, runs in an isolated directory, without instances: it has
/// the earlier registrations, on top of them the ones of the enclosing suites, and then the test's own. So tests may
/// run in parallel, and none has to reset anything.
///
/// The directory ends with the test, even if something still holds it: its scopes and instances are disposed of, and
/// later injections from there fail with an `ImposeError` of kind `disposed`. An injection that stops the program is
/// recorded as an issue of the test first (before macOS 15 and iOS 18, where it stops in a task of the test).
public struct ImposingTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let isEmpty: Bool
    fileprivate let isPrepared: Bool
    fileprivate let setUp: @Sendable (Imposer) async throws -> Void

    /// True: a suite's trait applies to each of its tests and to the suites inside it.
    public var isRecursive: Bool { true }

    /// Runs one test function, or one case of it, in its own directory.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of the test.
    ///   - function: The closure that runs it.
    /// - Throws: The error of `function`, or of imposing.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await provideScope(for: test.title, at: test.sourceLocation, performing: function)
    }

    /// The same if there is no `Test`, in the process of an exit test for example.
    func provideScope(
        for test: String,
        at location: SourceLocation,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        SharedImposerWarning.linkWatch()
        let recorder = TrapRecorder(for: test, at: location)
        defer { recorder.stop() }
        try await TestRun.run(empty: isEmpty, test: test, trapHandler: recorder.record) {
            try await setUp(Imposer.shared)
            if isPrepared { try await Imposer.prepare() }
            try await function()
        }
    }
}

extension Trait where Self == ImposingTrait {
    /// Gives each test its own directory, with the registrations that there are.
    ///
    /// ```swift
    /// @Suite(.imposing) struct CheckoutTests { … }
    /// ```
    public static var imposing: Self { imposing(empty: false) }

    /// Gives each test its own directory, and imposes there.
    ///
    /// ```swift
    /// @Test(.imposing { $0.impose(for: Clock.self, FixedClock()) }) func prints() { … }
    /// @Test(.imposing(empty: true)) func needsNothingGlobal() { … }
    /// ```
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration, not even the ones of the enclosing suites.
    ///   - prepared: Whether to call `Imposer.prepare()` before the test begins, so that instances with asynchronous
    ///     providers exist. Say it at the test, or at the innermost suite that imposes: registrations made further
    ///     inside come too late.
    ///   - imposing: Gets the primary imposer of the test's directory; `Imposer.imposer(for:)` returns the others. If
    ///     it throws, the test fails with that error and is not run.
    public static func imposing(
        empty: Bool = false,
        prepared: Bool = false,
        _ imposing: @escaping @Sendable (Imposer) async throws -> Void = { _ in }
    ) -> Self {
        ImposingTrait(isEmpty: empty, isPrepared: prepared, setUp: imposing)
    }
}

extension Test {
    /// The test's name and line, for texts.
    var title: String {
        let called = displayName.map { "\"\($0)\"" } ?? name
        return "test \(called) at \(sourceLocation.fileID):\(sourceLocation.line)"
    }
}
