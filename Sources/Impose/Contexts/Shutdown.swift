internal import Synchronization

/// A shutdown, from its beginning until a reset.
final class Shutdown: Sendable {
    /// What is shut down.
    enum Subject: Hashable {
        case imposer(SerialNumber)
        /// With all its imposers.
        case directory(SerialNumber)
    }

    private struct State {
        /// Whether a reset has ended it.
        var isLifted = false
        var failures: [ImposeError] = []
    }

    let place: SourcePlace
    /// That of all scopes that end with it.
    let disposal: Disposal
    /// That of the scopes that somebody tries to open from then on. There is nothing to wait for.
    let refusal: Disposal
    private let state = Guarded(State())
    private let completion = Completion()
    private let isDraining = Atomic(true)

    private init(at place: SourcePlace) {
        self.place = place
        disposal = Disposal(shutDownAt: place)
        refusal = Disposal(shutDownAt: place)
        refusal.ending.end()
    }

    /// Whether what is running may still make something: what belongs to a body or a disposal that is waited for, and
    /// what somebody is in the middle of building.
    ///
    /// - Parameter scope: The scope that it would be made in.
    func permits(in scope: Imposer?) -> Bool {
        guard isDraining.load(ordering: .sequentiallyConsistent) else { return false }
        return ResolutionPath.isBuildingHeldInstance || scope?.isInRunningBody ?? false || RunningBody.isCurrent
            || Awaited.isAnything
    }

    /// Runs a change that ends it, together with what closes it.
    fileprivate func lift(_ reopen: () -> Void) {
        state.withLock { state in
            state.isLifted = true
            reopen()
        }
    }

    // MARK: In force

    private static let inForce = Guarded<[Subject: Shutdown]>([:])
    private static let count = Atomic(0)

    /// Whether there is any shutdown in force in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    static func inForce(_ subject: Subject) -> Shutdown? {
        exist ? inForce.withLock { $0[subject] } : nil
    }

    /// The shutdown of something, begun if none is in force.
    ///
    /// - Returns: The shutdown, and whether it was begun here.
    fileprivate static func begin(_ subject: Subject, at place: SourcePlace) -> (Shutdown, isNew: Bool) {
        inForce.withLock { inForce in
            if let shutdown = inForce[subject] { return (shutdown, false) }
            let shutdown = Shutdown(at: place)
            inForce[subject] = shutdown
            count.add(1, ordering: .sequentiallyConsistent)
            return (shutdown, true)
        }
    }

    /// Forgets that something was shut down.
    static func forget(_ subject: Subject) {
        guard exist else { return }
        let old = inForce.withLock { $0.removeValue(forKey: subject) }
        if old != nil { count.subtract(1, ordering: .sequentiallyConsistent) }
    }
}

// What it does, step by step.
extension Shutdown {
    /// Shuts something down, or waits for who does so already.
    ///
    /// - Parameters:
    ///   - imposers: What is found there, asked again and again: bodies that are waited for may make more.
    /// - Returns: What went wrong.
    static func run(
        _ subject: Subject,
        within time: Duration,
        at place: SourcePlace,
        _ imposers: @escaping @Sendable () -> [Imposer]
    ) async -> [ImposeError] {
        let (shutdown, isNew) = begin(subject, at: place)
        return await isNew ? shutdown.run(within: time, imposers) : shutdown.result
    }

    /// What went wrong, when it is complete. Whoever is a part of it does not wait.
    var result: [ImposeError] {
        get async {
            if !Awaited.contains(self) { await completion.wait() }
            return state.withLock { $0.failures }
        }
    }

    private func run(
        within time: Duration,
        _ imposers: @escaping @Sendable () -> [Imposer]
    ) async -> [ImposeError] {
        let time = ShutdownTime(time)
        let own = Context.current?.scope?.scopesAround ?? []
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
        isDraining.store(false, ordering: .sequentiallyConsistent)
        failures += await endConstructions(of: imposers(), within: time)
        failures += await awaitDisposals(below: imposers(), within: time)
        var garbage = Garbage()
        for imposer in imposers() { empty(imposer, into: &garbage) }
        let directory = imposers().first?.homeDirectory ?? .current
        let task = DisposalTask(
            &garbage,
            of: imposers().map(\.number),
            telling: directory.observers,
            at: place,
            completing: disposal
        )
        task.register()
        failures += await task.run(within: time)
        state.withLock { $0.failures = failures }
        completion.complete()
        return failures
    }

    /// Waits for the bodies that run in scopes, those that they open meanwhile included.
    private func drain(
        within time: ShutdownTime,
        besides own: Set<SerialNumber>,
        _ imposers: () -> [Imposer]
    ) async -> [ImposeError] {
        var failures: [ImposeError] = []
        var late = own
        while true {
            let running = imposers().flatMap { $0.branch.withAllBelow(of: $0) }
                .filter { $0.branch.body.isUnderWay && !late.contains($0.number) }
            if running.isEmpty { return failures }
            for scope in running {
                guard let body = scope.branch.body.awaited, await !time.wait(for: body) else { continue }
                late.insert(scope.number)
                failures.append(reported(.lateBody(of: scope, time, at: place), in: scope))
            }
        }
    }

    private func endConstructions(of imposers: [Imposer], within time: ShutdownTime) async -> [ImposeError] {
        var failures: [ImposeError] = []
        // Where nothing is being built nothing can be late.
        for imposer in imposers where imposer.hasTaskConstructions {
            let isInTime = try? await time.run { await imposer.endConstructions() }
            if isInTime ?? true { continue }
            let fixes = ["Let the providers that are awaited give up when their task is cancelled."]
            let error = ImposeError.late(
                "what it was building was not done",
                of: imposer,
                time,
                at: place,
                toFix: fixes
            )
            failures.append(reported(error, in: imposer))
        }
        return failures
    }

    /// Waits for disposals that were begun before and go on in a task.
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
                    at: place,
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

    /// Takes everything out of an imposer and what is below it, for good as far as that are scopes.
    private func empty(_ imposer: Imposer, into garbage: inout Garbage) {
        let all = imposer.branch.withAllBelow(of: imposer)
        for scope in all where scope.scopeState != nil { _ = scope.branch.dispose(disposal, into: &garbage) }
        for imposer in all where imposer.scopeState == nil {
            imposer.forgetAllInstances(into: &garbage) { forget in
                // A reset that comes first has opened it again.
                state.withLock { forget($0.isLifted ? nil : .shutDown) }
            }
        }
    }
}

extension Imposer {
    /// The shutdown that is in force for this imposer: its own, or that of one above it.
    var shutdown: Shutdown? {
        guard Shutdown.exist else { return nil }
        var next: Imposer? = self
        while let imposer = next {
            if let shutdown = Shutdown.inForce(.imposer(imposer.number)) { return shutdown }
            if let directory = imposer.directory { return Shutdown.inForce(.directory(directory.number)) }
            next = imposer.parent
        }
        return nil
    }

    /// The shutdown because of which nothing new may be made here; nil if something may.
    ///
    /// - Parameter scope: The scope that it would be made in.
    func refusingShutdown(for scope: Imposer?) -> Shutdown? {
        guard let shutdown, !shutdown.permits(in: scope) else { return nil }
        return shutdown
    }

    /// Makes an imposer that was shut down, or whose directory was, usable again.
    func liftShutdown() {
        guard Shutdown.exist else { return }
        if let handled { return handled.liftShutdown() }
        lift(.imposer(number), of: [self])
        if let directory { lift(.directory(directory.number), of: directory.imposers) }
    }

    private func lift(_ subject: Shutdown.Subject, of imposers: [Imposer]) {
        guard let shutdown = Shutdown.inForce(subject) else { return }
        let all = imposers.flatMap { $0.branch.withAllBelow(of: $0) }
        shutdown.lift { for imposer in all { imposer.branch.reopen() } }
        // Last: what is closed must be known to be.
        Shutdown.forget(subject)
    }

    /// Whether it is a scope that was opened for a body which is running, or lies in one.
    var isInRunningBody: Bool {
        var next: Imposer? = self
        while let imposer = next {
            if imposer.branch.body.isUnderWay { return true }
            next = imposer.parent
        }
        return false
    }

    /// The numbers of this imposer and of the scopes round it.
    fileprivate var scopesAround: Set<SerialNumber> { Set(numbersUpward) }
}

/// Whether the calling code belongs to a body that runs in a scope, as far as somebody needs to know.
enum RunningBody {
    /// Set where code goes over into a context that knows nothing of the body, while there is a shutdown.
    @TaskLocal static var isLeft = false

    static var isCurrent: Bool { isLeft || Context.current?.scope?.isInRunningBody ?? false }
}

extension Origin {
    /// The imposer that nothing can be stored in any more, since it was shut down, and that shutdown.
    var refusing: (Imposer, Shutdown)? {
        guard Shutdown.exist, let start, let shutdown = start.refusingShutdown(for: scope) else { return nil }
        return (start, shutdown)
    }
}
