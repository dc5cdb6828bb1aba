/// A shutdown, from its beginning until a reset.
final class Shutdown: Sendable {
    /// The subject of a shutdown: the node of an imposer, or a directory with all its imposers.
    typealias Subject = ObjectIdentifier

    private struct State {
        /// Whether a reset has ended it.
        var isLifted = false
        var failures: [ImposeError] = []
    }

    let location: Location
    /// The disposal of all scopes that end with it.
    let disposal: Disposal
    /// The disposal of scopes that are opened from then on. There is nothing to wait for.
    let refusal: Disposal
    private let state = LockedState(State())
    private let completion = Completion()
    private let isDraining = AtomicField(true)

    private init(at location: Location) {
        self.location = location
        disposal = Disposal(.shutdown, at: location)
        refusal = Disposal(.shutdown, at: location)
        refusal.end()
    }

    /// Whether running code may still make something: code that belongs to a body or a disposal that is waited for, and
    /// code in the middle of building a kept instance.
    ///
    /// - Parameter scope: The scope that the instance would be made in.
    func permits(in scope: ImposerNode?) -> Bool {
        guard isDraining.load(ordering: .sequentiallyConsistent) else { return false }
        return ResolutionPath.isBuildingHeldInstance || scope?.isInRunningBody ?? false || WaitsForCaller.isAnything
    }

    /// Ends it, unless a reset has ended it before, together with a change that opens again what it closed.
    ///
    /// It is forgotten under the same lock. Otherwise another one could begin in between, and what that one closes
    /// would be opened, or closed for a shutdown that nobody knows any more.
    func lift(of subject: Subject, _ reopen: () -> Void) {
        state.withLock { state in
            if state.isLifted { return }
            state.isLifted = true
            reopen()
            Self.forget(subject)
        }
    }

    /// Runs `body` so that no reset comes in between, and tells it whether a reset has come before.
    func holdingOffLift(_ body: (_ isLifted: Bool) -> Void) {
        state.withLock { body($0.isLifted) }
    }

    /// Refuses everything from now on, also to code that is waited for.
    func endDraining() {
        isDraining.store(false, ordering: .sequentiallyConsistent)
    }

    /// Resumes the code that waits for it.
    func complete(with failures: [ImposeError]) {
        state.withLock { $0.failures = failures }
        completion.complete()
    }

    /// The errors, when it is complete. Code that is a part of it does not wait.
    var result: [ImposeError] {
        get async {
            if !WaitsForCaller.contains(self) { await ShutdownCaller.whileWaiting { _ = await completion.wait() } }
            return state.withLock { $0.failures }
        }
    }

    // MARK: In force

    private static let inForce = LockedState<[Subject: Shutdown]>([:])
    private static let count = AtomicField(0)

    /// Whether any shutdown is in force in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    static func inForce(_ subject: Subject) -> Shutdown? {
        exist ? inForce.withLock { $0[subject] } : nil
    }

    /// Returns the shutdown of a subject, begun if none is in force that includes it.
    ///
    /// - Parameter subjects: The subject, and behind it those whose shutdown includes this one's.
    /// - Returns: The shutdown, and whether it was begun here.
    static func begin(_ subjects: [Subject], at location: Location) -> (Shutdown, isNew: Bool) {
        inForce.withLock { inForce in
            for subject in subjects {
                if let shutdown = inForce[subject] { return (shutdown, false) }
            }
            let shutdown = Shutdown(at: location)
            inForce[subjects[0]] = shutdown
            count.add(1, ordering: .sequentiallyConsistent)
            return (shutdown, true)
        }
    }

    /// Forgets that a subject was shut down.
    static func forget(_ subject: Subject) {
        guard exist else { return }
        let old = inForce.withLock { $0.removeValue(forKey: subject) }
        if old != nil { count.subtract(1, ordering: .sequentiallyConsistent) }
    }
}

extension Shutdown {
    /// The disposals of the shutdowns under way of an imposer and of those below it, except this shutdown and those that
    /// wait for the calling code.
    ///
    /// None of them waits for this one: an inner one does not begin where an outer one is in force.
    func pendingShutdowns(below node: ImposerNode) -> [Disposal] {
        let others = node.withAllBelow.compactMap { Shutdown.inForce(Subject($0)) }
        return others.filter { $0 !== self && !WaitsForCaller.contains($0) }.map(\.disposal)
    }
}

extension ImposerNode {
    /// The shutdown that is in force for this imposer: its own, or one of an imposer above it or of the directory.
    var shutdown: Shutdown? {
        Shutdown.exist ? shutdownSubjects.firstResult { Shutdown.inForce($0) } : nil
    }

    /// The subjects whose shutdown includes this imposer: itself first, those above it, and the directory.
    var shutdownSubjects: [Shutdown.Subject] {
        lineage.flatMap { imposer -> [Shutdown.Subject] in
            [Shutdown.Subject(imposer)] + (imposer.directory.map { [Shutdown.Subject($0)] } ?? [])
        }
    }

    /// The shutdown that forbids making anything new here; nil if nothing forbids it.
    ///
    /// - Parameter scope: The scope that the instance would be made in.
    func refusingShutdown(for scope: ImposerNode?) -> Shutdown? {
        guard let shutdown, !shutdown.permits(in: scope) else { return nil }
        return shutdown
    }

    /// The error of a request for which this would keep something new, if a shutdown forbids that. Ask for it where
    /// nothing is kept yet, and only once it is certain that a shutdown finds what will be.
    func refusal(of request: Request, from origin: Origin) -> ImposeError? {
        refusingShutdown(for: origin.scope).map { ImposeError(.shutDown(self, at: $0.location), request) }
    }

    /// Makes an imposer that was shut down, or whose directory was, usable again.
    func liftShutdown() {
        guard Shutdown.exist else { return }
        lift(Shutdown.Subject(self), of: [self])
        if let directory { lift(Shutdown.Subject(directory), of: directory.members) }
    }

    private func lift(_ subject: Shutdown.Subject, of nodes: [ImposerNode]) {
        guard let shutdown = Shutdown.inForce(subject) else { return }
        let all = nodes.flatMap(\.withAllBelow)
        shutdown.lift(of: subject) { for node in all { node.reopen() } }
    }
}
