internal import Impose

/// A log of requests: of one registration's provider, or to one imposer from outside. Of an imposer, also of what was
/// done to its registrations.
///
/// Only requests without a remembered answer come here, so it is off the hot path.
///
/// `@unchecked Sendable`: the state is only accessed under the lock.
final class RequestLog: @unchecked Sendable {
    typealias Request = (noted: NotedRequest, location: Location)

    private struct State {
        var requests: [Request] = []
        /// The hashes of what is noted of them.
        var hashes: [UInt] = []
        /// The positions among the requests.
        var index = PositionIndex()
        /// What was done, the latest last.
        var actions: [(action: NotedAction, location: Location)] = []

        func contains(_ noted: NotedRequest, _ hash: UInt) -> Bool {
            index.position(for: hash) { hashes[$0] == hash && requests[$0].noted == noted } != nil
        }

        /// - Parameter request: One that is not there.
        mutating func append(_ request: Request, _ hash: UInt) {
            requests.append(request)
            hashes.append(hash)
            let hashes = hashes
            // No two are the same.
            _ = index.addLast(of: hashes.count, hash: { hashes[$0] }, areSame: { _, _ in false })
        }
    }

    private let lock = Lock()
    @exclusivity(unchecked)
    private var state = State()
    /// An upper bound: names can be generated at run time.
    private static let most = 10_000
    private static let mostActions = 64

    /// Records a request.
    ///
    /// - Parameters:
    ///   - requester: The registration whose provider made it, if one did.
    ///   - node: The node of the imposer that was asked.
    static func note(
        _ request: NotedRequest,
        at location: Location,
        madeBy requester: RegistrationRecord?,
        to node: ImposerNode
    ) {
        let notes =
            requester.map { Seam.notes(on: $0, orElse: Notes(RequestLog())) }
            ?? Seam.notes(on: node, orElse: Notes(RequestLog()))
        notes?.log?.note(request, at: location)
    }

    func note(_ request: NotedRequest, at location: Location) {
        let hash = request.spreadHash
        lock.take()
        defer { lock.giveBack() }
        if state.requests.count < Self.most, !state.contains(request, hash) { state.append((request, location), hash) }
    }

    /// Records what a line did to the registrations of an imposer.
    static func noteAction(_ action: NotedAction, at location: Location, to node: ImposerNode) {
        // An imposer that never had anything needs no log.
        let log = action.isNothing ? node.requestLog : Seam.notes(on: node, orElse: Notes(RequestLog()))?.log
        guard let log else { return }
        log.lock.withLock {
            // What was removed before was not there any more when all were. So the keys that are held are no more than
            // were registered at a time.
            if case .removedAll = action { log.state.actions = [] }
            log.state.actions = log.state.actions.suffix(mostActions) + [(action, location)]
        }
    }

    /// The line that removed a registration, and whether it removed all; nil if that is not known.
    func removal(of key: RegistrationKey) -> (line: Location, isOfAll: Bool)? {
        // Names are compared without the lock, since comparing them runs the user's code.
        for (action, location) in actions.reversed() {
            switch action {
            case .removed(key): return (location, false)
            case .removedAll(let keys) where keys.contains(key): return (location, true)
            default: continue
            }
        }
        return nil
    }

    /// The line that has prepared what was there last, and whether a registration was there then; nil if there is none.
    func preparation(for record: RegistrationRecord) -> (line: Location, hasPrepared: Bool)? {
        for case (.prepared(let last), let location) in actions.reversed() {
            return (location, record.sequence <= last)
        }
        return nil
    }

    private var actions: [(action: NotedAction, location: Location)] { lock.withLock { state.actions.map(\.self) } }

    /// All requests, in the order of their locations.
    var requests: [Request] {
        // One by one: storage that is handed out as a whole would be changed in place again, see `Registry`.
        let requests = lock.withLock { state.requests.map { ($0.noted, $0.location) } }
        return requests.map { (request: $0, text: $0.0.text) }
            .sorted { one, other in
                let (location, otherPlace) = (one.request.1, other.request.1)
                return (location.fileID, location.line, one.text) < (otherPlace.fileID, otherPlace.line, other.text)
            }
            .map(\.request)
    }
}

extension RegistrationRecord {
    /// The requests of its provider; nil until there are any.
    var requestLog: RequestLog? { Seam.notes(on: self)?.log }
}

extension ImposerNode {
    /// The requests to it from outside any provider; nil until there are any.
    var requestLog: RequestLog? { Seam.notes(on: self)?.log }
}

extension NotedRequest {
    /// A hash of which the lowest bits are as good as random. Hardly any two differ in their rules alone.
    fileprivate var spreadHash: UInt {
        guard let asked else { return key.spreadHash }
        return key.spreadHash ^ UInt(bitPattern: asked.hashValue)
    }

    /// A text that tells it from others of the same line, in the same way in each process.
    fileprivate var text: String {
        "\(String(reflecting: key.type)) \(key.name?.description ?? "") \(rules) \(asked?.description ?? "")"
    }
}

extension NotedAction {
    /// Whether all was removed where there was nothing.
    fileprivate var isNothing: Bool { if case .removedAll(let keys) = self { keys.isEmpty } else { false } }
}

extension Notes {
    fileprivate var log: RequestLog? { content as? RequestLog }
}
