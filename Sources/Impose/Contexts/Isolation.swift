extension Imposer {
    /// Runs code with a directory of its own: the same registrations, and no instances.
    ///
    /// ```swift
    /// Imposer.isolated {
    ///     Imposer.impose(for: Clock.self, FixedClock())
    ///     check(Checkout())       // built with the FixedClock; outside nothing has changed
    /// }
    /// ```
    ///
    /// Inside, `Imposer.shared`, `Imposer.imposer(for:)`, the injecting functions and the wrappers mean the imposers of
    /// that directory. Nothing that is imposed, made, removed or reset inside is seen outside, and the other way round.
    /// No scope is current at first. Private imposers are in no directory and stay as they are.
    ///
    /// Objects that are created inside stay with the directory, whenever and wherever they read their wrappers. It is
    /// freed with its instances when nobody holds on to it any more.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - body: The code. Tasks that it starts run in the directory as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: O(1) in the number of registrations; the first change inside copies them.
    public static func isolated<Result, Failure: Error>(
        empty: Bool = false,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Context.run(in: .isolated(empty: empty), body)
    }

    /// Runs asynchronous code with a directory of its own: the same registrations, and no instances.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - body: The code. Tasks that it starts run in the directory as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: O(1) in the number of registrations; the first change inside copies them.
    nonisolated(nonsending) public static func isolated<Result>(
        empty: Bool = false,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Context.run(in: .isolated(empty: empty), body)
    }

    /// What the calling code injects in: its directory, and its scope if one is running.
    ///
    /// ```swift
    /// let context = Imposer.currentContext()
    /// Thread.detachNewThread { context.run { work() } }
    /// ```
    ///
    /// Child tasks and `Task { }` inherit it by themselves.
    ///
    /// - Returns: A context to run other code in.
    public static func currentContext() -> ImposerContext {
        ImposerContext(context: Context.captured())
    }
}

/// What code injects in: a directory, and a scope if one is running. Made by `Imposer.currentContext()`.
public struct ImposerContext: Sendable {
    let context: Context?

    /// Runs code in the context.
    ///
    /// - Parameter body: The code.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Context.run(in: context, body)
    }

    /// Runs asynchronous code in the context.
    ///
    /// - Parameter body: The code.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    nonisolated(nonsending) public func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Context.run(in: context, body)
    }
}

extension Context {
    /// A context with a directory of its own.
    ///
    /// - Parameter remembersAnswers: Whether requests that were answered are remembered. Where they are not, each one is
    ///   seen, whoever makes it.
    static func isolated(empty: Bool = false, remembersAnswers: Bool = true) -> Context {
        let directory = empty ? Directory() : Directory(copying: .current, remembersAnswers: remembersAnswers)
        // Held by the context from then on.
        return withExtendedLifetime(directory.beginLease()) { Context(directory, scope: nil) }
    }
}
