internal import Impose

/// The logged requests that may get another answer by a change of registrations.
///
/// It matches all these requests before the change and after it.
struct AnswerChanges: Sendable {
    /// A request that was made before, and the registration that answered it before the change.
    private typealias Known = (asked: ImposerNode, request: RequestLog.Request, winner: RegistrationRecord?)

    private let imposer: ImposerNode
    private let known: [Known]

    /// - Parameter imposer: The imposer whose registrations are about to change.
    init(_ imposer: ImposerNode) {
        self.imposer = imposer
        // By the imposer that is asked. Several places may ask the same.
        var seen: [SerialNumber: Set<NotedRequest>] = [:]
        let open = Self.searching(imposer).flatMap { Seam.family(of: $0) }.filter { !$0.isDisposed }
        known = open.flatMap { imposer in
            Self.requests(of: imposer).compactMap { asked, request -> Known? in
                let question = NotedRequest(key: request.noted.key, asked: nil, rules: request.noted.rules)
                guard seen[Seam.number(of: asked), default: []].insert(question).inserted else { return nil }
                return (asked: asked, request: request, winner: Self.winner(of: request.noted, from: asked))
            }
        }
    }

    /// The registration that answers a request now.
    private static func winner(of noted: NotedRequest, from asked: ImposerNode) -> RegistrationRecord? {
        let matching = Matching(requested: noted.key.type, name: noted.key.name, rules: noted.rules)
        let order = Seam.searchOrder(from: Origin(asked: asked, scope: Seam.nearestScope(of: asked)))
        return Seam.winner(of: matching, in: order)?.registration
    }

    /// An imposer, and the others of its directory if it is a member of one.
    private static func searching(_ imposer: ImposerNode) -> [ImposerNode] {
        guard case .member = Seam.title(of: imposer), let directory = Seam.directory(of: imposer) else {
            return [imposer]
        }
        return [imposer] + Seam.imposers(of: directory).filter { $0 !== imposer }
    }

    /// The logged requests to an imposer, and of the providers of its registrations, each with the imposer that was
    /// asked.
    private static func requests(of imposer: ImposerNode) -> [(ImposerNode, RequestLog.Request)] {
        let own = (imposer.requestLog?.requests ?? []).map { (imposer, $0) }
        return own
            + Seam.registrations(of: imposer).flatMap { record in
                (record.requestLog?.requests ?? []).compactMap { request in
                    guard let type = request.noted.asked else { return (imposer, request) }
                    return Seam.directory(of: imposer).map { (Seam.imposer(type, of: $0), request) }
                }
            }
    }

    /// Tells the observers which requests have another answer now.
    ///
    /// - Parameter location: The line that made the change; nil to name the line of each request.
    func report(at location: Location?) {
        for known in known {
            let noted = known.request.noted
            let winner = Self.winner(of: noted, from: known.asked)
            guard winner !== known.winner else { continue }
            let event = ImposeEvent.Kind.winnerChanged(
                type: noted.key.type,
                name: noted.key.name,
                from: known.winner.map(Seam.info),
                to: winner.map(Seam.info)
            )
            Seam.report(event, in: imposer, at: location ?? known.request.location)
        }
    }
}
