// Disposal that awaits asynchronous disposers.

extension Imposer {
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
        let node = searched
        let disposal = Disposal(at: Location(fileID: fileID, line: line))
        let failures = await node.isMember ? node.forgetAllInstances(disposal) : node.dispose(disposal)
        // Something of this may have been taken by others; or all, by an earlier disposal.
        await disposal.wait(in: [node], for: Disposal.all(takingFrom:))
        return failures
    }

    /// Disposes of a scope that was opened for a body, when the body has ended.
    @usableFromInline
    func endBody(fileID: StaticString, line: UInt) {
        let disposal = Disposal(.block, at: Location(fileID: fileID, line: line))
        if Shutdown.exist {
            // The context is no longer the body's.
            _ = WaitsForCaller.including(node) { node.disposeAtOnce(disposal) }
        } else {
            node.disposeAtOnce(disposal)
        }
        node.noteEndOfBody()
    }
}

extension ImposerNode {
    /// Disposes of it unless that was done before.
    ///
    /// - Returns: The failures, including the error for an earlier disposal.
    nonisolated(nonsending) fileprivate func dispose(_ disposal: Disposal) async -> [ImposeError] {
        var deferred = DeferredRelease()
        if let failures = disposeUnlessAwaiting(disposal, &deferred) { return failures }
        // The end of a body is still a part of the body, whose context it has left.
        guard disposal.cause == .block else { return await disposeAwaiting(disposal, &deferred) }
        return await WaitsForCaller.including(self) { await disposeAwaiting(disposal, &deferred) }
    }

    /// Disposes of it as far as nothing has to be awaited: nearly always as a whole, by fewer instructions than
    /// asynchronous calls would take.
    ///
    /// - Parameter deferred: Receives what it has kept, unless that is released.
    /// - Returns: The failures; nil if something has to be awaited next, before it is closed or behind that.
    private func disposeUnlessAwaiting(_ disposal: Disposal, _ deferred: inout DeferredRelease) -> [ImposeError]? {
        if Shutdown.exist || hasTaskConstructions || !Disposal.all(in: [self], whileEnding: true).isEmpty { return nil }
        // An earlier disposal may wait for the calling code.
        if dispose(disposal, into: &deferred) != nil { return [disposal.report(.disposedAgain(self), of: self)] }
        if deferred.hasDisposers || !Disposal.all(in: [self], whileEnding: true, for: disposal).isEmpty { return nil }
        defer { leaveWhenDisposed() }
        return deferred.release(for: self, completing: disposal)
    }

    /// Takes the steps of its disposal that are left.
    @inline(never)
    nonisolated(nonsending) private func disposeAwaiting(
        _ disposal: Disposal,
        _ deferred: inout DeferredRelease
    ) async -> [ImposeError] {
        // Unless this has closed it already.
        if self.disposal !== disposal {
            _ = await disposal.awaitOthers(in: [self], closing: true)
            if dispose(disposal, into: &deferred) != nil { return [disposal.report(.disposedAgain(self), of: self)] }
        }
        defer { leaveWhenDisposed() }
        return await disposal.complete(in: [self], of: self, &deferred)
    }

    /// Disposes of a scope that was opened for a body, when the body has ended.
    ///
    /// An earlier disposal is not awaited: its caller may be waiting for something that the body is part of. Disposals
    /// below it are.
    nonisolated(nonsending) func endBodyAwaiting(at location: Location) async {
        _ = await dispose(Disposal(.block, at: location))
        noteEndOfBody()
    }

    fileprivate func noteEndOfBody() {
        body.end()
        ShutdownCaller.noteChange()
        leaveWhenDisposed()
    }

    /// Releases all kept instances of its registrations, and awaits asynchronous disposers.
    ///
    /// - Returns: The failures.
    nonisolated(nonsending) fileprivate func forgetAllInstances(_ disposal: Disposal) async -> [ImposeError] {
        _ = await disposal.awaitOthers(in: [self], closing: false)
        disposal.announce([self])
        var deferred = DeferredRelease()
        forgetAllInstances(into: &deferred) { forget in forget(nil) }
        return await disposal.complete(in: [self], of: self, &deferred)
    }
}
