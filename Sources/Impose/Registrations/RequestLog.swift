internal import Synchronization

/// What was asked for: by one registration's provider, or of one imposer from outside.
///
/// Only requests that were not remembered yet come here, so it is off the hot path.
final class RequestLog: Sendable {
    /// One request, wherever it stands.
    struct Entry: Hashable, Sendable {
        /// What is asked, if that is not the imposer that the log belongs to.
        let asked: ImposerType?
        let key: RegistrationKey
        let rules: InjectionRules
    }

    typealias Request = (entry: Entry, location: Location)

    /// A request that observers were told of, and the number of the registration whose provider made it.
    private struct Told: Hashable {
        let entry: Entry
        let requester: SerialNumber?
    }

    private struct State {
        var entries: [Entry: Location] = [:]
        var told: Set<Told> = []
    }

    private let state = LockedState(State())
    /// An upper bound: names can be generated at run time.
    private static let most = 10_000

    /// Takes a request down.
    func note(_ entry: Entry, at location: Location) {
        state.withLock { state in
            if state.entries[entry] == nil, state.entries.count < Self.most { state.entries[entry] = location }
        }
    }

    /// Takes down that observers are told of a request.
    ///
    /// - Returns: Whether they were not told before.
    func tell(_ entry: Entry, madeBy requester: RegistrationRecord?) -> Bool {
        state.withLock { state in
            guard state.told.count < Self.most else { return false }
            return state.told.insert(Told(entry: entry, requester: requester?.sequence)).inserted
        }
    }

    /// All requests, in the order of their places.
    var requests: [Request] {
        // One by one: what is handed out as a whole would be changed in place again, see `Registry`.
        let entries = state.withLock { $0.entries.map { ($0.key, $0.value) } }
        return entries.map { (request: $0, text: $0.0.text) }
            .sorted { one, other in
                let (location, otherPlace) = (one.request.1, other.request.1)
                return (location.fileID, location.line, one.text) < (otherPlace.fileID, otherPlace.line, other.text)
            }
            .map(\.request)
    }
}

extension RequestLog.Entry {
    /// Tells it from others of the same line, in the same way in each process.
    fileprivate var text: String {
        "\(String(reflecting: key.type)) \(key.name?.description ?? "") \(rules) \(asked?.description ?? "")"
    }
}
