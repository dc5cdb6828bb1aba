// A scope for the time that some code runs.

extension Imposer {
    /// Opens a scope of this imposer, runs code in it, and disposes of it.
    ///
    /// ```swift
    /// payments.withScope("order") { scope in
    ///     scope.give(order)
    ///     book()                          // inject() in there gets the order's own instances
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What the scope is called; `.scopedInstance(in:)` finds it by that.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. It gets the scope, which is the current one for it and for all that it calls.
    /// - Returns: What `body` returns, after the scope was disposed of.
    /// - Throws: What `body` throws, after the scope was disposed of.
    @_disfavoredOverload
    @available(
        *,
        noasync,
        message: "say that the body is asynchronous, { scope async in … }, or await it in a function"
    )
    @inlinable
    public func withScope<Result, Failure: Error>(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Imposer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let scope = openBody(name, fileID: fileID, line: line)
        defer { scope.endBody(fileID: fileID, line: line) }
        return try scope.run { () throws(Failure) -> Result in try body(scope) }
    }

    /// Opens a scope of this imposer, runs asynchronous code in it, and disposes of it, awaiting what has to be awaited.
    ///
    /// - Parameters:
    ///   - name: What the scope is called; `.scopedInstance(in:)` finds it by that.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. It gets the scope, which is the current one for it, for all that it calls, and for the tasks
    ///     that it starts. Those may outlive it: then they get what lives outside the scope, and `disposed` for the rest.
    /// - Returns: What `body` returns, after the scope was disposed of.
    /// - Throws: What `body` throws, a cancellation too, after the scope was disposed of. What disposers throw is told
    ///   to observers.
    nonisolated(nonsending) public func withScope<Result>(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        try await openBody(name, fileID: fileID, line: line).runBody(fileID: fileID, line: line, body)
    }

    /// Runs asynchronous code in this scope, and disposes of it.
    nonisolated(nonsending) private func runBody<Result>(
        fileID: StaticString,
        line: UInt,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        let result: Result
        do {
            result = try await run { try await body(self) }
        } catch {
            await endBodyAwaiting(fileID: fileID, line: line)
            throw error
        }
        await endBodyAwaiting(fileID: fileID, line: line)
        return result
    }

    /// Opens a scope in the one that is running, runs code in it, and disposes of it.
    ///
    /// Where no scope is running it is one of the primary imposer. If the running one was disposed of, everything in the
    /// new one is an `ImposeError` of kind `disposed`: code that outlives its scope begins with
    /// `Imposer.shared.withScope`, which opens beside whatever runs.
    ///
    /// - Parameters:
    ///   - name: What the scope is called; `.scopedInstance(in:)` finds it by that.
    ///   - imposerType: The imposer to open it in, beside whatever runs; by default it nests.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. It gets the scope, which is the current one for it and for all that it calls.
    /// - Returns: What `body` returns, after the scope was disposed of.
    /// - Throws: What `body` throws, after the scope was disposed of.
    @_disfavoredOverload
    @available(
        *,
        noasync,
        message: "say that the body is asynchronous, { scope async in … }, or await it in a function"
    )
    @inlinable
    public static func withScope<Result, Failure: Error>(
        _ name: (any Hashable & Sendable)? = nil,
        of imposerType: ImposerType? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Imposer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let scope = openInnermost(name, of: imposerType, fileID: fileID, line: line)
        defer { scope.endBody(fileID: fileID, line: line) }
        return try scope.run { () throws(Failure) -> Result in try body(scope) }
    }

    /// Opens a scope in the one that is running, runs asynchronous code in it, and disposes of it, awaiting what has to be
    /// awaited: see `disposeAsync()`.
    ///
    /// ```swift
    /// try await Imposer.withScope("request") { scope in
    ///     scope.give(user)
    ///     return try await next(request, context)
    /// }
    /// ```
    ///
    /// Where no scope is running it is one of the primary imposer. If the running one was disposed of, everything in the
    /// new one is an `ImposeError` of kind `disposed`: a task that outlives its scope begins with
    /// `Imposer.shared.withScope`, which opens beside whatever runs.
    ///
    /// - Parameters:
    ///   - name: What the scope is called; `.scopedInstance(in:)` finds it by that.
    ///   - imposerType: The imposer to open it in, beside whatever runs; by default it nests.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. It gets the scope, which is the current one for it, for all that it calls, and for the tasks
    ///     that it starts. Those may outlive it: then they get what lives outside the scope, and `disposed` for the rest.
    /// - Returns: What `body` returns, after the scope was disposed of.
    /// - Throws: What `body` throws, a cancellation too, after the scope was disposed of. What disposers throw is told
    ///   to observers.
    nonisolated(nonsending) public static func withScope<Result>(
        _ name: (any Hashable & Sendable)? = nil,
        of imposerType: ImposerType? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        try await openInnermost(name, of: imposerType, fileID: fileID, line: line)
            .runBody(fileID: fileID, line: line, body)
    }

    /// Opens a scope that nests: in the one that is running, or in an imposer of the directory.
    @usableFromInline
    static func openInnermost(
        _ name: (any Hashable & Sendable)?,
        of imposerType: ImposerType?,
        fileID: StaticString,
        line: UInt
    ) -> Imposer {
        if imposerType == nil, Context.isNone, let primary = Directory.process.unretainedPrimary {
            return primary.with { $0.openBody(name, fileID: fileID, line: line) }
        }
        let outer = imposerType.map { imposer(for: $0) } ?? innermost
        return outer.openBody(name, fileID: fileID, line: line)
    }

    private static var innermost: Imposer {
        let context = Context.current
        return context?.scope ?? (context?.directory ?? .process).imposer(for: .primary)
    }
}
