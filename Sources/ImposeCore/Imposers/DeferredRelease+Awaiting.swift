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
    ///   - isFound: Whether those who wait for the disposal find it by the node of the imposer.
    ///   - announced: The task that this completes, if those who wait find it already.
    /// - Returns: The errors until it returned.
    @discardableResult
    mutating func release(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        completing disposal: Disposal? = nil,
        isFound: Bool = true,
        announced: DisposalTask? = nil
    ) -> [ImposeError] {
        var failures: [ImposeError] = []
        let rest = begin(
            telling: directory(),
            of: lineage(),
            at: disposal?.location,
            completing: disposal,
            isFound: isFound,
            announced,
            &failures
        )
        guard let rest else { return failures }
        let info = Imposer.RegistrationInfo(rest.next)
        Observers.report(.disposalContinues(info), to: rest.observers, at: disposal?.location ?? info.location)
        rest.task.start(&self)
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
    ///   - announced: The task that this completes, if those who wait find it already.
    /// - Returns: The errors.
    nonisolated(nonsending) mutating func releaseAwaiting(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        at location: Location?,
        completing disposal: Disposal? = nil,
        announced: DisposalTask? = nil
    ) async -> [ImposeError] {
        var failures: [ImposeError] = []
        let rest = begin(telling: directory(), of: lineage(), at: location, completing: disposal, announced, &failures)
        guard let rest else { return failures }
        return failures + (await rest.task.start(&self).value)
    }

    /// The rest of a release, and the registration whose disposer is next.
    private struct Rest {
        let task: DisposalTask
        let next: RegistrationRecord
        let observers: Observers
    }

    /// A disposal is found by the node that it closes, in which nobody else keeps anything any more. Everything else
    /// is found by a `DisposalTask`. Where none was announced before, nobody further up could look for the instances:
    /// they were never kept, or their directory goes. Then one is made only for disposers.
    ///
    /// - Returns: The rest; nil if the release is complete.
    private mutating func begin(
        telling directory: @autoclosure () -> Directory?,
        of lineage: @autoclosure () -> [SerialNumber],
        at location: Location?,
        completing disposal: Disposal?,
        isFound: Bool = true,
        _ announced: DisposalTask?,
        _ failures: inout [ImposeError]
    ) -> Rest? {
        func observers() -> Observers { (directory() ?? Directory.current).observers }
        func task() -> DisposalTask {
            let lineage = lineage()
            let subjects = Array(lineage.prefix(1))
            return DisposalTask(of: subjects, below: lineage, telling: observers(), at: location, completing: disposal)
        }
        let announced = announced ?? (hasDisposers && (disposal == nil || !isFound) ? task() : nil)
        guard !isEmpty, let next = releaseWhatIsSynchronous(telling: observers, at: location, &failures) else {
            announced?.end()
            disposal?.ending.end()
            return nil
        }
        return Rest(task: announced ?? task(), next: next, observers: observers())
    }
}
