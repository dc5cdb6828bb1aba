internal import Impose

/// The requests that were noted, each with what answered it last: so that observers can be told which have another answer
/// since a change.
enum AnswerChanges {
    private struct Known {
        let asked: ImposerNode
        let noted: NotedRequest
        let location: Location
        var winner: RegistrationRecord?
    }

    private static let known = LockedState<[Known]?>(nil)

    /// Begins with what was noted before.
    static func begin() {
        if known.withLock({ $0 != nil }) { return }
        var all: [Known] = []
        for imposer in Seam.imposers(of: Seam.currentDirectory).flatMap({ Seam.family(of: $0) }) {
            var requests = imposer.requestLog?.requests ?? []
            for registration in Seam.registrations(of: imposer) { requests += registration.requestLog?.requests ?? [] }
            for (noted, location) in requests {
                let asked = asked(noted, of: imposer)
                all.append(Known(asked: asked, noted: noted, location: location, winner: winner(of: noted, from: asked)))
            }
        }
        known.withLock { $0 = $0 ?? all }
    }

    static func end() { withExtendedLifetime(known.withLock { $0.take() }) {} }

    /// Notes a request that was answered.
    static func note(_ noted: NotedRequest, to imposer: ImposerNode, _ location: Location) {
        guard let all = known.withLock({ $0 }) else { return }
        let asked = asked(noted, of: imposer)
        let isKnown = all.contains { $0.asked == asked && $0.noted.key == noted.key && $0.noted.rules == noted.rules }
        if isKnown { return }
        let winner = winner(of: noted, from: asked)
        known.withLock { $0?.append(Known(asked: asked, noted: noted, location: location, winner: winner)) }
    }

    private static func asked(_ noted: NotedRequest, of imposer: ImposerNode) -> ImposerNode {
        noted.asked.flatMap { type in Seam.directory(of: imposer).map { Seam.imposer(type, of: $0) } } ?? imposer
    }

    /// The registration that answers a request now.
    private static func winner(of noted: NotedRequest, from asked: ImposerNode) -> RegistrationRecord? {
        let matching = Matching(requested: noted.key.type, name: noted.key.name, rules: noted.rules)
        let order = Seam.searchOrder(from: Origin(asked: asked, scope: Seam.nearestScope(of: asked)))
        return Seam.winner(of: matching, in: order)?.registration
    }

    /// Tells the observers which requests have another answer since a change of an imposer.
    ///
    /// - Parameter location: The line that made the change; nil to name the line of each request.
    static func report(in imposer: ImposerNode, at location: Location?) {
        let all = known.withLock { $0 } ?? []
        for (index, known) in zip(all.indices, all) {
            let winner = winner(of: known.noted, from: known.asked)
            guard winner !== known.winner else { continue }
            Self.known.withLock { all in
                if let count = all?.count, index < count { all?[index].winner = winner }
            }
            let event = ImposeEvent.Kind.winnerChanged(
                type: known.noted.key.type,
                name: known.noted.key.name,
                from: known.winner.map(Seam.info),
                to: winner.map(Seam.info)
            )
            Observers.report(event, in: imposer, at: location ?? known.location)
        }
    }
}
