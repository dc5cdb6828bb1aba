internal import Synchronization

/// A log of requests: of one registration's provider, or to one imposer from outside.
///
/// Only requests without a remembered answer come here, so it is off the hot path.
final class RequestLog: Sendable {
    /// A request, wherever it stands.
    struct Entry: Hashable, Sendable {
        // First, since it is compared first: to compare the keys of custom imposers is the user's code.
        let key: RegistrationKey
        /// The imposer that is asked, if it is not the one that the log belongs to.
        let asked: ImposerType?
        let rules: InjectionRules
    }

    typealias Request = (entry: Entry, location: Location)

    /// A request that was reported to observers, and the number of the registration whose provider made it.
    private struct Told: Hashable {
        let entry: Entry
        let requester: SerialNumber?
    }

    private struct State {
        var requests: [Request] = []
        /// The hashes of their entries.
        var hashes: [UInt] = []
        /// The positions of the entries among the requests.
        var index = PositionIndex()
        var told: Set<Told> = []

        func contains(_ entry: Entry, _ hash: UInt) -> Bool {
            index.position(for: hash) { hashes[$0] == hash && requests[$0].entry == entry } != nil
        }

        /// - Parameter request: One whose entry is not there.
        mutating func append(_ request: Request, _ hash: UInt) {
            requests.append(request)
            hashes.append(hash)
            let hashes = hashes
            // No two are the same.
            _ = index.addLast(of: hashes.count, hash: { hashes[$0] }, areSame: { _, _ in false })
        }
    }

    private let state = LockedState(State())
    /// An upper bound: names can be generated at run time.
    private static let most = 10_000

    /// Records a request.
    func note(_ entry: Entry, at location: Location) {
        let hash = entry.spreadHash
        state.withLock { state in
            if state.requests.count < Self.most, !state.contains(entry, hash) { state.append((entry, location), hash) }
        }
    }

    /// Records that a request is reported to observers.
    ///
    /// - Returns: Whether it is to be reported: it was not reported before.
    func tell(_ entry: Entry, madeBy requester: RegistrationRecord?) -> Bool {
        state.withLock { state in
            guard state.told.count < Self.most else { return false }
            return state.told.insert(Told(entry: entry, requester: requester?.sequence)).inserted
        }
    }

    /// All requests, in the order of their locations.
    var requests: [Request] {
        // One by one: storage that is handed out as a whole would be changed in place again, see `Registry`.
        let entries = state.withLock { $0.requests.map { ($0.entry, $0.location) } }
        return entries.map { (request: $0, text: $0.0.text) }
            .sorted { one, other in
                let (location, otherPlace) = (one.request.1, other.request.1)
                return (location.fileID, location.line, one.text) < (otherPlace.fileID, otherPlace.line, other.text)
            }
            .map(\.request)
    }
}

extension RequestLog.Entry {
    /// A hash of which the lowest bits are as good as random. Hardly any two entries differ in their rules alone.
    fileprivate var spreadHash: UInt {
        guard let asked else { return key.spreadHash }
        return key.spreadHash ^ UInt(bitPattern: asked.hashValue)
    }

    /// A text that tells it from others of the same line, in the same way in each process.
    fileprivate var text: String {
        "\(String(reflecting: key.type)) \(key.name?.description ?? "") \(rules) \(asked?.description ?? "")"
    }
}
