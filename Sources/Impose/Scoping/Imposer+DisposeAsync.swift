// Disposing of what needs to be awaited.

extension Imposer {
    /// Disposes of the instances that this imposer keeps and of the scopes that are open in it, in the reverse order of
    /// creation, and awaits the disposers that are asynchronous.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self, option: .scopedInstance, Database.init).onDispose { try await $0.close() }
    ///
    /// let scope = imposer.openScope("session")
    /// …
    /// for error in await scope.disposeAsync() { logger.error("\(error)") }
    /// ```
    ///
    /// It is `dispose()`, for asynchronous functions: disposers are run one after the other, each instance is released
    /// before the next one is disposed of, and one that throws keeps nobody else from their turn. Disposals of scopes of
    /// this imposer that are under way are awaited first.
    ///
    /// Synchronous disposers run where this is called, up to the first that is asynchronous; from there on they all run
    /// in a task of their own. When the calling task is cancelled, that one is not, and is awaited all the same.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What the disposers threw, as errors of kind `disposerFailed`. If it was disposed of before: an error of
    ///   kind `disposed` that says where, as soon as that is complete.
    @discardableResult
    nonisolated(nonsending) public func disposeAsync(
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        if let handledSearch { return await handledSearch.disposeAsync(fileID: fileID, line: line) }
        let location = Location(fileID: fileID, line: line)
        guard type == nil else { return await forgetAllInstancesAwaiting(at: location) }
        for task in DisposalTask.all(below: [self]) { await task.completion.wait() }
        let disposal = Disposal(at: location)
        let failures = await dispose(disposal)
        guard let first = node.disposal, first !== disposal else { return failures }
        if !Awaited.contains(first) { await first.ending.awaited?.wait() }
        return failures
    }

    /// Disposes of it unless that was done before.
    ///
    /// - Returns: What went wrong, which may be that it was disposed of before.
    nonisolated(nonsending) private func dispose(_ disposal: Disposal) async -> [ImposeError] {
        await endConstructions()
        var deferred = DeferredRelease()
        let first = node.dispose(disposal, into: &deferred)
        // While a body runs in it, a shutdown has to find it.
        if !node.body.isUnderWay { leave() }
        if first != nil { return [disposedBefore(disposal)] }
        return await deferred.releaseAwaiting(
            telling: homeDirectory,
            of: numbersUpward,
            at: disposal.location,
            completing: disposal
        )
    }

    /// The error for a second disposal, of which observers are told.
    func disposedBefore(_ second: Disposal) -> ImposeError {
        let error = ImposeError.disposed(self, again: second.location ?? Location())
        Resolver.report(error, in: self)
        return error
    }

    /// Disposes of a scope that was opened for a body, when that has ended.
    ///
    /// If it was disposed of before, that is not awaited: who does it may be waiting for what the body is a part of.
    @usableFromInline
    nonisolated(nonsending) func endBodyAwaiting(fileID: StaticString, line: UInt) async {
        let disposal = Disposal(ofBlockAt: Location(fileID: fileID, line: line))
        if Shutdown.exist {
            // The context is no longer the body's.
            _ = await RunningBody.$isLeft.withValue(true) { await dispose(disposal) }
        } else {
            _ = await dispose(disposal)
        }
        node.body.end()
        leave()
    }

    /// Disposes of a scope that was opened for a body, when that has ended.
    @usableFromInline
    func endBody(fileID: StaticString, line: UInt) {
        let disposal = Disposal(ofBlockAt: Location(fileID: fileID, line: line))
        if Shutdown.exist {
            _ = RunningBody.$isLeft.withValue(true) { disposeAtOnce(disposal) }
        } else {
            disposeAtOnce(disposal)
        }
        node.body.end()
        leave()
    }
}

extension Imposer {
    /// Lets go of all instances that are kept of its registrations, and awaits what has to be awaited.
    ///
    /// - Returns: What went wrong.
    nonisolated(nonsending) func forgetAllInstancesAwaiting(at location: Location) async -> [ImposeError] {
        for task in DisposalTask.all(below: [self]) { await task.completion.wait() }
        await endConstructions()
        var deferred = DeferredRelease()
        forgetAllInstances(into: &deferred) { forget in forget(nil) }
        return await deferred.releaseAwaiting(telling: homeDirectory, of: numbersUpward, at: location)
    }
}
