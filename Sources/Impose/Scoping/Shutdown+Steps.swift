// The steps of a shutdown.

extension Shutdown {
    /// Shuts something down, or waits for the shutdown that is under way.
    ///
    /// - Parameters:
    ///   - owner: What is shut down. Its imposers are asked for repeatedly, since the bodies that are awaited may make
    ///     more.
    ///   - subjects: The owner as a subject, and behind it those whose shutdown includes this one.
    /// - Returns: The failures.
    static func run(
        _ owner: any InstanceOwner,
        _ subjects: [Subject],
        within time: Duration,
        at location: Location
    ) async -> [ImposeError] {
        let (shutdown, isNew) = begin(subjects, at: location)
        if !isNew { return await shutdown.result }
        return await ShutdownCaller.whileWaiting {
            let time = ShutdownTime(time)
            // Not cancelled with the calling task.
            let task = Task { await WaitsForCaller.including(shutdown) { await shutdown.run(owner, within: time) } }
            return await task.value
        }
    }

    private func run(_ owner: any InstanceOwner, within time: ShutdownTime) async -> [ImposeError] {
        var failures = await drain(owner, within: time)
        endDraining()
        failures += await disposal.wait(in: owner.members, within: time, for: pendingShutdowns(below:))
        failures += await disposal.awaitOthers(in: owner.members, closing: false, within: time)
        disposal.announce(owner.members)
        var deferred = DeferredRelease()
        for imposer in owner.members { empty(imposer, into: &deferred) }
        failures += await disposal.complete(in: owner.members, of: owner, &deferred, within: time)
        // Something of this may have been taken by others.
        failures += await disposal.wait(in: owner.members, within: time, for: Disposal.all(takingFrom:))
        complete(with: failures)
        return failures
    }

    /// Waits for the bodies that run in scopes, including scopes that those bodies open meanwhile.
    private func drain(_ owner: any InstanceOwner, within time: ShutdownTime) async -> [ImposeError] {
        var failures: [ImposeError] = []
        var late: Set<SerialNumber> = []
        while true {
            let running = owner.members.flatMap(\.withAllBelow)
                .filter { $0.hasBodyToWaitFor && !late.contains($0.number) }
            if running.isEmpty { return failures }
            for scope in running where await !awaitBody(of: scope, within: time) {
                late.insert(scope.number)
                failures.append(disposal.report(.late(.body, scope, time), of: scope))
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
