internal import Impose

/// The observers of events, in the order in which they were added, each with its directory; and what they were told.
enum Observers {
    private struct Observer {
        let number: Int
        /// The primary imposer.
        let directory: NodeFacts
        let body: @Sendable (ImposeEvent) -> Void
    }

    private struct State {
        var observers: [Observer] = []
        var lastNumber = 0
        /// The requests whose first answer was reported, by the imposer that was asked.
        var told: [NodeFacts: ActivityLog] = [:]
    }

    // As in `Notebook`: what is taken out of the state is freed after the lock is given back.
    private static let state = LockedState(State())
    /// Whether an observer runs: what it causes itself is not reported, or one that injects could continue for ever.
    @TaskLocal private static var isReporting = false

    static func add(_ body: @escaping @Sendable (ImposeEvent) -> Void) -> Int {
        let primary = Seam.imposers(of: Seam.currentDirectory)[0]
        return state.withLock { state in
            state.lastNumber += 1
            // A new array. The old one may have been handed out and released: then it would be changed in place,
            // ordered by its reference count alone, which the thread sanitizer takes for a race.
            state.observers = state.observers + [Observer(number: state.lastNumber, directory: primary, body: body)]
            Inspector.setObserving(true)
            return state.lastNumber
        }
    }

    static func remove(_ number: Int) { remove { $0.number == number } }

    /// Ends the observations of a directory that has ended with its primary imposer, and forgets what was asked of it.
    static func noteEnd(of imposer: NodeFacts) {
        if imposer.isMember { remove { $0.directory == imposer } }
        _ = state.withLock { $0.told.removeValue(forKey: imposer) }
    }

    private static func remove(where isGone: (Observer) -> Bool) {
        _ = state.withLock { state -> State? in
            let rest = state.observers.filter { !isGone($0) }
            if rest.count == state.observers.count { return nil }
            let old = state
            if rest.isEmpty {
                state = State(lastNumber: state.lastNumber)
                Inspector.setObserving(false)
            } else {
                state.observers = rest
            }
            return old
        }
    }

    /// The observers to tell of an event in an imposer: those of its directory; for a private imposer, and for nil,
    /// those of the calling code's directory. None while an observer runs.
    private static func observers(of imposer: NodeFacts?) -> [Observer] {
        let all = state.withLock { $0.observers }
        if all.isEmpty || isReporting { return [] }
        let directory = imposer.flatMap { Seam.directory(of: $0) } ?? Seam.currentDirectory
        let primary = Seam.imposers(of: directory).first
        return all.filter { $0.directory == primary }
    }

    /// Reports an event to the observers of an imposer's directory; nil for that of the calling code.
    static func report(_ kind: @autoclosure () -> ImposeEvent.Kind, in imposer: NodeFacts?, at location: Location) {
        let told = observers(of: imposer)
        if told.isEmpty { return }
        let event = ImposeEvent(kind: kind(), time: .now, location: location)
        $isReporting.withValue(true) {
            for observer in told { observer.body(event) }
        }
    }

    /// Reports an event of a registration.
    ///
    /// - Parameter location: The line that caused it; that of the registration by default.
    static func report(
        _ registration: RegistrationFacts,
        at location: Location? = nil,
        _ kind: (Imposer.RegistrationInfo) -> ImposeEvent.Kind
    ) {
        let place = location ?? registration.location
        report(kind(Imposer.RegistrationInfo(registration)), in: registration.holder, at: place)
    }
}

// MARK: - What they were told

extension Observers {
    /// Notes that a request was answered. Returns whether observers have to be told: nobody told them of it before.
    static func noteFirstAnswer(to request: Request, of asked: NodeFacts) -> Bool {
        if observers(of: asked).isEmpty { return false }
        let log = state.withLock { state in
            let log = state.told[asked] ?? ActivityLog()
            if !state.observers.isEmpty { state.told[asked] = log }
            return log
        }
        return log.note(NotedRequest(query: Query(request)), at: request.location)
    }
}
