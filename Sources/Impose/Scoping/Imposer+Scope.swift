extension Imposer {
    /// Opens a scope: a child of this imposer that owns the instances that are made in it.
    ///
    /// ```swift
    /// Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
    ///
    /// let request = Imposer.shared.openScope("request")
    /// request.run { handle() }       // inject() in there gets the Basket of this request
    /// request.dispose()
    /// ```
    ///
    /// It sees the registrations of this imposer, may have some of its own, and owns one instance of each
    /// `.scopedInstance` registration that is asked for in it. Whoever opens it holds it: when the last reference goes,
    /// it is disposed of. Scopes nest.
    ///
    /// - Parameters:
    ///   - name: What to find it by and to call it in errors. Several may have the same one.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The scope. If this imposer has been disposed of, every injection from the scope fails.
    public func openScope(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Imposer {
        openScope(name, at: Location(fileID: fileID, line: line), forBody: false)
    }

    /// Opens a scope that is disposed of when a body ends.
    @usableFromInline
    func openBody(_ name: (any Hashable & Sendable)?, fileID: StaticString, line: UInt) -> Imposer {
        openScope(name, at: Location(fileID: fileID, line: line), forBody: true)
    }

    private func openScope(
        _ name: (any Hashable & Sendable)?,
        at location: Location,
        forBody hasBody: Bool
    ) -> Imposer {
        if let handledSearch { return handledSearch.openScope(name, at: location, forBody: hasBody) }
        let title = name.map { ScopeNames.title(of: $0) } ?? .none
        if isOfProcess {
            return Imposer(scope: ScopeState(ofProcess: title, at: location, hasBody: hasBody), in: self)
        }
        let home = homeDirectory
        let state = ScopeState(
            named: title,
            in: home ?? Directory.current,
            at: location,
            isOfDirectory: home != nil,
            hasBody: hasBody
        )
        return Imposer(scope: state, in: self)
    }

    /// Opens a scope of the primary imposer.
    ///
    /// - Parameters:
    ///   - name: What to find it by and to call it in errors. Several may have the same one.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The scope.
    public static func openScope(
        _ name: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Imposer {
        shared.openScope(name, fileID: fileID, line: line)
    }

    /// Runs code with this imposer as the current scope: for the injecting functions, and for the wrappers of objects
    /// that are created there, also when they are read later.
    ///
    /// - Parameter body: The code. Tasks that it starts run in the scope as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Context.run(in: contextToRunIn, body)
    }

    /// Runs asynchronous code with this imposer as the current scope.
    ///
    /// - Parameter body: The code. Tasks that it starts run in the scope as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    nonisolated(nonsending) public func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Context.run(in: contextToRunIn, body)
    }

    /// An imposer that is no scope runs code without one, in its own directory.
    @usableFromInline
    var contextToRunIn: Context? {
        if let handle { return handle.context }
        // A scope, as nearly always.
        if isScopeOfProcess { return Context(runningIn: self) }
        if let directory = scopeState?.directory { return Context(directory, scope: self, isRunning: true) }
        let directory = homeDirectory ?? Directory.current
        let scope = nearestScope
        return scope == nil && directory === Directory.process ? nil : Context(directory, scope: scope, isRunning: true)
    }

    /// Disposes of the instances that this imposer keeps and of the scopes that are open in it, in the reverse order of
    /// creation. Afterwards every injection from here is an `ImposeError` of kind `disposed`.
    ///
    /// For each instance that was made here, what was given to `onDispose` is run, and the instance is released. What
    /// one of them throws keeps no other from its turn. Instances that were imposed with `instance:` or stored are
    /// released only.
    ///
    /// A disposer that is asynchronous can't be awaited here: it and all that come after it are left to a task, in the
    /// same order, and this returns before they are done. Observers are told (`disposalContinues`). In asynchronous
    /// functions call `await disposeAsync()`.
    ///
    /// Primary, secondary and custom imposers stay in use: they let go of their instances, as `reset()` does.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: Nil; or the error that says where it was disposed of before; or the first of what disposers threw, as
    ///   an error of kind `disposerFailed`. Observers are told of all of them.
    @discardableResult
    public func dispose(fileID: StaticString = #fileID, line: UInt = #line) -> ImposeError? {
        if let handledSearch { return handledSearch.dispose(fileID: fileID, line: line) }
        guard type == nil else { return forgetAllInstances().first }
        return disposeAtOnce(Disposal(at: Location(fileID: fileID, line: line)))
    }

    /// Disposes of it unless that was done before.
    ///
    /// - Returns: What went wrong first, which may be that it was disposed of before.
    @discardableResult
    func disposeAtOnce(_ disposal: Disposal) -> ImposeError? {
        var deferred = DeferredRelease()
        let first = node.dispose(disposal, into: &deferred)
        // Nobody will look for it, and its parent need not remember it; but a shutdown has to find it while a body runs.
        if !node.body.isUnderWay { leave() }
        if first != nil { return disposedBefore(disposal) }
        return deferred.release(telling: homeDirectory, of: numbersUpward, completing: disposal).first
    }

    /// The scope of this imposer that was opened last under a name and is still open.
    ///
    /// - Parameter name: What it was opened under.
    /// - Returns: The scope, or nil if there is none, or nobody holds it any more.
    public func scope(named name: any Hashable & Sendable) -> Imposer? {
        (handledSearch ?? self).node.scopes(named: InjectionName(name)).first
    }

    /// Disposes of all scopes of this imposer that were opened under a name, the latest first.
    ///
    /// - Parameters:
    ///   - name: What they were opened under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: How many there were.
    @discardableResult
    public func disposeScopes(
        named name: any Hashable & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Int {
        let scopes = (handledSearch ?? self).node.scopes(named: InjectionName(name))
        return scopes.count { $0.dispose(fileID: fileID, line: line)?.kind != .disposed }
    }
}
