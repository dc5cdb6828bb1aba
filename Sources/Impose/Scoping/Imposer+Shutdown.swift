extension Imposer {
    /// Shuts down the directory that the calling code works with: all its imposers, the private imposers below them, and
    /// all their scopes.
    ///
    /// ```swift
    /// try await server.run()
    /// for error in await Imposer.shutdown(within: .seconds(20)) { logger.error("\(error)") }
    /// ```
    ///
    /// 1. From now on new scopes are refused, and instances that would have to be kept are no longer made: that is an
    ///    `ImposeError` of kind `disposed`. What is kept and ready is injected until it is disposed of.
    /// 2. The bodies of `withScope` that are running are awaited. They still get whatever they need. Where this is called
    ///    in such a body, that one is not awaited.
    /// 3. Everything is disposed of, in the reverse order of creation over all imposers and scopes together. Disposers
    ///    are run one after the other, and the asynchronous ones awaited. None of them runs on the caller's actor unless
    ///    it says so.
    ///
    /// The time is for all of that. A disposer that is late is cancelled and reported, and the others are still run: each
    /// has one second at least. A body that is late is reported, and its scope disposed of. Synchronous code can't be
    /// interrupted, and may take longer.
    ///
    /// The imposers keep their registrations. After a `reset()` of one of them the directory can be used again; scopes
    /// stay disposed of. When the calling task is cancelled the shutdown goes on, and is awaited all the same. Who calls
    /// it a second time waits for the first one, and gets the same errors.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What went wrong: errors of kind `disposerFailed` for what disposers threw, `shutdownLate` for what was
    ///   not done in time.
    @discardableResult
    public static func shutdown(
        within time: Duration = .seconds(30),
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        let directory = Directory.current
        let location = Location(fileID: fileID, line: line)
        return await Shutdown.run(.directory(directory.number), within: time, at: location) { directory.imposers }
    }

    /// Shuts down this imposer, the private imposers below it, and all their scopes.
    ///
    /// ```swift
    /// await payments.shutdown(within: .seconds(5))
    /// ```
    ///
    /// It goes as described for the static method. A private imposer can be used again after its `reset()`, too.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What went wrong: errors of kind `disposerFailed` for what disposers threw, `shutdownLate` for what was
    ///   not done in time.
    @discardableResult
    public func shutdown(
        within time: Duration = .seconds(30),
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        if let handledSearch { return await handledSearch.shutdown(within: time, fileID: fileID, line: line) }
        // What is above it, and has been shut down, is so with this.
        if let shutdown { return await shutdown.result }
        let location = Location(fileID: fileID, line: line)
        return await Shutdown.run(.imposer(number), within: time, at: location) { [self] }
    }
}
