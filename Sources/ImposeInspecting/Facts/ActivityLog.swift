internal import Impose

/// A log of requests: of one registration's provider, or to one imposer from outside. Of an imposer, also of what was
/// done to its registrations.
///
/// Only requests without a remembered answer come here, so it is off the hot path.
final class ActivityLog: Sendable {
    typealias Request = (noted: NotedRequest, location: Location)

    private struct State {
        /// By the hashes of what they match.
        var requests: [Int: [Request]] = [:]
        var requestCount = 0
        /// What was done, the latest last.
        var actions: [(action: NotedAction, location: Location)] = []
    }

    private let state = LockedState(State())
    /// An upper bound: names can be generated at run time.
    private static let most = 10_000
    private static let mostActions = 64

    /// Notes a request.
    ///
    /// - Returns: Whether it was not there before.
    @discardableResult
    func note(_ request: NotedRequest, at location: Location) -> Bool {
        let hash = request.query.hashValue
        // Compared without the lock: the key of a custom imposer type has the user's `==`.
        let alike = state.withLock { $0.requests[hash] ?? [] }
        if alike.contains(where: { $0.noted == request }) { return false }
        let isDone = state.withLock { state in
            if state.requestCount >= Self.most { return true }
            if state.requests[hash]?.count ?? 0 != alike.count { return false }
            state.requests[hash] = alike + [(request, location)]
            state.requestCount += 1
            return true
        }
        // Another thread has noted something meanwhile.
        return isDone || note(request, at: location)
    }

    /// Records what a line did to the registrations of an imposer.
    func note(_ action: NotedAction, at location: Location) {
        // The old actions are returned, and so freed after the lock is given back.
        _ = state.withLock { state in
            let old = state.actions
            // Removing everything drops the earlier actions, whose registrations were gone by then. So no more keys are
            // kept than were registered at one time.
            if case .removedAll = action { state.actions = [] }
            state.actions = state.actions.suffix(Self.mostActions) + [(action, location)]
            return old
        }
    }

    /// The line that removed a registration, and whether it removed all; nil if that is not known.
    func removal(of key: RegistrationKey) -> (line: Location, isOfAll: Bool)? {
        for (action, location) in actions.reversed() {
            switch action {
            case .removed(key): return (location, false)
            case .removedAll(let keys) where keys.contains(key): return (location, true)
            default: continue
            }
        }
        return nil
    }

    /// The line of the latest `prepare()`, and whether `record` was registered before it; nil if nothing was prepared.
    func preparation(for record: RegistrationFacts) -> (line: Location, hasPrepared: Bool)? {
        for case (.prepared(let last), let location) in actions.reversed() {
            return (location, record.number <= last)
        }
        return nil
    }

    private var actions: [(action: NotedAction, location: Location)] { state.withLock { $0.actions.map(\.self) } }

    /// All requests, in the order of their locations.
    var requests: [Request] {
        // Copied one by one: an array that is handed out as a whole may be changed in place once it is released, see
        // `Observers.add`.
        let requests = state.withLock { $0.requests.values.flatMap { $0 } }
        return requests.map { (request: $0, text: $0.noted.text) }
            .sorted { one, other in
                let (place, otherPlace) = (one.request.location, other.request.location)
                return (place.fileID, place.line, one.text) < (otherPlace.fileID, otherPlace.line, other.text)
            }
            .map(\.request)
    }
}

extension NotedRequest {
    /// A text that tells it from others of the same line, in the same way in each process.
    fileprivate var text: String {
        let (key, rules) = (query.key, query.rules)
        return "\(String(reflecting: key.type)) \(key.name?.description ?? "") \(rules) \(imposer?.description ?? "")"
    }
}
