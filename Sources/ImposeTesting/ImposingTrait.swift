public import Impose
public import Testing

/// Gives each test a directory of its own, so that no test sees what another one imposes or makes.
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
/// Each test function, and each case of a parameterised one, runs in an isolated directory: with the registrations that
/// there were before, those of the suites round it, and its own on top, and with no instances. So tests may run in
/// parallel, and none has to reset anything.
///
/// The directory ends with the test, whoever holds it: its scopes and instances are disposed of, and whatever outlives
/// the test and injects from there gets an `ImposeError` of kind `disposed`. An injection that stops the program is
/// recorded as an issue of the test first.
public struct ImposingTrait: TestTrait, SuiteTrait, TestScoping {
    private let isEmpty: Bool
    private let isPrepared: Bool
    private let imposing: @Sendable (Imposer) async throws -> Void

    fileprivate init(
        isEmpty: Bool,
        isPrepared: Bool,
        imposing: @escaping @Sendable (Imposer) async throws -> Void
    ) {
        self.isEmpty = isEmpty
        self.isPrepared = isPrepared
        self.imposing = imposing
    }

    /// Says that a suite's trait counts for each of its tests and for the suites inside it.
    public var isRecursive: Bool { true }

    /// Runs one test function, or one case of it, in a directory of its own.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of it.
    ///   - function: Runs it.
    /// - Throws: What `function` throws, or what imposing threw.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await provideScope(for: test.title, at: test.sourceLocation, performing: function)
    }

    /// The same where no test can be had, in the process of an exit test for example.
    func provideScope(
        for test: String,
        at location: SourceLocation,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let recorder = IssueRecorder(for: test, at: location)
        defer { recorder.stop() }
        try await Imposer.isolated(empty: isEmpty, test: test, witness: recorder.record) {
            try await imposing(Imposer.shared)
            if isPrepared { try await Imposer.prepare() }
            try await function()
        }
    }
}

extension Trait where Self == ImposingTrait {
    /// Gives each test a directory of its own, with the registrations that there are.
    ///
    /// ```swift
    /// @Suite(.imposing) struct CheckoutTests { … }
    /// ```
    public static var imposing: Self { imposing(empty: false) }

    /// Gives each test a directory of its own, and imposes there.
    ///
    /// ```swift
    /// @Test(.imposing { $0.impose(for: Clock.self, FixedClock()) }) func prints() { … }
    /// @Test(.imposing(empty: true)) func needsNothingGlobal() { … }
    /// ```
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration, also without those of the suites round the test.
    ///   - prepared: Whether to make what is made asynchronously before the test begins, as `Imposer.prepare()` does. Say it
    ///     at the test, or at the innermost suite that imposes: what is imposed further inside comes too late.
    ///   - imposing: Gets the primary imposer of the test's directory; `Imposer.imposer(for:)` gives the others. If it
    ///     throws, the test fails with that error and is not run.
    public static func imposing(
        empty: Bool = false,
        prepared: Bool = false,
        _ imposing: @escaping @Sendable (Imposer) async throws -> Void = { _ in }
    ) -> Self {
        ImposingTrait(isEmpty: empty, isPrepared: prepared, imposing: imposing)
    }
}

extension ImposingTrait: CustomStringConvertible, CustomReflectable {
    /// `.imposing`, with its arguments: `.imposing(empty: true)`.
    public var description: String {
        let arguments = (isEmpty ? ["empty: true"] : []) + (isPrepared ? ["prepared: true"] : [])
        return arguments.isEmpty ? ".imposing" : ".imposing(\(arguments.joined(separator: ", ")))"
    }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
