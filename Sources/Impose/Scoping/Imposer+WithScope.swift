// Scopes that last as long as a body of code.

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
    ///   - name: The name of the scope, by which ``InjectOption/scopedInstance(in:)`` finds it.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - body: The code. It gets the scope, which is the current one for it and for everything it calls.
    /// - Returns: The result of `body`, after the scope was disposed of.
    /// - Throws: The error that `body` throws, after the scope was disposed of.
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

    /// Opens a scope of this imposer, runs asynchronous code in it, and disposes of it, awaiting asynchronous
    /// disposers.
    ///
    /// ```swift
    /// try await payments.withScope("order") { scope in
    ///     scope.give(order)
    ///     try await book()
    /// }
    /// ```
    ///
    /// The scope is the current one for the body, for everything it calls, and for the tasks that it starts. A task
    /// that outlives the body gets instances from outside the scope; for everything else it gets an ``ImposeError`` of
    /// kind ``ImposeError/Kind/disposed``.
    ///
    /// For the parameters, see ``Imposer/withScope(_:fileID:line:_:)-7j8x7``.
    ///
    /// - Returns: The result of `body`, after the scope was disposed of.
    /// - Throws: The error that `body` throws, including a cancellation error, after the scope was disposed of. Errors
    ///   of disposers are reported to observers.
    nonisolated(nonsending) public func withScope<Result>(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        try await openBody(name, fileID: fileID, line: line).runBody(fileID: fileID, line: line, body)
    }

    /// Runs asynchronous code in this scope, and disposes of it.
    @inline(__always)
    nonisolated(nonsending) private func runBody<Result>(
        fileID: StaticString,
        line: UInt,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        WaitsForCaller.noteAsynchronousBody(of: node)
        return try await BodyThenEnd.run {
            try await run { try await body(self) }
        } then: {
            await node.endBodyAwaiting(at: Location(fileID: fileID, line: line))
        }
    }

    /// Opens a scope inside the running one, runs code in it, and disposes of it.
    ///
    /// ```swift
    /// Imposer.withScope("import") { scope in
    ///     scope.give(file)
    ///     readAll()
    /// }
    /// ```
    ///
    /// If no scope is running, the new one is a scope of the primary imposer. If the running scope was disposed of,
    /// every injection in the new one fails with an ``ImposeError`` of kind ``ImposeError/Kind/disposed``. Code that
    /// outlives its scope therefore begins with `Imposer.shared.withScope`, which always opens a scope of the primary
    /// imposer.
    ///
    /// Given an `imposerType`, the scope is opened in that imposer instead, regardless of the running scope. For the
    /// other parameters, see ``Imposer/withScope(_:fileID:line:_:)-7j8x7``.
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

    /// Opens a scope inside the running one, runs asynchronous code in it, and disposes of it, awaiting asynchronous
    /// disposers.
    ///
    /// ```swift
    /// try await Imposer.withScope("request") { scope in
    ///     scope.give(user)
    ///     return try await next(request, context)
    /// }
    /// ```
    ///
    /// The scope is chosen as in ``Imposer/withScope(_:of:fileID:line:_:)-5m59v``. Everything else is as in
    /// ``Imposer/withScope(_:fileID:line:_:)-3n39q``.
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

    /// Opens a scope inside the running one, or in an imposer of the directory.
    @usableFromInline
    static func openInnermost(
        _ name: (any Hashable & Sendable)?,
        of imposerType: ImposerType?,
        fileID: StaticString,
        line: UInt
    ) -> Imposer {
        if imposerType == nil, Context.isNone, let primary = Directory.process.primary.unretained {
            return primary.with { $0.openBody(name, fileID: fileID, line: line) }
        }
        let context = Context.current
        let scope = imposerType == nil ? context?.scope : nil
        let outer = scope ?? (context?.directory ?? .process).imposer(for: imposerType ?? .primary).node
        return outer.openScope(ScopeNames.title(of: name), at: Location(fileID: fileID, line: line), hasBody: true)
    }
}
