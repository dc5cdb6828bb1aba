// The disposal of what an imposer keeps, and of scopes.

extension Imposer {
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
    /// `ImposeEvent.Kind.disposalContinues`. In asynchronous functions, call
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
        let node = target
        if node.kind == .root, node.directoryKind != .privateImposer { return node.reset() }
        let location = Location(fileID, line)
        let (isFirst, error) = node.end(at: location)
        if isFirst { return error }
        return ImposeError(.disposedAgain(node), Request(ofImposerAt: location))
    }

    /// Disposes of the instances that this imposer keeps and of the scopes that are open in it, in the reverse order of
    /// creation, and awaits asynchronous disposers.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self, option: .scopedInstance, Database.init).onDispose { try await $0.close() }
    ///
    /// let scope = imposer.openScope("session")
    /// …
    /// for error in await scope.disposeAsync() { logger.error("\(error)") }
    /// ```
    ///
    /// This is ``Imposer/dispose(fileID:line:)`` for asynchronous functions. Disposers run one after the other, and
    /// each instance is released before the next one is disposed of. If one throws, the others run all the same.
    /// Disposals below this imposer that are under way are awaited first.
    ///
    /// Synchronous disposers run directly, up to the first asynchronous one; from there on all of them run in a
    /// separate task. Cancelling the calling task does not cancel that task, which is awaited all the same.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The errors that disposers threw, as ``ImposeError``s of kind ``ImposeError/Kind/disposerFailed``. If
    ///   it was disposed of before, one of kind ``ImposeError/Kind/disposed`` that says where, as soon as that disposal
    ///   is complete.
    @discardableResult
    nonisolated(nonsending) public func disposeAsync(
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        let (node, location) = (target, Location(fileID, line))
        let (isFirst, errors) = await node.endAwaited(at: location)
        // Somebody else may still be disposing: whoever has ended the node, or a shutdown that has taken its instances.
        if !isFirst || node.state.withLock({ $0.isShutDown }) { await node.awaitEnd() }
        if isFirst { return errors }
        return [ImposeError(.disposedAgain(node), Request(ofImposerAt: location))]
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
        target.openScopes(named: InjectionName(name)).count { $0.node.end(at: Location(fileID, line)).isFirst }
    }
}
