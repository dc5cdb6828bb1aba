/// A release that others find by the numbers of the imposers it concerns, from its beginning or from the first disposer
/// that has to be awaited. From there on it continues in a task.
///
/// The task is not cancelled with the one that has begun it. It runs in the same context, with the same task-local
/// values.
final class DisposalTask: Sendable {
    /// The numbers of the imposers that let go of something.
    private let subjects: [SerialNumber]
    /// Their numbers, and those of all above them.
    private let lineage: [SerialNumber]
    /// The position in the order of all releases of the process.
    private let number = lastNumber.add(1, ordering: .relaxed)
    private let observers: Observers
    private let location: Location?
    /// The disposal that this completes.
    let disposal: Disposal?
    /// Handed over to the task, and taken by it when it begins.
    private let deferred = LockedState(DeferredRelease())
    private let task = OnceReference<Boxed<Task<[ImposeError], Never>>>()
    private let completion = Completion()
    private static let running = LockedState<[ObjectIdentifier: DisposalTask]>([:])
    private static let count = AtomicField(0)
    private static let lastNumber = AtomicField<SerialNumber>(0)

    /// Lets others find it from now on, until it is complete.
    ///
    /// - Parameters:
    ///   - subjects: The numbers of the imposers that let go of something.
    ///   - lineage: Their numbers, and those of all above them.
    ///   - disposal: The disposal that this completes.
    init(
        of subjects: [SerialNumber],
        below lineage: [SerialNumber],
        telling observers: Observers,
        at location: Location?,
        completing disposal: Disposal?
    ) {
        self.subjects = subjects
        self.lineage = lineage
        self.observers = observers
        self.location = location
        self.disposal = disposal
        Self.running.withLock { $0[ObjectIdentifier(self)] = self }
        Self.count.add(1, ordering: .sequentiallyConsistent)
    }

    /// Starts the task.
    ///
    /// - Parameter rest: The instances left to be disposed of; empty afterwards.
    /// - Returns: The task, which returns the errors.
    @discardableResult
    func start(_ rest: inout DeferredRelease) -> Task<[ImposeError], Never> {
        take(&rest)
        let task = Task { await run(within: nil) }
        _ = self.task.storeIfNil(Boxed(task))
        return task
    }

    private func take(_ rest: inout DeferredRelease) {
        let taken = exchange(&rest, with: DeferredRelease())
        deferred.withLock { $0 = taken }
    }

    /// Ends it: there is nothing left to be disposed of.
    func end() {
        disposal?.ending.end()
        if Self.running.withLock({ $0.removeValue(forKey: ObjectIdentifier(self)) }) != nil {
            Self.count.subtract(1, ordering: .sequentiallyConsistent)
        }
        completion.complete()
    }

    /// Disposes of all instances, one after the other, and ends it.
    ///
    /// - Parameters:
    ///   - rest: The instances; empty afterwards.
    ///   - time: The time for all of it; nil for as much as it takes.
    /// - Returns: The errors.
    func run(_ rest: inout DeferredRelease, within time: ShutdownTime?) async -> [ImposeError] {
        take(&rest)
        return await run(within: time)
    }

    /// - Parameter time: The time for all of it; nil for as much as it takes.
    private func run(within time: ShutdownTime?) async -> [ImposeError] {
        let awaited: [any AnyObject & Sendable] = [self] + (disposal.map { [$0] } ?? [])
        let failures = await Awaited.including(awaited) { await release(within: time) }
        end()
        return failures
    }

    private func release(within time: ShutdownTime?) async -> [ImposeError] {
        var deferred = deferred.withLock { exchange(&$0, with: DeferredRelease()) }
        var failures: [ImposeError] = []
        while deferred.releaseWhatIsSynchronous(telling: { observers }, at: location, &failures) != nil {
            let failure = await deferred.awaitNextDisposer(telling: observers, at: location, within: time)
            if let failure { failures.append(failure) }
        }
        return failures
    }

    /// Whether there is any in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    /// The numbers of the imposers whose releases wait for the calling code.
    static var numbersAwaiting: [SerialNumber] { Awaited.all.flatMap { ($0 as? DisposalTask)?.lineage ?? [] } }

    /// The releases under way for some nodes or those below them, except those that wait for the calling code.
    ///
    /// - Parameter own: A release of these nodes: others of the same nodes that came later wait for it.
    static func all(below nodes: [ImposerNode], for own: DisposalTask?) -> [PendingDisposal] {
        guard exist else { return [] }
        let numbers = Set(nodes.map(\.number))
        return running.withLock { Array($0.values) }
            .filter { task in
                guard !Awaited.contains(task), task.lineage.contains(where: numbers.contains) else { return false }
                guard let own, task.subjects.contains(where: numbers.contains) else { return true }
                return task.number < own.number
            }
            .map(\.pending)
    }

    /// The releases under way for some imposers, except those that wait for the calling code.
    ///
    /// - Parameter numbers: The imposers' numbers.
    static func all(of numbers: [SerialNumber]) -> [PendingDisposal] {
        guard exist else { return [] }
        return running.withLock { Array($0.values) }
            .filter { !Awaited.contains($0) && $0.subjects.contains(where: numbers.contains) }
            .map(\.pending)
    }

    private var pending: PendingDisposal {
        // The task that is started meanwhile, if there is none yet.
        PendingDisposal(completion: completion) { self.task.load()?.content.cancel() }
    }
}

/// The objects that wait for the calling code: a disposal for a disposer that runs in it, for example. The code must
/// not wait for them in return: that would take for ever.
enum Awaited {
    @TaskLocal private static var current: [any AnyObject & Sendable] = []

    static func contains(_ object: AnyObject) -> Bool {
        current.contains { $0 === object }
    }

    /// Whether any object waits for the calling code.
    static var isAnything: Bool { !current.isEmpty }

    fileprivate static var all: [any AnyObject & Sendable] { current }

    /// Runs `body` for objects that wait for it.
    static func including<Result: Sendable>(
        _ objects: [any AnyObject & Sendable],
        _ body: () async -> Result
    ) async -> Result {
        await $current.withValue(current + objects) { await body() }
    }
}
