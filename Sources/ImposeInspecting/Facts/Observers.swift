internal import Impose

/// The observers of events, in the order in which they were added, each with its directory.
enum Observers {
    private struct Observer {
        let number: Int
        /// The primary imposer.
        let directory: NodeFacts
        let body: @Sendable (ImposeEvent) -> Void
    }

    /// What observers are told of once.
    private struct Subject: Hashable {
        let imposer: NodeFacts
        /// The registration whose provider asks.
        let registration: Int?
    }

    private struct State {
        var observers: [Observer] = []
        var lastNumber = 0
        var told: [Subject: RequestLog] = [:]
    }

    private static let state = LockedState(State())
    /// Whether an observer runs: what it causes itself is not reported, or one that injects could continue for ever.
    @TaskLocal private static var isReporting = false

    static func add(_ body: @escaping @Sendable (ImposeEvent) -> Void) -> Int {
        let directory = Seam.imposers(of: Seam.currentDirectory)[0]
        let number = state.withLock { state in
            state.lastNumber += 1
            // A copy, since an array that was handed out would be changed in place.
            state.observers = state.observers + [Observer(number: state.lastNumber, directory: directory, body: body)]
            Inspector.setObserving(true)
            AnswerChanges.allow()
            return state.lastNumber
        }
        AnswerChanges.begin()
        return number
    }

    static func remove(_ number: Int) { remove { $0.number == number } }

    /// Ends the observations of a directory that has ended.
    static func removeAll(of primary: NodeFacts) { remove { $0.directory == primary } }

    private static func remove(where isGone: (Observer) -> Bool) {
        // The closures are released here, with the lock open.
        let dropped = state.withLock { state -> (State, Any)? in
            let rest = state.observers.filter { !isGone($0) }
            if rest.count == state.observers.count { return nil }
            let old = state
            state.observers = rest
            if !rest.isEmpty { return (old, ()) }
            state.told = [:]
            Inspector.setObserving(false)
            return (old, AnswerChanges.end())
        }
        withExtendedLifetime(dropped) {}
    }

    static func contains(_ number: Int) -> Bool { state.withLock { $0.observers.contains { $0.number == number } } }

    /// The observers of an imposer's directory. Those of the calling code are told of private ones.
    private static func observers(of imposer: NodeFacts?) -> [Observer] {
        let all = state.withLock { $0.observers }
        if all.isEmpty || isReporting { return [] }
        let directory = imposer.flatMap { Seam.directory(of: $0) } ?? Seam.currentDirectory
        let primary = Seam.imposers(of: directory).first
        return all.filter { $0.directory == primary }
    }

    /// Whether anybody is told of what happens in an imposer's directory.
    static func areAny(for imposer: NodeFacts) -> Bool { !observers(of: imposer).isEmpty }

    /// Reports an event to the observers of an imposer's directory; nil for that of the calling code.
    static func report(_ kind: @autoclosure () -> ImposeEvent.Kind, in imposer: NodeFacts?, at location: Location) {
        let told = observers(of: imposer)
        if told.isEmpty { return }
        let event = ImposeEvent(kind: kind(), time: .now, location: location)
        $isReporting.withValue(true) {
            for observer in told { observer.body(event) }
        }
    }

    /// Whether observers have not been told of a request yet: to an imposer, by the provider of a registration if one asks.
    static func isNew(_ request: NotedRequest, by registration: Int?, to imposer: NodeFacts) -> Bool {
        if !areAny(for: imposer) { return false }
        let subject = Subject(imposer: imposer, registration: registration)
        let log = state.withLock { state in
            if state.observers.isEmpty { return RequestLog?.none }
            let log = state.told[subject] ?? RequestLog()
            state.told[subject] = log
            return log
        }
        return log?.note(request, at: Location()) ?? false
    }
}
