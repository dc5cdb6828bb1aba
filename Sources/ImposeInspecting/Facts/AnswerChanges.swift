internal import Impose

/// The requests that were noted, each with what answered it last: so that observers can be told which have another answer
/// since a change.
enum AnswerChanges {
    private struct Known {
        let asked: NodeFacts
        /// What tells its directory from others.
        let directory: NodeFacts?
        let noted: NotedRequest
        let location: Location
        var winner: RegistrationFacts?
        /// Tells it from all others that are known.
        var number = 0

        func isSame(as other: Known) -> Bool {
            asked == other.asked && noted.key == other.noted.key && noted.rules == other.noted.rules
        }
    }

    /// Nil as long as nobody observes.
    private static let known = LockedState<[Known]?>(nil)

    /// From now on somebody observes.
    static func allow() { known.withLock { $0 = $0 ?? [] } }

    /// Lets go of all, since nobody observes any more.
    ///
    /// - Returns: What has to be released with no lock held.
    static func end() -> some Any { known.withLock { $0.take() } }

    /// Takes in what was noted in the current directory before.
    static func begin() {
        for imposer in Seam.imposers(of: Seam.currentDirectory).flatMap({ $0.family }) {
            var requests = imposer.requestLog?.requests ?? []
            for registration in imposer.registrations { requests += registration.requestLog?.requests ?? [] }
            for (noted, location) in requests { note(noted, to: imposer, location) }
        }
    }

    /// Lets go of what was asked of an imposer that has ended.
    static func end(of imposer: NodeFacts) {
        let old = known.withLock { known in
            let old = known
            known = old?.filter { $0.asked != imposer }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Notes a request that was made of an imposer, or by the provider of a registration of it.
    static func note(_ noted: NotedRequest, to imposer: NodeFacts, _ location: Location) {
        guard let all = known.withLock({ $0 }), Observers.areAny(for: imposer) else { return }
        let home = Seam.directory(of: imposer)
        let asked = noted.asked.flatMap { type in home.map { Seam.imposer(type, of: $0) } } ?? imposer
        let directory = directory(of: asked)
        var request = Known(asked: asked, directory: directory, noted: noted, location: location, winner: nil)
        // Names are compared without the lock: that is the user's code. One that comes twice is told of twice.
        if all.contains(where: request.isSame) { return }
        request.winner = winner(of: request)
        known.withLock { known in
            request.number = (known?.last?.number ?? 0) + 1
            known?.append(request)
        }
    }

    private static func directory(of imposer: NodeFacts) -> NodeFacts? {
        Seam.roots(ofDirectoryOf: imposer).first
    }

    /// The registration that answers a request now.
    private static func winner(of request: Known) -> RegistrationFacts? {
        let key = request.noted.key
        let matching = Matching(requested: key.type, name: key.name, rules: request.noted.rules)
        let origin = Origin(asked: request.asked, scope: request.asked.nearestScope)
        return Seam.winner(of: matching, in: Seam.searchOrder(from: origin))?.registration
    }

    /// Tells the observers which requests have another answer since a change of an imposer.
    ///
    /// - Parameter location: The line that made the change; nil to name the line of each request.
    static func report(in imposer: NodeFacts, at location: Location?) {
        guard let all = known.withLock({ $0 }), !all.isEmpty, Observers.areAny(for: imposer) else { return }
        let directory = directory(of: imposer)
        for request in all where request.directory == directory {
            let winner = winner(of: request)
            guard winner !== request.winner else { continue }
            known.withLock { known in
                let index = known?.firstIndex { $0.number == request.number }
                if let index { known?[index].winner = winner }
            }
            let event = ImposeEvent.Kind.winnerChanged(
                type: request.noted.key.type,
                name: request.noted.key.name,
                from: request.winner.map { Imposer.RegistrationInfo($0) },
                to: winner.map { Imposer.RegistrationInfo($0) }
            )
            Observers.report(event, in: imposer, at: location ?? request.location)
        }
    }
}
