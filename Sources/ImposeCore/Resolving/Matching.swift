/// The part of a request that decides which registrations match it, by their declared types alone. It makes no
/// instance.
package struct Matching {
    /// The type as it was asked for.
    package let requested: any Any.Type
    package let name: InjectionName?
    let rules: InjectionRules
    /// The type inside all optionals: a request for `T?` is a request for `T`.
    package let wrapped: any Any.Type

    package init(requested: any Any.Type, name: InjectionName?, rules: InjectionRules) {
        self.requested = requested
        self.name = name
        self.rules = rules
        wrapped = TypeRelation.unwrapped(requested)
    }

    /// The matching for a request.
    package init(_ request: Request) {
        self.init(requested: request.type, name: request.name, rules: request.rules)
    }

    /// The requested type taken apart, for use only where there is no exact answer.
    private var relation: TypeRelation { TypeRelation(to: wrapped) }

    /// Whether the answer is nil if nothing is imposed.
    package var isOptional: Bool { requested != wrapped }

    /// The registration of one imposer that answers: the exact one, or the one the rules choose.
    func choose(in imposer: ImposerNode) -> Choice {
        let choice = rank(in: imposer)
        // After the search: if the imposer was disposed of meanwhile, its registrations were not there to be found.
        guard imposer.isDisposed else { return choice }
        if case .none = choice, !isClosed(in: imposer) { return .none }
        return .disposed
    }

    /// The choice among its registrations, whether or not it was disposed of.
    func rank(in imposer: ImposerNode) -> Choice {
        exact(in: imposer).map(Choice.chosen) ?? Choice(rules.rank(compatible(in: imposer)) { $0 })
    }

    /// Whether an imposer that was disposed of would answer if it were not, as far as can be known: of its
    /// registrations, only the types and names may be left.
    func isClosed(in imposer: ImposerNode) -> Bool {
        if imposer.blocksSearch { return true }
        let distances = distances
        return imposer.closedKeys.contains { key in
            key.name == name && (rules.allowsCasting || isExact(key.type) || distances(key.type) != nil)
        }
    }

    private func isExact(_ type: any Any.Type) -> Bool {
        var next: (any Any.Type)? = requested
        while let exact = next, exact != type { next = TypeRelation.wrapped(in: exact) }
        return next != nil
    }

    /// Every registration of one imposer that matches.
    func all(in imposer: ImposerNode) -> [Candidate] {
        let compatible = compatible(in: imposer)
        guard let exact = exact(in: imposer) else { return compatible }
        return [exact] + compatible.filter { $0.registration !== exact.registration }
    }

    /// A function from a type that something was imposed for to its distance.
    ///
    /// It has the requested type taken apart already: for many registrations, get it once.
    var distances: (any Any.Type) -> Int? {
        let relation = relation
        return { relation.distance(from: $0) }
    }

    /// The distance of an instance's own type. One that can be cast without being a subtype counts as one step.
    func distance(ofInstanceOf type: any Any.Type) -> Int {
        relation.distance(from: type) ?? 1
    }

    /// For an optional, a registration of the optional type itself goes first.
    private func exact(in imposer: ImposerNode) -> Candidate? {
        var next: (any Any.Type)? = requested
        while let type = next {
            if let registration = imposer.recordInForce(for: RegistrationKey(type: type, name: name)) {
                return Candidate(registration: registration, imposer: imposer, distance: 0)
            }
            next = TypeRelation.wrapped(in: type)
        }
        return nil
    }

    /// The types under whose keys one imposer hides what its parents have: those of all its candidates, and the
    /// requested type with those inside it, which need not be candidates besides each other.
    ///
    /// - Parameter all: Every registration of the imposer that matches.
    func hiddenTypes(by imposer: ImposerNode, with all: [Candidate]) -> [ObjectIdentifier] {
        var types = all.map { ObjectIdentifier($0.registration.type) }
        var next = isOptional ? requested : nil
        while let type = next {
            if imposer.recordInForce(for: RegistrationKey(type: type, name: name)) != nil {
                types.append(ObjectIdentifier(type))
            }
            next = TypeRelation.wrapped(in: type)
        }
        return types
    }

    private func compatible(in imposer: ImposerNode) -> [Candidate] {
        // A scope has few, and nobody copies it.
        let searched = imposer.registry.withLock { $0.searched(remembersMatches: !imposer.isOfScope) }
        return searched.compatible(with: wrapped).compactMap { registration, distance in
            guard registration.key.name == name, imposer.isInForce(registration) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
    }
}
