internal import Synchronization

/// A shutdown, from its beginning until a reset.
final class Shutdown: Sendable {
    /// The subject of a shutdown.
    enum Subject: Hashable {
        case imposer(SerialNumber)
        /// A directory with all its imposers.
        case directory(SerialNumber)
    }

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
    private let isDraining = Atomic(true)

    private init(at location: Location) {
        self.location = location
        disposal = Disposal(shutDownAt: location)
        refusal = Disposal(shutDownAt: location)
        refusal.ending.end()
    }

    /// Whether running code may still make something: code that belongs to a body or a disposal that is waited for, and
    /// code in the middle of building a kept instance.
    ///
    /// - Parameter scope: The scope that the instance would be made in.
    func permits(in scope: Imposer?) -> Bool {
        guard isDraining.load(ordering: .sequentiallyConsistent) else { return false }
        return ResolutionPath.isBuildingHeldInstance || scope?.isInRunningBody ?? false || RunningBody.isCurrent
            || Awaited.isAnything
    }

    /// Ends it, together with a change that opens again what it closed.
    func lift(_ reopen: () -> Void) {
        state.withLock { state in
            state.isLifted = true
            reopen()
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
            if !Awaited.contains(self) { await completion.wait() }
            return state.withLock { $0.failures }
        }
    }

    // MARK: In force

    private static let inForce = LockedState<[Subject: Shutdown]>([:])
    private static let count = Atomic(0)

    /// Whether any shutdown is in force in the process.
    static var exist: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    static func inForce(_ subject: Subject) -> Shutdown? {
        exist ? inForce.withLock { $0[subject] } : nil
    }

    /// Returns the shutdown of a subject, begun if none is in force.
    ///
    /// - Returns: The shutdown, and whether it was begun here.
    static func begin(_ subject: Subject, at location: Location) -> (Shutdown, isNew: Bool) {
        inForce.withLock { inForce in
            if let shutdown = inForce[subject] { return (shutdown, false) }
            let shutdown = Shutdown(at: location)
            inForce[subject] = shutdown
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

extension Imposer {
    /// The shutdown that is in force for this imposer: its own, or one of an imposer above it or of the directory.
    var shutdown: Shutdown? {
        guard Shutdown.exist else { return nil }
        for imposer in lineage {
            if let shutdown = Shutdown.inForce(.imposer(imposer.number)) { return shutdown }
            if let directory = imposer.directory { return Shutdown.inForce(.directory(directory.number)) }
        }
        return nil
    }

    /// The shutdown that forbids making anything new here; nil if nothing forbids it.
    ///
    /// - Parameter scope: The scope that the instance would be made in.
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
        let all = imposers.flatMap { $0.node.withAllBelow(of: $0) }
        shutdown.lift { for imposer in all { imposer.node.reopen() } }
        // Last: as long as something is closed, its shutdown must be known.
        Shutdown.forget(subject)
    }
}

/// A check whether the calling code belongs to a body that runs in a scope.
enum RunningBody {
    /// Set where code enters a context that knows nothing of the body, while there is a shutdown.
    @TaskLocal static var isLeft = false

    static var isCurrent: Bool { isLeft || Context.current?.scope?.isInRunningBody ?? false }
}
