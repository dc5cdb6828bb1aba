// What imposers and scopes that were disposed of still answer: what one had must be told, and never be passed over.

extension Matching {
    /// The registration of one imposer that answers: the exact one, or the one the rules choose.
    func choose(in imposer: ImposerNode) -> Choice {
        let choice = rank(in: imposer)
        // After the search: if the imposer was disposed of meanwhile, its registrations were not there to be found.
        guard imposer.isDisposed else { return choice }
        if case .none = choice, !isClosed(in: imposer) { return .none }
        return .disposed
    }

    /// Whether an imposer that was disposed of would answer if it were not, as far as can be known: of its
    /// registrations, only the types and names may be left.
    fileprivate func isClosed(in imposer: ImposerNode) -> Bool {
        if imposer.blocksSearch { return true }
        let (exact, distances) = (exactTypes, distances)
        return imposer.closedKeys.contains { key in
            key.name == name && (rules.allowsCasting || exact.contains { $0 == key.type } || distances(key.type) != nil)
        }
    }
}

extension SearchOrder {
    /// The first imposer that was disposed of and stops searches.
    var barred: ImposerNode? { imposers.first { $0.blocksSearch } }

    /// The first imposer that was disposed of and would answer if it had not been.
    func closed(for matching: Matching) -> ImposerNode? { first { $0.isDisposed && matching.isClosed(in: $0) } }
}

extension RegistrationRecord {
    /// Whether nothing is made, since the scope that would keep the instance was disposed of.
    func isRefused(by keeper: ImposerNode, for scope: ImposerNode?) -> Bool {
        option.lifetime == .scopedInstance && scope != nil && keeper.isDisposed
    }
}

extension ImposerNode {
    /// Whether it was disposed of, answers nothing any more and stops searches. Most scopes don't stop a search that
    /// they had no answer for.
    var blocksSearch: Bool {
        guard let disposal else { return false }
        return !isOfScope || disposal.body != nil || isBarring.load(ordering: .acquiring)
    }

    /// The keys that were imposed on it when it was disposed of.
    var closedKeys: [RegistrationKey] {
        if let layout = UncountedReference<ScopeLayout>(address: closedLayout.load(ordering: .acquiring)) {
            return layout.object.keys
        }
        return closed.load()?.content ?? []
    }

    func chooseExactly(_ key: RegistrationKey) -> Choice {
        let registration = recordInForce(for: key)
        // After the look at the registrations: where it was disposed of meanwhile, they were not there to be found.
        if isDisposed, registration != nil || blocksSearch || closedKeys.contains(key) { return .disposed }
        return registration.map { .chosen(Candidate(registration: $0, imposer: self, distance: 0)) } ?? .none
    }
}
