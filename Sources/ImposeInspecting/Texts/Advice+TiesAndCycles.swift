// Advice on ties and on cycles.

internal import Impose

extension Advice {
    static func ambiguous(_ request: Request, _ candidates: [Candidate]) -> Advice {
        let tied = candidates.inOrder(of: \.registration.sequence)
        let first = tied[0]
        let requested = TypeRelation.unwrapped(request.type)
        let listed = tied.map {
            ImposeError.Candidate($0.registration, in: $0.imposer.description, distance: $0.distance)
        }
        let doubles = Seam.isInTest ? tied.filter { $0.registration.location.module.isOfTests } : []
        let double = doubles.only?.registration
        let further = Seam.candidates(for: Matching(request), in: candidates[0].imposer).first { other in
            other.isPreferred && !candidates.contains { $0.registration === other.registration }
        }
        return Advice(candidates: listed, mentioning: [requested] + (further.map { [$0.registration.type] } ?? [])) {
            names in
            if let further {
                let (type, place) = (names[further.registration.type], further.registration.location)
                return [
                    Fix(
                        "\(type), imposed at \(place), is preferred, but \(further.distance) steps away, and only those "
                            + "equally far compete. Impose \(names[requested]) itself by it",
                        further.registration.answering(requested, request.name, names)
                    )
                ]
            }
            if let double { return [Fix("Impose the double for what is asked for", double, for: requested, names)] }
            let place = first.registration.imposingExpression
            let imposing = first.registration.answering(requested, request.name, in: place, names)
            return [
                Fix("Prefer one of them: at \(first.registration.location), for instance, append", ".preferred()"),
                Fix("Or impose \(names[requested]) itself, for instance by the first of them", imposing),
            ]
        }
    }

    /// Advice on a provider that asks for what it is imposed for, as a decorator must not.
    ///
    /// - Parameters:
    ///   - request: The line that asks: the registration's own if a parameter does.
    ///   - holder: The imposer that holds the registration.
    static func asksItself(
        _ record: RegistrationFacts,
        for type: any Any.Type,
        at request: Location,
        on holder: NodeFacts
    ) -> Advice {
        let requested = TypeRelation.unwrapped(type)
        let distances = Seam.distances(to: Matching(requested: requested, name: nil, rules: .nearest))
        let order = Seam.searchOrder(from: Origin(asked: holder))
        let inner = order.lazy.flatMap { $0.registrations }
            .first { $0.type != record.type && $0.original == nil && $0.key.name == nil && distances($0.type) != nil }
        let storing = CycleProperty(of: type, neededBy: record)
        // What the decorator has taken the place of, most likely.
        let others = ConformingTypes(to: record.type, askedIn: record.location.module).types
        let decorated = others.filter { $0 != storing?.owner }.only
        return Advice(mentioning: [storing?.owner, inner?.type, decorated].compactMap { $0 }) { names in
            let asking = inner.map { inner in
                let (replaced, code) =
                    request == record.location
                    ? (
                        ", or in the initializer that it names, in place of \(names.annotation(type))",
                        names.annotation(inner.type)
                    ) : ("", holder.title.injecting(inner.type, nil, names))
                return Fix("Ask for what \(inner.location) imposes: at \(request)\(replaced), write", code)
            }
            // It compiles wherever the type is known.
            let naming = storing.flatMap { Self.naming(record, decorated, $0, names) }
            let wrapping = storing.map { storing in
                let decorating = ".decorated { \(storing.making("$0", names)) }"
                let isOther = asking != nil || naming != nil
                let at = "\(isOther ? "Or, at" : "At") \(record.location), impose"
                guard let decorated else { return Fix("\(at) what is to be decorated, and append", decorating) }
                let imposing = "\(record.imposingExpression).impose(for: \(names.expression(record.type))"
                return Fix(
                    "\(at) what is to be decorated, as in",
                    "\(imposing)\(record.key.name.argument), \(names.typed(decorated)).init)\(decorating)"
                )
            }
            let fixes = [asking, naming, wrapping].compactMap { $0 }
            return fixes.isEmpty
                ? ["At \(record.location), let it ask for another type: impose what it decorates for its own."] : fixes
        } problem: { names in
            "it is needed to build itself: its provider, imposed at \(record.location), asks for \(names.annotation(type))"
        }
    }

    /// Gives what a decorator asks for a name, where the code that decorates may not know its type.
    private static func naming(
        _ record: RegistrationFacts,
        _ decorated: (any Any.Type)?,
        _ storing: CycleProperty,
        _ names: TypeNames
    ) -> Fix? {
        guard let decorated, let earlier = record.replacedLine, earlier.module != record.location.module,
            record.key.name == nil
        else { return nil }
        let made = storing.making("try imposer.tryInject(named: \"decorated\")", from: "imposer.", names)
        let imposing = "\(record.imposingExpression).impose(for: \(names.expression(record.type)))"
        return Fix(
            "Give \(names[decorated]) a name: at \(earlier), impose it with named: \"decorated\", and at \(record.location) "
                + "write",
            "\(imposing) { (imposer: Imposer) in \(made) }"
        )
    }

    /// - Parameter path: The path of the error, whose last step closes the cycle.
    static func circular(_ request: Request, along path: [ImposeError.Step]) -> Advice {
        let needing = Seam.underway.last?.registration
        if let needing, path.count > 1, path[path.count - 2].isSameRegistration(as: path[path.count - 1]) {
            let holder = PrivateImposers.latest.first { Seam.registration(for: needing.key, of: $0) === needing }
            return asksItself(needing, for: request.type, at: request.location, on: holder ?? Imposer.shared.node)
        }
        if let needing, let advice = asksItsAlias(request, needing) { return advice }
        if let needing, request.location != needing.location {
            let relation = TypeRelation(to: needing.type)
            let reading = StoredWrapper.only(in: request.location.module) { wrapper in
                wrapper.need == request.type && wrapper.keepsForGood
                    && wrapper.owner.map { relation.distance(from: $0) != nil } ?? false
            }
            if let reading { return circular(request, readBy: reading) }
        }
        let storing = needing.flatMap { CycleProperty(of: request.type, neededBy: $0) }
        return Advice(mentioning: [storing?.owner].compactMap { $0 }) { names in
            let (variable, type) = (storing?.name ?? names.variable(request.type), names.annotation(request.type))
            let owner = (storing?.owner ?? needing?.type).map { names[$0] } ?? "one of them"
            let place = needing.map { record in
                let isOther = storing.map { $0.owner != record.type } ?? false
                return
                    "In \(owner), which is imposed\(isOther ? " for \(names[record.type])" : "") at \(record.location)"
            }
            return [
                Fix(
                    "Inject it later. \(place ?? "In \(owner)"), let the parameter of init and the property be lazy, and "
                        + "read it as \(variable)(). The file needs import Impose",
                    "\(variable): Injected<\(type)>"
                ),
                Fix(
                    "Or leave out the parameter, and let the property inject when it is first read, as \(variable)()",
                    "let \(variable) = Injected<\(type)>()"
                ),
            ]
        }
    }

    /// Advice on a provider that asks for an alias of what it is imposed for; nil on another cycle.
    private static func asksItsAlias(_ request: Request, _ needing: RegistrationFacts) -> Advice? {
        let order = Seam.searchOrder(from: Origin(asked: Imposer.shared.node))
        guard let answer = Seam.winner(of: Matching(request), in: order)?.registration else { return nil }
        // The cycle may be closed by either of the two.
        let (asker, alias) = answer.original == needing.key ? (needing, answer) : (answer, needing)
        guard alias.original == asker.key else { return nil }
        let place = asker === needing ? request.location : asker.location
        var advice = asksItself(asker, for: alias.type, at: place, on: Imposer.shared.node)
        advice.problem = { names in
            "it is needed to build itself: its provider, imposed at \(asker.location), asks for "
                + "\(names.annotation(alias.type)), which is an alias of it, made at \(alias.location)"
        }
        return advice
    }

    /// Advice on a cycle that a property closes which injects, most likely.
    private static func circular(_ request: Request, readBy property: StoredWrapper) -> Advice {
        Advice { names in
            [
                Fix(
                    "Let \(property.ownerName).\(property.property) inject when it is first read, and read it nowhere while "
                        + "\(property.ownerName) is made: at \(request.location), write",
                    "@Injected\(request.name.map { "(named: \($0.spelling))" } ?? "") var \(property.property): "
                        + names.annotation(request.type)
                )
            ]
        }
    }
}

/// The stored property that keeps a cycle closed: of the registered class, or of the one type that conforms to the
/// registered protocol and stores what closes the cycle.
private struct CycleProperty {
    let owner: any Any.Type
    let name: String
    /// What the initializer takes, most likely.
    private let all: [StoredField]

    /// Nil if there is no such type, or if several could be meant.
    init?(of type: any Any.Type, neededBy record: RegistrationFacts) {
        let program = ProgramSections.current
        let owners =
            TypeRelation.isExistential(record.type)
            ? program.types(conformingTo: record.type).compactMap(\.type) : [record.type]
        let found = owners.compactMap { owner -> (any Any.Type, String, [StoredField])? in
            let all = program.storedProperties(of: owner)?.filter { !$0.isFilledIn } ?? []
            return all.first { $0.type == type }.map { (owner, $0.name, all) }
        }
        guard found.count == 1 else { return nil }
        (owner, name, all) = found[0]
    }

    /// The call that makes the owner, with everything but this injected.
    ///
    /// - Parameters:
    ///   - value: The expression for this.
    ///   - imposer: What the others are injected from: nothing, or a variable and a point.
    func making(_ value: String, from imposer: String = "", _ names: TypeNames) -> String {
        let arguments = all.map { "\($0.name): \($0.name == name ? value : "try \(imposer)tryInject()")" }
        return "\(names.typed(owner))(\(arguments.joined(separator: ", ")))"
    }
}
