// `openScope`, `run`, `dispose`, and finding scopes by their names.

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
        searched.openScope(ScopeNames.title(of: name), at: Location(fileID: fileID, line: line))
    }

    /// Opens a scope that is disposed of when a body ends.
    @usableFromInline
    func openBody(_ name: (any Hashable & Sendable)?, fileID: StaticString, line: UInt) -> Imposer {
        searched.openScope(ScopeNames.title(of: name), at: Location(fileID: fileID, line: line), hasBody: true)
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
        shared.openScope(name, fileID: fileID, line: line)
    }

    /// Runs code with this imposer as the current scope: for the injecting functions, and for the wrappers of objects
    /// that are created there, even if they are read later.
    ///
    /// - Parameter body: The code. Tasks that it starts run in the scope as well.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    @inlinable
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Context.run(in: contextToRunIn, body)
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
        try await Context.run(in: contextToRunIn, body)
    }

    /// The context for `run`. An imposer that is not a scope runs code without a scope, in its own directory.
    @usableFromInline
    var contextToRunIn: Context? {
        if let handle { return handle.context }
        // The usual case: a scope.
        if node.isScopeOfProcess { return Context(runningIn: self) }
        return Context.context(in: node.homeDirectory ?? .current, node.nearestScope, isRunning: true)
    }

    /// Disposes of the instances that this imposer keeps and of the scopes that are open in it, in the reverse order of
    /// creation. Afterwards every injection from here fails with an ``ImposeError`` of kind
    /// ``ImposeError/Kind/disposed``.
    ///
    /// For each instance that was made here, the closures of ``Registration/onDispose(_:)-1abtp`` run, and the instance
    /// is released. If one throws, the others run all the same. Instances that were imposed with `instance:` or stored
    /// are only released.
    ///
    /// This method can't await an asynchronous disposer: it leaves that one, and all that come after it, to a task that
    /// keeps the order, and returns before they are done. Observers get
    /// ``ImposeEvent/Kind/disposalContinues(_:)``. In asynchronous functions, call
    /// ``Imposer/disposeAsync(fileID:line:)``.
    ///
    /// Primary, secondary and custom imposers remain usable: they release their instances, as
    /// ``Imposer/reset()-swift.method`` does.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: Nil; or the error that says where it was disposed of before; or the first error that a disposer
    ///   threw, as an ``ImposeError`` of kind ``ImposeError/Kind/disposerFailed``. Observers get all of them.
    @discardableResult
    public func dispose(fileID: StaticString = #fileID, line: UInt = #line) -> ImposeError? {
        let node = searched
        if node.isMember { return node.forgetAllInstances().first }
        return node.disposeAtOnce(Disposal(at: Location(fileID: fileID, line: line)))
    }

    /// Returns the open scope of this imposer that was opened last under a name.
    ///
    /// - Parameter name: The name that it was opened under.
    /// - Returns: The scope, or nil if there is none or nothing holds it any more.
    public func scope(named name: any Hashable & Sendable) -> Imposer? {
        searched.scopes(named: InjectionName(name)).first
    }

    /// Disposes of all scopes of this imposer that were opened under a name, the latest first.
    ///
    /// - Parameters:
    ///   - name: The name that they were opened under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The number of scopes that were disposed of.
    @discardableResult
    public func disposeScopes(
        named name: any Hashable & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Int {
        let scopes = searched.scopes(named: InjectionName(name))
        return scopes.count { $0.dispose(fileID: fileID, line: line)?.kind != .disposed }
    }
}

extension ImposerNode {
    /// Disposes of it unless that was done before.
    ///
    /// - Returns: What went wrong first, which may be that it was disposed of before.
    @discardableResult
    func disposeAtOnce(_ disposal: Disposal) -> ImposeError? {
        var deferred = DeferredRelease()
        if dispose(disposal, into: &deferred) != nil { return disposal.report(.disposedAgain(self), of: self) }
        defer { leaveWhenDisposed() }
        return deferred.release(for: self, completing: disposal).first
    }
}
