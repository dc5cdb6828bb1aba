// `isolated`: code in a directory of its own.

extension Imposer {
    /// Runs code in a separate directory that starts with the same registrations and no instances.
    ///
    /// ```swift
    /// Imposer.isolated {
    ///     Imposer.impose(for: Clock.self, FixedClock())
    ///     check(Checkout())       // built with the FixedClock; outside nothing has changed
    /// }
    /// ```
    ///
    /// Inside, ``shared``, ``imposer(for:)``, the injecting functions and the wrappers use the imposers of that
    /// directory. Changes and instances inside are not seen outside, nor the other way round. At first no scope is
    /// current. Private imposers are in no directory and stay as they are.
    ///
    /// Objects that are created inside stay with the directory, whenever and wherever they read their wrappers. The
    /// directory and its instances are freed when nothing refers to it any more. An instance in it may refer to it, for
    /// example an object with wrappers that was imposed with `instance:`. Then it is never freed, unless it ends with
    /// the body:
    ///
    /// ```swift
    /// Imposer.isolated(endsWithBody: true) {
    ///     Imposer.impose(for: Gateway.self, instance: SpyGateway())
    ///     check(Checkout())
    /// }
    /// ```
    ///
    /// Then, when the body returns or throws, all scopes and instances of the directory are disposed of, in the reverse
    /// order of creation and even if they are still referenced, and its registrations are released. Later injections
    /// from there fail with an ``ImposeError`` of kind ``ImposeError/Kind/disposed``: by objects, scopes, contexts and
    /// tasks that outlive the body, and by the closures of ``Registration/onDispose(_:)-1abtp``.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - endsWithBody: Whether the directory ends when the body does.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. Tasks that it starts run in the directory as well.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    /// - Complexity: O(1) in the number of registrations; the first change inside copies them.
    @_disfavoredOverload
    @available(*, noasync, message: "say that the body is asynchronous, { () async in … }, or await it in a function")
    public static func isolated<Result, Failure: Error>(
        empty: Bool = false,
        endsWithBody: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let copy = Node.currentRoot(.primary).directory.isolatedCopy(isEmpty: empty)
        enter(copy)
        defer {
            if endsWithBody { copy.end(at: Location(fileID, line)) }
            // Releases the lease while the context is still bound. If nothing else keeps the directory, it ends here,
            // and so its disposers run in its own context.
            Context.releaseTokens()
            Context.leave()
            withExtendedLifetime(copy) {}
        }
        return try body()
    }

    /// Binds an isolated directory for the calling code. The binding keeps its lease.
    ///
    /// - Parameter primary: Its primary imposer.
    private static func enter(_ primary: Node) {
        let lease = primary.directory.beginLease(of: primary)
        Context.enter(Context(in: primary))
        withExtendedLifetime(lease) {}
    }

    /// Runs asynchronous code in a separate directory that starts with the same registrations and no instances.
    ///
    /// ```swift
    /// await Imposer.isolated(endsWithBody: true) {
    ///     Imposer.impose(for: Gateway.self, instance: SpyGateway())
    ///     await check(Checkout())
    /// }
    /// ```
    ///
    /// If the directory ends with the body, asynchronous disposers are awaited. Tasks that the body does not wait for
    /// then get an ``ImposeError`` of kind ``ImposeError/Kind/disposed``. Everything else is as in
    /// ``Imposer/isolated(empty:endsWithBody:fileID:line:_:)-2rqe1``.
    nonisolated(nonsending) public static func isolated<Result>(
        empty: Bool = false,
        endsWithBody: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let copy = Node.currentRoot(.primary).directory.isolatedCopy(isEmpty: empty)
        let lease = copy.directory.beginLease(of: copy)
        defer { withExtendedLifetime(lease) {} }
        return try await runBody {
            try await Context(in: copy).run(body)
        } then: {
            if endsWithBody { await copy.endDirectoryAwaited(at: Location(fileID, line)) }
        }
    }

    /// Returns the calling code's context: the directory that it injects from, and the scope if one is running.
    ///
    /// ```swift
    /// let context = Imposer.currentContext()
    /// Thread.detachNewThread { context.run { work() } }
    /// ```
    ///
    /// Child tasks and `Task { }` inherit it automatically.
    ///
    /// - Returns: A context to run other code in.
    public static func currentContext() -> ImposerContext { ImposerContext(held: HeldContext(.current)) }
}

/// A context that code injects in: a directory, and a scope if one is running. Made by ``Imposer/currentContext()``.
public struct ImposerContext: Sendable {
    fileprivate let held: HeldContext

    /// Runs code in the context.
    ///
    /// - Parameter body: The code. Tasks that it starts run in the context as well.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        Context.enter(held.context)
        defer { Context.leave() }
        return try held.runRequest(body)
    }

    /// Runs asynchronous code in the context.
    ///
    /// ```swift
    /// await context.run { await work() }
    /// ```
    ///
    /// See ``ImposerContext/run(_:)-8qcx9``.
    nonisolated(nonsending) public func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        // Without `held.runRequest`, whose count belongs to a thread and does not follow a task.
        try await held.context.run(body)
    }
}

extension ImposerContext: CustomStringConvertible, CustomReflectable {
    /// `the process's directory` or `an isolated directory`, and the scope if one is running.
    public var description: String {
        let context = held.context
        let directory = context.root.map { root in
            root.with { $0.isEnded } ? "an isolated directory that has ended" : "an isolated directory"
        }
        return (directory ?? "the process's directory") + (context.scope.map { ", \($0.object)" } ?? "")
    }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
