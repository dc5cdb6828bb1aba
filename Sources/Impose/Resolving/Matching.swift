/// Which registrations of one imposer match a request, by their declared types alone. Makes no instance.
struct Matching {
    /// The type as it was asked for.
    let requested: any Any.Type
    let name: InjectionName?
    let rules: InjectionRules
    /// The type inside all optionals: a request for `T?` is a request for `T`.
    let wrapped: any Any.Type

    init(requested: any Any.Type, name: InjectionName?, rules: InjectionRules) {
        self.requested = requested
        self.name = name
        self.rules = rules
        wrapped = TypeRelation.unwrapped(requested)
    }

    /// Taken apart only where there is no exact answer.
    private var relation: TypeRelation { TypeRelation(to: wrapped) }

    /// Whether nothing being imposed is answered with nil.
    var isOptional: Bool { requested != wrapped }

    /// The registration of one imposer that answers: the exact one, or the one the rules choose.
    func choose(in imposer: Imposer) -> Choice {
        let choice = rank(in: imposer)
        // After the look at the registrations: where it was disposed of meanwhile, they were not there to be found.
        guard imposer.isDisposed else { return choice }
        if case .none = choice, !isClosed(in: imposer) { return .none }
        return .disposed
    }

    /// What its registrations come to, whether or not it was disposed of.
    func rank(in imposer: Imposer) -> Choice {
        exact(in: imposer).map(Choice.chosen) ?? Choice(rules.rank(compatible(in: imposer)) { $0 })
    }

    /// Whether an imposer that was disposed of would answer if it were not, as far as can be known: it need not say more
    /// than a type and a name of what was imposed there.
    func isClosed(in imposer: Imposer) -> Bool {
        if imposer.node.isBarred { return true }
        let distances = distances
        return imposer.node.closedKeys.contains { key in
            key.name == name && (rules.allowsCasting || isExact(key.type) || distances(key.type) != nil)
        }
    }

    private func isExact(_ type: any Any.Type) -> Bool {
        var next: (any Any.Type)? = requested
        while let exact = next, exact != type { next = TypeRelation.wrapped(in: exact) }
        return next != nil
    }

    /// Every registration of one imposer that matches.
    func all(in imposer: Imposer) -> [Candidate] {
        let compatible = compatible(in: imposer)
        guard let exact = exact(in: imposer) else { return compatible }
        return [exact] + compatible.filter { $0.registration !== exact.registration }
    }

    /// The distances of the types that something was imposed for.
    ///
    /// A function that has the requested type taken apart already: for many registrations, ask for it once.
    var distances: (any Any.Type) -> Int? {
        let relation = relation
        return { relation.distance(from: $0) }
    }

    /// The distance of an instance's own type. One that can be cast without being a subtype counts as one step.
    func distance(ofInstanceOf type: any Any.Type) -> Int {
        relation.distance(from: type) ?? 1
    }

    /// For an optional, a registration of the optional type itself goes first.
    private func exact(in imposer: Imposer) -> Candidate? {
        var next: (any Any.Type)? = requested
        while let type = next {
            let registration = imposer.record(for: RegistrationKey(type: type, name: name))
            if let registration, imposer.isInForce(registration) {
                return Candidate(registration: registration, imposer: imposer, distance: 0)
            }
            next = TypeRelation.wrapped(in: type)
        }
        return nil
    }

    private func compatible(in imposer: Imposer) -> [Candidate] {
        let records = imposer.records
        let relation = TypeRelation(to: wrapped, fromAmong: records.count)
        guard relation.admitsOthers else { return [] }
        return records.compactMap { registration in
            guard let registration, registration.key.name == name else { return nil }
            guard let distance = relation.distance(from: registration.type) else { return nil }
            guard imposer.isInForce(registration) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
    }
}
