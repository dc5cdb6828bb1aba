/// Reports which logged requests get another answer after a change of registrations.
///
/// It exists only while somebody observes, since it matches all these requests before the change and after it.
struct AnswerChanges {
    /// A request that was made before.
    private struct Known {
        let asked: Imposer
        let key: RegistrationKey
        let rules: InjectionRules
        let location: Location
        let winner: RegistrationRecord?

        /// The registration that answers a request now.
        static func winner(of key: RegistrationKey, _ rules: InjectionRules, from asked: Imposer) -> RegistrationRecord?
        {
            let matching = Matching(requested: key.type, name: key.name, rules: rules)
            let order = SearchOrder(from: Origin(asked: asked, scope: asked.nearestScope))
            return Resolver.winner(matching, order)?.registration
        }
    }

    /// A request and the imposer that is asked. Several places may ask the same.
    private struct Question: Hashable {
        let asked: SerialNumber
        let key: RegistrationKey
        let rules: InjectionRules
    }

    private let imposer: Imposer
    private let known: [Known]

    /// Nil if nobody observes the directory. Create it before the change.
    init?(_ imposer: Imposer) {
        guard Observers.exist, (imposer.homeDirectory ?? .current).observers.areAny else { return nil }
        self.imposer = imposer
        var seen: Set<Question> = []
        let searching = [imposer] + (imposer.directory?.imposers.filter { $0 !== imposer } ?? [])
        let open = searching.flatMap { $0.node.withAllBelow(of: $0) }.filter { !$0.isDisposed }
        known = open.flatMap { imposer in
            Self.requests(of: imposer).compactMap { asked, request in
                let question = Question(asked: asked.number, key: request.noted.key, rules: request.noted.rules)
                guard seen.insert(question).inserted else { return nil }
                return Known(
                    asked: asked,
                    key: request.noted.key,
                    rules: request.noted.rules,
                    location: request.location,
                    winner: Known.winner(of: request.noted.key, request.noted.rules, from: asked)
                )
            }
        }
    }

    /// The logged requests to an imposer, and of the providers of its registrations, each with the imposer that was
    /// asked.
    private static func requests(of imposer: Imposer) -> [(Imposer, RequestLog.Request)] {
        let own = (imposer.node.requestLog?.requests ?? []).map { (imposer, $0) }
        return own
            + imposer.records.flatMap { record in
                (record?.requestLog?.requests ?? []).compactMap { request in
                    guard let type = request.noted.asked else { return (imposer, request) }
                    return imposer.homeDirectory.map { ($0.imposer(for: type), request) }
                }
            }
    }

    /// Tells the observers of a new registration and what it changes.
    func report(_ new: RegistrationRecord, replacing old: RegistrationRecord?) {
        let info = Imposer.RegistrationInfo(new)
        if let old {
            Observers.report(.replaced(Imposer.RegistrationInfo(old), by: info), in: imposer, at: info.location)
        } else {
            Observers.report(.imposed(info), in: imposer, at: info.location)
        }
        reportWinners(at: info.location)
    }

    /// Tells the observers of registrations that are gone and what that changes.
    func report(removed: [RegistrationRecord]) {
        for record in removed {
            let info = Imposer.RegistrationInfo(record)
            Observers.report(.removed(info), in: imposer, at: info.location)
        }
        reportWinners(at: nil)
    }

    /// Tells the observers which requests have another answer now.
    ///
    /// - Parameter location: The line that made the change; nil to name the line of each request.
    func reportWinners(at location: Location?) {
        for known in known {
            let winner = Known.winner(of: known.key, known.rules, from: known.asked)
            guard winner !== known.winner else { continue }
            let event = ImposeEvent.Kind.winnerChanged(
                type: known.key.type,
                name: known.key.name,
                from: known.winner.map { Imposer.RegistrationInfo($0) },
                to: winner.map { Imposer.RegistrationInfo($0) }
            )
            Observers.report(event, in: imposer, at: location ?? known.location)
        }
    }
}
