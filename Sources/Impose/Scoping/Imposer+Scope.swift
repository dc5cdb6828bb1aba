// `openScope`, `run`, `withScope` and `scope(named:)`.

extension Imposer {
    /// Opens a scope: a child of this imposer that owns the instances made in it.
    ///
    /// ```swift
    /// Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
    ///
    /// let request = Imposer.shared.openScope("request")
    /// request.run { handle() }       // inject() in there gets the Basket of this request
    /// request.dispose()
    /// ```
    ///
    /// The scope sees the registrations of this imposer and may have its own. It owns one instance of each
    /// ``InjectOption/scopedInstance`` registration that is asked for in it. It is disposed of when the last reference
    /// to it is released. Scopes nest.
    ///
    /// - Parameters:
    ///   - name: The name to find the scope by, also used in errors. Several scopes may have the same name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The scope. If this imposer has been disposed of, every injection from the scope fails.
    public func openScope(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Imposer {
        let outer = target
        let scope = Node(.scope, in: outer, named: name.map { InjectionName($0) }, at: Location(fileID, line))
        return Imposer(scope, in: tokenOfParent, endsNode: true)
    }

    /// Opens a scope of the primary imposer.
    ///
    /// ```swift
    /// let session = Imposer.openScope("session")
    /// ```
    ///
    /// See ``Imposer/openScope(_:fileID:line:)-swift.method``.
    public static func openScope(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Imposer {
        let root = Context.current.root ?? Directory.uncountedProcessPrimary
        let scope = Node(.scope, in: root, named: name.map { InjectionName($0) }, at: Location(fileID, line))
        return Imposer(scope, in: root.with { $0.tokenToHold }, endsNode: true)
    }

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
        try openScope(name, fileID: fileID, line: line).runToItsEnd(fileID: fileID, line: line, body)
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
    /// - Throws: The error that `body` throws, including a cancellation error, after the scope was disposed of.
    nonisolated(nonsending) public func withScope<Result>(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        try await openScope(name, fileID: fileID, line: line).runToItsEnd(fileID: fileID, line: line, body)
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
        try openInnerScope(name, of: imposerType, fileID, line).runToItsEnd(fileID: fileID, line: line, body)
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
    /// ``Imposer/withScope(_:fileID:line:_:)-(_,_,_,(Imposer)->Result)``.
    nonisolated(nonsending) public static func withScope<Result>(
        _ name: (any Hashable & Sendable)? = nil,
        of imposerType: ImposerType? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        try await openInnerScope(name, of: imposerType, fileID, line).runToItsEnd(fileID: fileID, line: line, body)
    }

    @usableFromInline
    static func openInnerScope(
        _ name: (any Hashable & Sendable)?,
        of imposerType: ImposerType?,
        _ fileID: StaticString,
        _ line: UInt
    ) -> Imposer {
        if let imposerType { return imposer(for: imposerType).openScope(name, fileID: fileID, line: line) }
        guard let scope = Context.current.scope else { return openScope(name, fileID: fileID, line: line) }
        let inner = Node(.scope, in: scope, named: name.map { InjectionName($0) }, at: Location(fileID, line))
        return Imposer(inner, in: scope.with { $0.openToken }, endsNode: true)
    }

    // A synchronous body runs between `enterBody`, which calls `beginBody`, and `leave` with `endBody`. An asynchronous
    // one runs between `beginBody` and the awaited end. Both ends call `noteEndOfBody`.

    @inlinable
    @inline(__always)
    func runToItsEnd<Result, Failure: Error>(
        fileID: StaticString,
        line: UInt,
        _ body: (Imposer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        enterBody()
        defer {
            leave()
            endBody(fileID: fileID, line: line)
        }
        return try body(self)
    }

    nonisolated(nonsending) private func runToItsEnd<Result>(
        fileID: StaticString,
        line: UInt,
        _ body: nonisolated(nonsending) (Imposer) async throws -> Result
    ) async rethrows -> Result {
        let running = Context.current
        beginBody(in: running)
        return try await runBody {
            try await bindingToRunIn(from: running).run { try await body(self) }
        } then: {
            // This does not wait for a disposal of the scope that somebody else has begun: that may wait for the body.
            node.hasRunningBody.store(false, ordering: .releasing)
            let (isFirst, _) = await node.endAwaited(at: Location(fileID, line))
            noteEndOfBody(isFirst)
        }
    }

    /// Enters the scope for a body, which a shutdown waits for. The caller then calls `leave` and `endBody`.
    @usableFromInline
    func enterBody() {
        let running = Context.current
        beginBody(in: running)
        enter(from: running)
    }

    private func beginBody(in running: Context) {
        if let running = running.scope, running != node.parent { node.scopeOfCaller.value = running.object }
        node.hasRunningBody.set()
    }

    /// Ends the scope after its body.
    @usableFromInline
    func endBody(fileID: StaticString, line: UInt) {
        node.hasRunningBody.store(false, ordering: .releasing)
        noteEndOfBody(node.end(at: Location(fileID, line)).isFirst)
    }

    /// - Parameter isFirst: Whether the scope has ended only now.
    private func noteEndOfBody(_ isFirst: Bool) {
        // Somebody else has ended the scope during the body. It has stayed in the parent's list, see
        // `Node.hasRunningBody`.
        if !isFirst { node.unlinkFromParent() }
        if Shutdown.anyExist { Bodies.signalChange() }
    }

    /// Runs code with this imposer as the current scope: for the injecting functions, and for the wrappers of objects
    /// that are created there, even if they are read later.
    ///
    /// - Parameter body: The code. Tasks that it starts run in the scope as well.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    @inlinable
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        enter()
        defer { leave() }
        return try body()
    }

    /// Runs asynchronous code with this imposer as the current scope.
    ///
    /// ```swift
    /// await request.run { await handle() }
    /// ```
    ///
    /// See ``Imposer/run(_:)-naeb``.
    nonisolated(nonsending) public func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await bindingToRunIn(from: .current).run(body)
    }

    @usableFromInline
    func enter() { enter(from: .current) }

    private func enter(from running: Context) { Context.enter(bindingToRunIn(from: running)) }

    /// Returns the context for code that runs in this imposer, with what keeps it open. It does so in a section: in the
    /// middle of an end, nothing else keeps the primary imposer of the directory.
    private func bindingToRunIn(from running: Context) -> Context.Binding {
        ReadSection.within(node.directoryID) { Context.Binding(contextToRunIn(from: running)) }
    }

    @usableFromInline
    func leave() { Context.leave() }

    /// Returns the open scope of this imposer that was opened last under a name.
    ///
    /// - Parameter name: The name that it was opened under.
    /// - Returns: The scope, or nil if there is none or nothing holds it any more.
    /// - Complexity: O(n) in the number of open scopes.
    public func scope(named name: any Hashable & Sendable) -> Imposer? {
        target.openScopes(named: InjectionName(name)).first
    }
}
