// The release of deferred objects: what code that can't wait leaves to a task, and what code that can awaits.

extension DeferredRelease {
    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// From the first disposer that has to be awaited, a task continues, and nobody waits for it.
    ///
    /// - Parameters:
    ///   - owner: The owner of the instances; nil where nobody could wait for them.
    ///   - disposal: The disposal that this completes, if it has begun.
    /// - Returns: The errors until it returned.
    @discardableResult
    mutating func release(for owner: (any InstanceOwner)?, completing disposal: Disposal? = nil) -> [ImposeError] {
        begin(for: owner, completing: disposal, isAwaited: false, within: nil).failures
    }

    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// The caller does the work up to the first disposer that has to be awaited; where there is none, no task is made.
    /// The rest is done by a task that is not cancelled with the caller's.
    ///
    /// - Parameters:
    ///   - owner: The owner of the instances.
    ///   - disposal: The disposal that this completes.
    ///   - time: The time for each disposer that has to be awaited; nil for as much as it takes.
    /// - Returns: The errors.
    nonisolated(nonsending) mutating func releaseAwaiting(
        for owner: any InstanceOwner,
        completing disposal: Disposal,
        within time: ShutdownTime?
    ) async -> [ImposeError] {
        let (failures, rest) = begin(for: owner, completing: disposal, isAwaited: true, within: time)
        return failures + (await rest?.value ?? [])
    }

    /// Where no disposal has begun, nobody further up could look for the instances: they were never kept, or their
    /// directory goes. Then one begins only for disposers.
    ///
    /// - Returns: The errors so far; and the task that does the rest, if there is any.
    @inline(never)
    private mutating func begin(
        for owner: (any InstanceOwner)?,
        completing disposal: Disposal?,
        isAwaited: Bool,
        within time: ShutdownTime?
    ) -> (failures: [ImposeError], rest: Task<[ImposeError], Never>?) {
        func observers() -> Observers { owner?.observers ?? Directory.current.observers }
        let hasDisposers = hasDisposers
        let disposal = disposal ?? (hasDisposers ? owner.map { Disposal(changing: $0) } : nil)
        var failures: [ImposeError] = []
        let location = disposal?.location
        let next: RegistrationRecord?
        if let disposal, hasDisposers {
            // A disposer may start a task that a later one awaits.
            next = WaitsForCaller.including(disposal) {
                releaseWhatIsSynchronous(telling: observers, at: location, &failures)
            }
        } else {
            next = isEmpty ? nil : releaseWhatIsSynchronous(telling: observers, at: location, &failures)
        }
        guard let next else {
            disposal?.end()
            return (failures, nil)
        }
        if !isAwaited {
            let info = Imposer.RegistrationInfo(next)
            Observers.report(.disposalContinues(info), to: observers(), at: location ?? info.location)
        }
        let rest = disposal ?? Disposal(at: nil)
        if let owner { rest.announce(owner.members) }
        return (failures, rest.start(&self, telling: observers(), within: time))
    }
}
