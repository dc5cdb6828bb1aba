// The steps of a shutdown.

extension Shutdown {
    /// Shuts something down, or waits for the shutdown that is under way.
    ///
    /// - Parameters:
    ///   - imposers: Returns the imposers to shut down. It is called repeatedly, since the bodies that are awaited may
    ///     make more.
    ///   - outer: The subjects whose shutdown includes this one.
    /// - Returns: The failures.
    static func run(
        _ subject: Subject,
        in outer: [Subject] = [],
        within time: Duration,
        at location: Location,
        _ imposers: @escaping @Sendable () -> [ImposerNode]
    ) async -> [ImposeError] {
        let (shutdown, isNew) = begin(subject, in: outer, at: location)
        if !isNew { return await shutdown.result }
        return await ShutdownCaller.whileWaiting {
            let time = ShutdownTime(time)
            // Not cancelled with the calling task.
            let task = Task { await WaitsForCaller.including(shutdown) { await shutdown.run(within: time, imposers) } }
            return await task.value
        }
    }

    private func run(
        within time: ShutdownTime,
        _ imposers: @escaping @Sendable () -> [ImposerNode]
    ) async -> [ImposeError] {
        var failures = await drain(within: time, imposers)
        endDraining()
        failures += await endConstructions(of: imposers(), within: time)
        failures += await awaitAll(.begunBefore, of: imposers(), within: time)
        disposal.announce(imposers())
        var deferred = DeferredRelease()
        for imposer in imposers() { empty(imposer, into: &deferred) }
        // Once more: another one may have begun meanwhile.
        failures += await awaitAll(.begunMeanwhile, of: imposers(), within: time)
        let observers = imposers().first?.observers ?? Directory.current.observers
        failures += await disposal.run(&deferred, telling: observers, within: time)
        // Something of this may have been taken by others.
        failures += await awaitAll(.taking, of: imposers(), within: time)
        complete(with: failures)
        return failures
    }

    /// Waits for the bodies that run in scopes, including scopes that those bodies open meanwhile.
    private func drain(within time: ShutdownTime, _ imposers: () -> [ImposerNode]) async -> [ImposeError] {
        var failures: [ImposeError] = []
        var late: Set<SerialNumber> = []
        while true {
            let running = imposers().flatMap(\.withAllBelow)
                .filter { $0.hasBodyToWaitFor && !late.contains($0.number) }
            if running.isEmpty { return failures }
            for scope in running where await !awaitBody(of: scope, within: time) {
                late.insert(scope.number)
                failures.append(reported(.body, of: scope, time))
            }
        }
    }

    /// Waits for the end of a scope's body, unless the body waits for a shutdown.
    ///
    /// - Returns: False if the time was over first.
    private func awaitBody(of scope: ImposerNode, within time: ShutdownTime) async -> Bool {
        while true {
            let change = ShutdownCaller.nextChange
            if !scope.hasBodyToWaitFor { return true }
            if await !time.wait(for: change) { return false }
        }
    }

    private func endConstructions(of imposers: [ImposerNode], within time: ShutdownTime) async -> [ImposeError] {
        var failures: [ImposeError] = []
        // An imposer that builds nothing can't be late.
        for imposer in imposers where imposer.hasTaskConstructions {
            let isInTime = try? await time.run { await imposer.endConstructions() }
            if isInTime ?? true { continue }
            failures.append(reported(.construction, of: imposer, time))
        }
        return failures
    }

    /// The disposals of an imposer that a shutdown waits for.
    private enum Others {
        /// Those that are under way when everything of the imposer is still there, and the shutdowns below it.
        case begunBefore
        /// Those that have begun since.
        case begunMeanwhile
        /// Those that have taken something of it.
        case taking
    }

    /// Waits for disposals of some imposers.
    private func awaitAll(
        _ others: Others,
        of imposers: [ImposerNode],
        within time: ShutdownTime
    ) async -> [ImposeError] {
        var failures: [ImposeError] = []
        for imposer in imposers {
            let disposals =
                switch others {
                case .begunBefore:
                    pendingShutdowns(below: imposer) + Disposal.all(in: [imposer], whileEnding: false)
                case .begunMeanwhile: Disposal.all(in: [imposer], whileEnding: true, for: disposal)
                case .taking: Disposal.all(takingFrom: imposer)
                }
            for disposal in disposals {
                guard let completion = disposal.ending.awaited else { continue }
                if await time.wait(for: completion, orElse: disposal.cancel) { continue }
                failures.append(reported(.disposal, of: imposer, time))
            }
        }
        return failures
    }

    /// The error of a step that was not done in time, of which the observers are told.
    private func reported(_ step: Failure.LateStep, of imposer: ImposerNode, _ time: ShutdownTime) -> ImposeError {
        let error = ImposeError(.late(step, imposer, time), Imposer.self, at: location)
        Resolver.report(error, in: imposer)
        return error
    }

    /// Releases everything in an imposer and below it. Scopes are disposed of for good.
    private func empty(_ imposer: ImposerNode, into deferred: inout DeferredRelease) {
        for node in imposer.withAllBelow {
            if node.isOfScope {
                _ = node.dispose(disposal, into: &deferred)
                continue
            }
            node.forgetAllInstances(into: &deferred) { forget in
                // A reset that comes first has opened it again.
                holdingOffLift { isLifted in forget(isLifted ? nil : .shutDown) }
            }
        }
    }
}

extension ImposerNode {
    /// Whether a body runs in this scope which does not itself wait for a shutdown.
    fileprivate var hasBodyToWaitFor: Bool { body.isUnderWay && !ShutdownCaller.isAwaited(by: self) }
}
