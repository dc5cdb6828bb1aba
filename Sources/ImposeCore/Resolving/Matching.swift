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

    /// The requested type and those inside it, if it is an optional: what is imposed for one of them is an exact answer.
    var exactTypes: some Sequence<any Any.Type> { sequence(first: requested) { TypeRelation.wrapped(in: $0) } }

    /// Whether the answer is nil if nothing is imposed.
    package var isOptional: Bool { requested != wrapped }

    /// Every registration of one imposer that matches.
    func all(in imposer: ImposerNode) -> [Candidate] {
        let compatible = compatible(in: imposer)
        guard let exact = exact(in: imposer) else { return compatible }
        return [exact] + compatible.filter { $0.registration !== exact.registration }
    }

    /// All candidates that match. A registration hides the ones with its key in the ancestors of its imposer.
    func all(in order: SearchOrder, askedIn scope: ImposerNode?) -> [Candidate] {
        var candidates: [Candidate] = []
        /// The types that are hidden in an imposer, which comes after all that are below it. All have the same name.
        var hidden: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        for imposer in order {
            let all = self.all(in: imposer)
            var types = hidden.removeValue(forKey: ObjectIdentifier(imposer)) ?? []
            candidates += all.filter { !types.contains(ObjectIdentifier($0.registration.type)) }
            guard let parent = imposer.parent else { continue }
            types.formUnion(hiddenTypes(by: imposer, with: all))
            // The scope's line and that of the imposer that is asked may meet in the parent.
            let others = hidden.updateValue(types, forKey: ObjectIdentifier(parent))
            if let others { hidden[ObjectIdentifier(parent)]?.formUnion(others) }
        }
        // An alias and its original are one instance, and the one that comes first stands for both.
        var sources: Set<ObjectIdentifier> = []
        return candidates.inOrder(of: \.registration.sequence).inOrder { Int64($0.distance) }
            .filter { sources.insert(ObjectIdentifier($0.source(in: scope).registration)).inserted }
    }

    /// A function from a type that something was imposed for to its distance.
    ///
    /// It has the requested type taken apart already: for many registrations, get it once.
    var distances: (any Any.Type) -> Int? {
        let relation = TypeRelation(to: wrapped)
        return { relation.distance(from: $0) }
    }

    /// The distance of an instance's own type. One that can be cast without being a subtype counts as one step.
    func distance(ofInstanceOf type: any Any.Type) -> Int {
        TypeRelation(to: wrapped).distance(from: type) ?? 1
    }

    /// For an optional, a registration of the optional type itself goes first.
    func exact(in imposer: ImposerNode) -> Candidate? {
        exactTypes.firstResult { type in
            imposer.recordInForce(for: RegistrationKey(type: type, name: name))
                .map { Candidate(registration: $0, imposer: imposer) }
        }
    }

    /// The types under whose keys one imposer hides what its parents have: those of all its candidates, and the
    /// requested type with those inside it, which need not be candidates besides each other.
    ///
    /// - Parameter all: Every registration of the imposer that matches.
    func hiddenTypes(by imposer: ImposerNode, with all: [Candidate]) -> [ObjectIdentifier] {
        let types = all.map { ObjectIdentifier($0.registration.type) }
        guard isOptional else { return types }
        let exact = exactTypes.filter { imposer.recordInForce(for: RegistrationKey(type: $0, name: name)) != nil }
        return types + exact.map { ObjectIdentifier($0) }
    }

    func compatible(in imposer: ImposerNode) -> [Candidate] {
        // A scope has few, and nobody copies it.
        let searched = imposer.registry.withLock { $0.searched(remembersMatches: !imposer.isOfScope) }
        return searched.compatible(with: wrapped).compactMap { registration, distance in
            guard registration.key.name == name, imposer.isInForce(registration) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
    }
}
