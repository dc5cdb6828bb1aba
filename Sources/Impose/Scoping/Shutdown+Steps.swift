// The steps of a shutdown.

extension Shutdown {
    /// Shuts something down, or waits for the shutdown that is under way.
    ///
    /// - Parameters:
    ///   - imposers: Returns the imposers to shut down. It is called repeatedly, since the bodies that are awaited may
    ///     make more.
    /// - Returns: The failures.
    static func run(
        _ subject: Subject,
        within time: Duration,
        at location: Location,
        _ imposers: @escaping @Sendable () -> [Imposer]
    ) async -> [ImposeError] {
        let (shutdown, isNew) = begin(subject, at: location)
        return await isNew ? shutdown.run(within: time, imposers) : shutdown.result
    }

    private func run(
        within time: Duration,
        _ imposers: @escaping @Sendable () -> [Imposer]
    ) async -> [ImposeError] {
        let time = ShutdownTime(time)
        let own = Set(Context.current?.scope?.numbersUpward ?? [])
        // Not cancelled with the calling task.
        let task = Task {
            await Awaited.including([self]) { await self.run(within: time, besides: own, imposers) }
        }
        return await task.value
    }

    private func run(
        within time: ShutdownTime,
        besides own: Set<SerialNumber>,
        _ imposers: @escaping @Sendable () -> [Imposer]
    ) async -> [ImposeError] {
        var failures = await drain(within: time, besides: own, imposers)
        endDraining()
        failures += await endConstructions(of: imposers(), within: time)
        failures += await awaitDisposals(below: imposers(), within: time)
        var deferred = DeferredRelease()
        for imposer in imposers() { empty(imposer, into: &deferred) }
        let directory = imposers().first?.homeDirectory ?? .current
        let task = DisposalTask(
            &deferred,
            of: imposers().map(\.number),
            telling: directory.observers,
            at: location,
            completing: disposal
        )
        task.register()
        failures += await task.run(within: time)
        complete(with: failures)
        return failures
    }

    /// Waits for the bodies that run in scopes, including scopes that those bodies open meanwhile.
    private func drain(
        within time: ShutdownTime,
        besides own: Set<SerialNumber>,
        _ imposers: () -> [Imposer]
    ) async -> [ImposeError] {
        var failures: [ImposeError] = []
        var late = own
        while true {
            let running = imposers().flatMap { $0.node.withAllBelow(of: $0) }
                .filter { $0.node.body.isUnderWay && !late.contains($0.number) }
            if running.isEmpty { return failures }
            for scope in running {
                guard let body = scope.node.body.awaited, await !time.wait(for: body) else { continue }
                late.insert(scope.number)
                failures.append(reported(.lateBody(of: scope, time, at: location), in: scope))
            }
        }
    }

    private func endConstructions(of imposers: [Imposer], within time: ShutdownTime) async -> [ImposeError] {
        var failures: [ImposeError] = []
        // An imposer that builds nothing can't be late.
        for imposer in imposers where imposer.hasTaskConstructions {
            let isInTime = try? await time.run { await imposer.endConstructions() }
            if isInTime ?? true { continue }
            let fixes = ["Let the providers that are awaited give up when their task is cancelled."]
            let error = ImposeError.late(
                "what it was building was not done",
                of: imposer,
                time,
                at: location,
                toFix: fixes
            )
            failures.append(reported(error, in: imposer))
        }
        return failures
    }

    /// Waits for earlier disposals that go on in a task.
    private func awaitDisposals(below imposers: [Imposer], within time: ShutdownTime) async -> [ImposeError] {
        var failures: [ImposeError] = []
        for imposer in imposers {
            for task in DisposalTask.all(below: [imposer]) {
                if await time.wait(for: task.completion, orElse: task.cancel) { continue }
                let fixes = ["Let its disposers give up what can't be done in that time. Their task was cancelled."]
                let error = ImposeError.late(
                    "a disposal that had begun before was not done",
                    of: imposer,
                    time,
                    at: location,
                    toFix: fixes
                )
                failures.append(reported(error, in: imposer))
            }
        }
        return failures
    }

    private func reported(_ error: ImposeError, in imposer: Imposer) -> ImposeError {
        Resolver.report(error, in: imposer)
        return error
    }

    /// Releases everything in an imposer and below it. Scopes are disposed of for good.
    private func empty(_ imposer: Imposer, into deferred: inout DeferredRelease) {
        let all = imposer.node.withAllBelow(of: imposer)
        for scope in all where scope.scopeState != nil { _ = scope.node.dispose(disposal, into: &deferred) }
        for imposer in all where imposer.scopeState == nil {
            imposer.forgetAllInstances(into: &deferred) { forget in
                // A reset that comes first has opened it again.
                holdingOffLift { isLifted in forget(isLifted ? nil : .shutDown) }
            }
        }
    }
}
