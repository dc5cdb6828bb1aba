// What a node answers to a request, while it is open and after its end, and what it has for it.

extension Node {
    /// Decides on a request: by what is exact, or else by the rule. No lock is held while distances are measured.
    func decide(_ query: Query) -> Decision {
        withContent { content in
            // A node that has ended refuses all requests. A scope that has ended refuses only those it would have
            // answered.
            if content.isEnded, kind != .scope || wasOpenedInEnded { return .disposed }
            for type in query.exactTypes {
                let key = RegistrationKey(type: type, name: query.name)
                guard let candidate = content.candidate(key) else { continue }
                return content.isEnded ? .disposed : .chosen(candidate)
            }
            let candidates = content.compatible(with: query)
            if !content.isEnded { return query.rules.choice(among: candidates) }
            // If casting is allowed, anything of that name could have been the answer.
            let hidden = query.rules.allowsCasting ? content.all(named: query.name) : candidates
            return hidden.isEmpty ? .none : .disposed
        }
    }

    /// Every registration that matches a request, whatever the rule.
    func candidates(for query: Query) -> [Candidate] {
        withContent { content in
            let exact = query.exactTypes.lazy.compactMap {
                content.candidate(RegistrationKey(type: $0, name: query.name))
            }.first
            return [exact].compactMap { $0 } + content.compatible(with: query).filter { $0.key != exact?.key }
        }
    }

    /// Whether an alias can answer: its original is there.
    func canAnswer(alias key: RegistrationKey) -> Bool { withContent { $0.candidate(key) != nil } }

    /// Everything of a name that can answer, in the order of registration. An alias without its original can't.
    func candidates(named name: InjectionName?) -> [Candidate] {
        withContent { $0.all(named: name) }.inOrder { Int64($0.number) }
    }

    /// Searches what the node has now, with no lock held.
    private func withContent<Result>(_ body: (borrowing NodeContent) -> Result) -> Result {
        let (result, loans): (Result, (Sharing.Loan, Sharing.Loan))
        // The copy is gone at the end of this block, before it is given back.
        do {
            let (content, lent) = state.withLock { state in
                let loans = (state.overlay.sharing.lend(), state.registry.sharing.lend())
                return (NodeContent(self, state.isEnded, state.overlay, state.registry), loans)
            }
            (result, loans) = (body(content), lent)
        }
        state.withLock { state in
            state.overlay.sharing.giveBack(loans.0)
            state.registry.sharing.giveBack(loans.1)
        }
        return result
    }
}

/// What a node had at one time, to be searched with no lock held.
private struct NodeContent {
    private let node: Node
    let isEnded: Bool
    private let overlay: RegistrationOverlay
    private let registry: RegistrationTable

    init(_ node: Node, _ isEnded: Bool, _ overlay: RegistrationOverlay, _ registry: RegistrationTable) {
        (self.node, self.isEnded, self.overlay, self.registry) = (node, isEnded, overlay, registry)
    }

    /// What answers for exactly a key; nil if nothing does.
    func candidate(_ key: RegistrationKey, at distance: Int = 0) -> Candidate? {
        switch overlay[key] {
        case .given(let value):
            return Candidate(registration: nil, key: key, holder: node, distance: distance, source: .given(value))
        case .registered(let registration): return candidate(registration, at: distance)
        // Only the key is left of what an ended scope had, or got too late.
        case .gone where node.kind == .scope:
            return Candidate(registration: nil, key: key, holder: node, distance: distance, source: .gone)
        case .gone: return nil
        case nil: return registry[key].flatMap { candidate($0, at: distance) }
        }
    }

    /// - Returns: Nil for an alias whose original is not there.
    private func candidate(_ registration: RegistrationRecord, at distance: Int) -> Candidate? {
        source(of: registration).map {
            Candidate(registration: registration, key: registration.key, holder: node, distance: distance, source: $0)
        }
    }

    /// What the instances of a registration come from; nil for an alias whose original is not there.
    private func source(of registration: RegistrationRecord) -> Candidate.Source? {
        var (source, steps) = (registration, 0)
        while let original = source.original {
            steps += 1
            // Aliases of each other have no original.
            guard steps < 100 else { return nil }
            switch overlay[original] {
            case .registered(let next): source = next
            case .given(let value): return .given(value)
            // The scope has ended, and is about to forget what it had.
            case .gone: return node.kind == .scope ? .gone : nil
            case nil:
                guard let next = registry[original] else { return nil }
                source = next
            }
        }
        return .registration(source)
    }

    /// Everything of a name that can answer, with distance 0.
    func all(named name: InjectionName?) -> [Candidate] {
        let own = overlay.entries.filter { $0.key.name == name }.compactMap { candidate($0.key) }
        let others = registry.all.filter { $0.key.name == name && self.overlay.index(of: $0.key) == nil }
        return own + others.compactMap { candidate($0, at: 0) }
    }

    /// Everything that can answer and whose type is a subtype of the requested one.
    func compatible(with query: Query) -> [Candidate] {
        var found: [Candidate] = []
        if node.kind == .scope {
            // Few, whose distances are remembered for the process.
            for entry in overlay.entries where entry.key.name == query.name {
                let distance = RelationMemo.distance(from: entry.key.type, to: query.unwrapped)
                if let distance, let candidate = candidate(entry.key, at: distance) { found.append(candidate) }
            }
            return found
        }
        let relation = TypeRelation(to: query.unwrapped, fromAmong: registry.count)
        guard relation.admitsOthers else { return [] }
        for entry in overlay.entries where entry.key.name == query.name {
            guard case .registered = entry.content, let distance = relation.distance(from: entry.key.type) else {
                continue
            }
            if let candidate = candidate(entry.key, at: distance) { found.append(candidate) }
        }
        for registration in registry.all where registration.key.name == query.name {
            guard let distance = relation.distance(from: registration.type), overlay.index(of: registration.key) == nil,
                let candidate = candidate(registration, at: distance)
            else { continue }
            found.append(candidate)
        }
        return found
    }
}

extension [Node] {
    /// What the first of them that has anything decides on; nil if that is no single candidate.
    func candidate(for query: Query) -> Candidate? {
        for node in self {
            switch node.decide(query) {
            case .none: continue
            case .chosen(let candidate): return candidate
            case .tied, .disposed: return nil
            }
        }
        return nil
    }
}
