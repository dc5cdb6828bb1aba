// The release of deferred objects, by code that can wait and by code that can't.

extension DeferredRelease {
    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// From the first disposer that has to be awaited, a task continues, and nobody waits for it.
    ///
    /// - Parameters:
    ///   - directory: The directory whose observers are told; nil for the current one.
    ///   - lineage: The numbers of the imposer that lets go of the instances and of all above it.
    ///   - disposal: The disposal that this completes; nil for a reset or a change.
    /// - Returns: The errors until it returned.
    @discardableResult
    mutating func release(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        completing disposal: Disposal? = nil
    ) -> [ImposeError] {
        var failures: [ImposeError] = []
        let rest = begin(telling: directory(), of: lineage(), at: disposal?.location, completing: disposal, &failures)
        guard let rest else { return failures }
        let info = Imposer.RegistrationInfo(rest.next)
        Observers.report(.disposalContinues(info), to: rest.observers, at: disposal?.location ?? info.location)
        rest.task.start()
        return failures
    }

    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// The caller does the work up to the first disposer that has to be awaited; where there is none, no task is made.
    /// The rest is done by a task that is not cancelled with the caller's.
    ///
    /// - Parameters:
    ///   - directory: The directory whose observers are told; nil for the current one.
    ///   - lineage: The numbers of the imposer that lets go of the instances and of all above it.
    ///   - location: Where the release was asked for.
    ///   - disposal: The disposal that this completes; nil for a reset.
    /// - Returns: The errors.
    nonisolated(nonsending) mutating func releaseAwaiting(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        at location: Location?,
        completing disposal: Disposal? = nil
    ) async -> [ImposeError] {
        var failures: [ImposeError] = []
        let rest = begin(telling: directory(), of: lineage(), at: location, completing: disposal, &failures)
        guard let rest else { return failures }
        return failures + (await rest.task.start().value)
    }

    /// The rest of a release, and the registration whose disposer is next.
    private struct Rest {
        let task: DisposalTask
        let next: RegistrationRecord
        let observers: Observers
    }

    /// - Returns: The rest; nil if the release is complete.
    private mutating func begin(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        at location: Location?,
        completing disposal: Disposal?,
        _ failures: inout [ImposeError]
    ) -> Rest? {
        func observers() -> Observers { (directory() ?? Directory.current).observers }
        guard !isEmpty, let next = releaseWhatIsSynchronous(telling: observers, at: location, &failures) else {
            disposal?.ending.end()
            return nil
        }
        let told = observers()
        let task = DisposalTask(&self, of: lineage(), telling: told, at: location, completing: disposal)
        return Rest(task: task, next: next, observers: told)
    }
}
