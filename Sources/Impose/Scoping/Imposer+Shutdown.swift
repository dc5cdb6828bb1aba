// `shutdown`.

extension Imposer {
    /// Shuts down the directory that the calling code injects from: all its imposers, the private imposers below them,
    /// and all their scopes.
    ///
    /// ```swift
    /// try await server.run()
    /// for error in await Imposer.shutdown(within: .seconds(20)) { logger.error("\(error)") }
    /// ```
    ///
    /// 1. From now on new scopes are refused, but to code that runs in a scope. The running bodies of
    ///    ``Imposer/withScope(_:of:fileID:line:_:)-5m59v`` are awaited, for half of the time. They still get everything
    ///    they need. Bodies that wait for a shutdown are not awaited.
    /// 2. Everything ends, and instances that would be kept are no longer made: such injections fail with an
    ///    ``ImposeError`` of kind ``ImposeError/Kind/disposed``.
    /// 3. Everything is disposed of: inner scopes and imposers before outer ones, and the latest instance first.
    ///    Disposers run one after the other, and asynchronous ones are awaited. None of them runs on the caller's actor
    ///    unless it is declared to.
    ///
    /// The time limit covers all three steps. A late disposer is cancelled and reported, and the others still run: each
    /// has at least one second. A late body is reported, and its scope is disposed of. Synchronous code can't be
    /// interrupted and may take longer.
    ///
    /// The imposers keep their registrations. After ``Imposer/reset()-swift.method`` on one of them the directory can
    /// be used again; scopes stay disposed of. If the calling task is cancelled, the shutdown goes on and is awaited
    /// all the same. A second call waits for the first one and returns the same errors.
    ///
    /// - Parameters:
    ///   - time: The time limit for all steps together, 30 seconds by default.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The failures, as ``ImposeError``s: of kind ``ImposeError/Kind/disposerFailed`` if a disposer threw,
    ///   ``ImposeError/Kind/shutdownLate`` if something was not done in time.
    @discardableResult
    public static func shutdown(
        within time: Duration = .seconds(30),
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        let roots = shared.node.withOtherRoots
        return await Shutdown.run(roots, isOfDirectory: true, within: time, at: Location(fileID, line))
    }

    /// Shuts down this imposer, the private imposers below it, and all their scopes.
    ///
    /// ```swift
    /// await payments.shutdown(within: .seconds(5))
    /// ```
    ///
    /// For the steps and the parameters, see ``Imposer/shutdown(within:fileID:line:)-swift.type.method``. A private
    /// imposer can be used again after its ``Imposer/reset()-swift.method``, too.
    @discardableResult
    public func shutdown(
        within time: Duration = .seconds(30),
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] {
        await Shutdown.run([target], isOfDirectory: false, within: time, at: Location(fileID, line))
    }
}
