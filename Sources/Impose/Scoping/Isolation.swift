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
    /// freed with its instances when nobody holds on to it any more. What it keeps may hold on to it, an object with
    /// wrappers that was imposed with `instance:` for example; then it is never freed, unless it ends with the body:
    ///
    /// ```swift
    /// Imposer.isolated(endsWithBody: true) {
    ///     Imposer.impose(for: Gateway.self, instance: SpyGateway())
    ///     check(Checkout())
    /// }
    /// ```
    ///
    /// Then, when the body returns or throws, all scopes of the directory are disposed of and all its instances, in the
    /// reverse order of creation, whoever holds them, and it lets go of its registrations. Whatever is injected from
    /// there afterwards, by objects, scopes, contexts and tasks that outlive the body, and by closures that were given
    /// to `onDispose`, is an `ImposeError` of kind `disposed`.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - endsWithBody: Whether the directory ends when the body does.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. Tasks that it starts run in the directory as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: O(1) in the number of registrations; the first change inside copies them.
    public static func isolated<Result, Failure: Error>(
        empty: Bool = false,
        endsWithBody: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let context = Context.isolated(empty: empty, endsWithBody: endsWithBody)
        defer {
            if endsWithBody { context.directory.end(Disposal(ofBodyAt: Location(fileID: fileID, line: line))) }
        }
        return try Context.run(in: context, body)
    }

    /// Runs asynchronous code with a directory of its own: the same registrations, and no instances.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - endsWithBody: Whether the directory ends when the body does, with its instances and its scopes, whoever
    ///     holds them. Their disposers are awaited where that is needed. Tasks that the body does not wait for get an `ImposeError` of kind `disposed` from then on.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. Tasks that it starts run in the directory as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: O(1) in the number of registrations; the first change inside copies them.
    nonisolated(nonsending) public static func isolated<Result>(
        empty: Bool = false,
        endsWithBody: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let context = Context.isolated(empty: empty, endsWithBody: endsWithBody)
        guard endsWithBody else { return try await Context.run(in: context, body) }
        let disposal = Disposal(ofBodyAt: Location(fileID: fileID, line: line))
        return try await context.directory.ending(with: disposal) { try await Context.run(in: context, body) }
    }

    /// Runs a test with a directory of its own, which ends with it.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - test: What to call the test in errors, with its place.
    ///   - witness: Is told of an error that is about to stop the program, on the thread that it stops.
    ///   - body: The test. Tasks that it starts run in the directory as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    nonisolated(nonsending) package static func isolated<Result>(
        empty: Bool,
        test: String,
        witness: @escaping Witness,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let context = Context.isolated(empty: empty, endsWithBody: true, witness: witness)
        return try await context.directory.ending(with: Disposal(withBodyOf: test)) {
            try await Witnesses.$current.withValue(witness) { try await Context.run(in: context, body) }
        }
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

extension ImposerContext: CustomStringConvertible, CustomReflectable {
    /// `the process's directory` or `an isolated directory`, and the scope if one is running.
    public var description: String {
        guard let context else { return "the process's directory" }
        let scope = context.scope.map { ", \($0)" } ?? ""
        return context.directory.description + scope
    }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Context {
    /// A context with a directory of its own.
    ///
    /// - Parameters:
    ///   - remembersAnswers: Whether requests that were answered are remembered. Where they are not, each one is seen,
    ///     whoever makes it.
    ///   - endsWithBody: Whether it is going to be ended.
    ///   - witness: Is told of errors that are about to stop the program; nil for the one that is told outside.
    static func isolated(
        empty: Bool = false,
        remembersAnswers: Bool = true,
        endsWithBody: Bool = false,
        witness: Witness? = nil
    ) -> Context {
        let original = Directory.current
        let witness = witness ?? Witnesses.current ?? original.witness
        let directory =
            empty
            ? Directory(endsWithBody: endsWithBody, witness: witness)
            : Directory(
                copying: original,
                remembersAnswers: remembersAnswers,
                endsWithBody: endsWithBody,
                witness: witness
            )
        // Held by the context from then on.
        return withExtendedLifetime(directory.beginLease()) { Context(directory, scope: nil) }
    }
}

extension Directory {
    /// Runs `body`, and ends with it.
    nonisolated(nonsending) fileprivate func ending<Result>(
        with disposal: Disposal,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let result: Result
        do {
            result = try await body()
        } catch {
            await endAwaiting(disposal)
            throw error
        }
        await endAwaiting(disposal)
        return result
    }
}

extension Disposal {
    /// For all that ends with the body of an `Imposer.isolated`.
    fileprivate convenience init(ofBodyAt location: Location) {
        self.init(withBodyOf: "Imposer.isolated at \(location)")
    }
}
