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

    func compatible(in imposer: ImposerNode) -> [Candidate] {
        imposer.compatible(with: wrapped).compactMap { registration, distance in
            guard registration.key.name == name, imposer.isInForce(registration) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
    }
}
