private import Synchronization

/// A disposal that continues in a task, since it has met a disposer that has to be awaited.
///
/// The task is not cancelled with the one that has begun it. It runs in the same context, with the same task-local
/// values.
final class DisposalTask: Sendable {
    /// The numbers of the imposer that is disposed of and of all above it.
    private let lineage: [SerialNumber]
    private let observers: Observers
    private let location: Location?
    /// The disposal that this completes.
    private let disposal: Disposal?
    /// Taken by the task when it begins.
    private let deferred: LockedState<DeferredRelease>
    private let task = OnceReference<Boxed<Task<[ImposeError], Never>>>()
    let completion = Completion()
    private static let running = LockedState<[ObjectIdentifier: DisposalTask]>([:])
    private static let count = Atomic(0)

    /// - Parameters:
    ///   - deferred: The instances left to be disposed of; empty afterwards.
    ///   - lineage: The numbers of the imposer that is disposed of and of all above it.
    ///   - disposal: The disposal that this completes.
    init(
        _ deferred: inout DeferredRelease,
        of lineage: [SerialNumber],
        telling observers: Observers,
        at location: Location?,
        completing disposal: Disposal?
    ) {
        self.deferred = LockedState(exchange(&deferred, with: DeferredRelease()))
        self.lineage = lineage
        self.observers = observers
        self.location = location
        self.disposal = disposal
    }

    /// Lets others find it from now on, until it is complete.
    func register() {
        Self.running.withLock { $0[ObjectIdentifier(self)] = self }
        Self.count.add(1, ordering: .sequentiallyConsistent)
    }

    /// Starts the task, where others find it from now on.
    ///
    /// - Returns: The task, which returns the errors.
    @discardableResult
    func start() -> Task<[ImposeError], Never> {
        register()
        let task = Task { await run(within: nil) }
        _ = self.task.storeIfNil(Boxed(task))
        return task
    }

    /// Cancels the task, and so the disposer that it is awaiting.
    func cancel() {
        task.load()?.content.cancel()
    }

    /// Disposes of the rest, one after the other.
    ///
    /// - Parameter time: The time for all of it; nil for as much as it takes.
    /// - Returns: The errors.
    func run(within time: ShutdownTime?) async -> [ImposeError] {
        let awaited: [any AnyObject & Sendable] = [self] + (disposal.map { [$0] } ?? [])
        let failures = await Awaited.including(awaited) { await release(within: time) }
        disposal?.ending.end()
        if Self.running.withLock({ $0.removeValue(forKey: ObjectIdentifier(self)) }) != nil {
            Self.count.subtract(1, ordering: .sequentiallyConsistent)
        }
        completion.complete()
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

    /// The tasks under way for some imposers or those below them, except tasks that wait for the calling code.
    static func all(below imposers: [Imposer]) -> [DisposalTask] {
        guard count.load(ordering: .sequentiallyConsistent) > 0 else { return [] }
        let numbers = Set(imposers.map(\.number))
        let tasks = running.withLock { Array($0.values) }
        return tasks.filter { task in
            task.lineage.contains { numbers.contains($0) } && !Awaited.contains(task)
        }
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

    /// Runs `body` for objects that wait for it.
    static func including<Result: Sendable>(
        _ objects: [any AnyObject & Sendable],
        _ body: () async -> Result
    ) async -> Result {
        await $current.withValue(current + objects) { await body() }
    }
}
