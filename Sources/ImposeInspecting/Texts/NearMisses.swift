internal import Impose

/// The registrations that come near a request that nothing answers.
struct NearMisses {
    /// The reasons why a registration may be the one that was meant, the likeliest first.
    enum Closeness: Int {
        case expected, openScope, danglingAlias, given, optional, nearName, couldNotBeMade, notSearched, otherName
        case sameTypeName, castable, nearTypeName, otherArgument, implementation
    }

    /// A registration, the reason why it does not answer, and a fix.
    struct Miss {
        let closeness: Closeness
        /// The rank among misses of one closeness: typing errors, or steps.
        let distance: Int
        let candidate: ImposeError.Candidate
        /// What went wrong, without the requested type; nil where nothing is known to be wrong with this one.
        let problem: ((TypeNames) -> String)?
        let fixes: (TypeNames) -> [Fix]
    }

    private var misses: [Miss] = []
    private let matching: Matching
    private let distances: (any Any.Type) -> Int?
    private let likeness: TypeLikenessCheck
    /// How the injection would be typed.
    private let injection: InjectionSpelling
    /// The types that the fixes name besides those of the candidates.
    private(set) var types: [any Any.Type] = []
    /// Whether a type is known that could be imposed.
    private let isMakeable: Bool
    private let conforming: ConformingTypes
    private let request: Request
    /// The imposers that were searched.
    private let order: SearchOrder
    private let silentOwner: SilentOwner?
    /// A longer list would not help anybody.
    private static let mostListed = 3

    /// Looks through the imposers that were searched and the others that are alive.
    ///
    /// - Parameters:
    ///   - isMakeable: Whether a type is known that could be imposed.
    ///   - isAsked: Whether somebody asks for an explanation, so that the line is not that of an injection.
    init(
        _ request: Request,
        _ order: SearchOrder,
        _ failures: [CastingFailure],
        _ conforming: ConformingTypes,
        isMakeable: Bool,
        isAsked: Bool
    ) {
        (self.isMakeable, self.conforming) = (isMakeable, conforming)
        (self.request, self.order) = (request, order)
        silentOwner = SilentOwner(request, order)
        types = [silentOwner?.type].compactMap { $0 }
        let origin = Origin(asked: order.imposing)
        matching = Matching(request)
        distances = Seam.distances(to: matching)
        likeness = TypeLikenessCheck(matching.wrapped)
        injection = InjectionSpelling(
            type: request.type,
            name: request.name,
            asked: order.imposing.title,
            dependent: request.dependent()?.type,
            place: isAsked ? nil : request.location
        )
        for failure in failures {
            let reason = failure.error.report?.problem ?? failure.error.storage.text.headline
            let note = "could not be built to see whether it can be cast: \(reason)"
            add(.couldNotBeMade, failure.registration, in: failure.imposer, note) { names in
                ["Fix \(names[failure.registration.type]), if that is the one you meant."]
            }
        }
        for imposer in order {
            for registration in imposer.registrations
            where !failures.contains(where: { $0.registration === registration }) {
                addSearched(registration, in: imposer)
            }
        }
        let open = UnsearchedScope(request, order, for: origin)
        misses += order.expectations(for: matching).compactMap { expectation in
            Miss(expectation, order, for: origin, isOpen: open != nil)
        }
        if misses.first?.closeness != .expected, let open {
            let (found, note) = (open.found, Self.notSearched)
            add(.openScope, found.registration, in: found.imposer, note, problem: open.problem, fixes: open.fixes)
        }
        for member in UnsearchedMember.all(matching, order, distances) { add(member) }
        addImposedPrivately()
        // Those equally near stay in order.
        let nearestFirst = misses.inOrder { Int64($0.distance) }.inOrder { Int64($0.closeness.rawValue) }
        misses = Array(nearestFirst.prefix(Self.mostListed))
    }

    var candidates: [ImposeError.Candidate] { misses.map(\.candidate) }

    /// What went wrong, if the likeliest one tells: nothing else need be considered then.
    var problem: ((TypeNames) -> String)? { misses.first?.problem }

    /// Whether that says all that is known of the candidates.
    var hasSaidAll: Bool { problem != nil && misses.first?.closeness != .expected }

    /// Whether the likeliest one answers, elsewhere.
    var isElsewhere: Bool { misses.first?.closeness == .notSearched }

    /// The changes that would make the likeliest one answer.
    func fixes(_ names: TypeNames) -> [Fix] { misses.first?.fixes(names) ?? [] }

    @inline(never)
    private mutating func add(
        _ closeness: Closeness,
        _ registration: RegistrationFacts,
        in imposer: NodeFacts,
        distance: Int = 0,
        _ note: String,
        problem: ((TypeNames) -> String)? = nil,
        fixes: @escaping (TypeNames) -> [Fix]
    ) {
        let candidate = ImposeError.Candidate(registration, in: imposer.description, distance: nil, note: note)
        misses.append(
            Miss(closeness: closeness, distance: distance, candidate: candidate, problem: problem, fixes: fixes)
        )
    }

    /// Adds a registration of an imposer that was searched, if it comes near in any way.
    private mutating func addSearched(_ registration: RegistrationFacts, in imposer: NodeFacts) {
        guard registration.isInForce else { return addDanglingAlias(registration, in: imposer) }
        guard registration.key.name == matching.name else { return addOtherName(registration, in: imposer) }
        let (type, place, requested) = (registration.type, registration.location, matching.wrapped)
        if TypeRelation.unwrapped(type) == requested {
            return add(.optional, registration, in: imposer, "is imposed as an optional") { [injection] names in
                [injection.fix("Ask for the optional", names, of: type)]
            }
        }
        // In case that type was meant.
        let asking = { [injection] (names: TypeNames) in
            [injection.fix("Did you mean \(names[type])? Ask for that type", names, of: type)]
        }
        let likeness = likeness.likeness(of: TypeRelation.unwrapped(type))
        if case .sameName = likeness {
            return add(.sameTypeName, registration, in: imposer, "is another type of the same name", fixes: asking)
        }
        if !request.rules.allowsCasting, addCastable(registration, in: imposer) { return }
        switch likeness {
        case .nearlySameName(let errors):
            add(.nearTypeName, registration, in: imposer, distance: errors, "is named nearly the same", fixes: asking)
        case .sameLastWord where isMakeable: break
        case .implementation, .sameLastWord:
            let note = "has a matching name but does not conform"
            add(.implementation, registration, in: imposer, note) { names in
                let module = TypeNames.home(of: type)
                let code = "extension \(names.typed(type)): \(names.typed(requested)) {}"
                return [Fix("Did you mean \(names[type])? Then let it conform, in \(module)", code)]
            }
        case .sameFunction:
            add(.sameTypeName, registration, in: imposer, "differs in its attributes alone") { names in
                "\(names[type]) is imposed, at \(place), which is another type"
            } fixes: { [injection] names in
                [
                    Fix("At \(place), in place of \(names.expression(type)), write", names.expression(requested)),
                    injection.fix("Or ask for that type", names, of: type),
                ]
            }
        case .sameGeneric:
            guard let replaced = registration.replacedLine else {
                return addOtherArgument(registration, in: imposer)
            }
            add(.sameTypeName, registration, in: imposer, "is imposed twice") { names in
                "\(names[type]) is imposed twice, at \(replaced) and at \(place), and it never"
            } fixes: { names in
                let (wrong, right) = (names.expression(type), names.expression(requested))
                return [
                    Fix("If the later line was copied: at \(place), in place of \(wrong), write", right),
                    Fix("If the earlier one was: at \(replaced), in place of \(wrong), write", right),
                ]
            }
        case .sameName, nil: break
        }
    }

    /// Adds a registration of the same generic type for something else, unless a type is known that could be imposed.
    private mutating func addOtherArgument(_ registration: RegistrationFacts, in imposer: NodeFacts) {
        if isMakeable { return }
        let (type, place, requested) = (registration.type, registration.location, matching.wrapped)
        add(.otherArgument, registration, in: imposer, "is the same generic type of something else") { names in
            "\(Failure.nothing), but \(names[type]) is, at \(place)"
        } fixes: { names in
            let (wrong, right) = (names.expression(type), names.expression(requested))
            return [
                Fix("Impose it, too: copy \(place), and in the copy, in place of \(wrong), write", right),
                Fix("Or, if \(names[type]) is a mistake there, write in its place", right),
            ]
        }
    }

    /// Adds an alias that would answer if its original had not been removed.
    private mutating func addDanglingAlias(_ alias: RegistrationFacts, in imposer: NodeFacts) {
        guard alias.key.name == matching.name, distances(alias.type) != nil,
            let lost = DanglingAlias(alias, in: imposer)
        else { return }
        let note = "is an alias of \(lost.key(TypeNames([lost.type]))), which \(lost.loss)"
        types.append(lost.type)
        add(.danglingAlias, alias, in: imposer, note, problem: lost.problem, fixes: lost.fixes)
    }

    /// Adds a registration of the same type or a compatible one under another name.
    private mutating func addOtherName(_ registration: RegistrationFacts, in imposer: NodeFacts) {
        guard let steps = distances(registration.type) else { return }
        let (name, requested) = (registration.key.name, matching.name)
        var injection = injection
        injection.name = name
        if let name, let requested, let errors = requested.errors(to: name) {
            let note =
                requested.readsTheSame(as: name)
                ? "has a name that reads the same, but is another value" : "has nearly the same name"
            // Never one that reads the same, which comes before.
            if let misspelt = MisspeltName(requested, at: request.location, registration, amid: order) {
                return add(.nearName, registration, in: imposer, distance: errors + 1, note) { _ in
                    misspelt.problem
                } fixes: { _ in
                    misspelt.fixes
                }
            }
            return add(.nearName, registration, in: imposer, distance: errors, note) { [injection] names in
                [injection.fix("Did you mean \(name.spelling)? Ask for it by that name", names)]
            }
        }
        let note = Self.note(onOther: name)
        add(.otherName, registration, in: imposer, distance: steps, note) { [injection] names in
            [injection.fix("Ask for it \(name == nil ? "without a" : "by its") name", names)]
        }
    }

    /// Why a registration does not answer that has another name, or none.
    static func note(onOther name: InjectionName?) -> String { "has \(name == nil ? "no name" : "another name")" }

    /// Adds what an imposer of the directory has that was not searched.
    private mutating func add(_ member: UnsearchedMember) {
        let (found, note, problem) = (member.found, Self.notSearched, member.problem)
        add(.notSearched, found.registration, in: found.imposer, distance: found.distance, note, problem: problem) {
            [injection] names in
            guard let searching = member.fix else {
                return [injection.fix("Inject it from there", names, from: member.title)]
            }
            // A provider's own imposer is the private one.
            if injection.dependent != nil { return [searching] }
            return [searching, injection.fix("Or inject it from there", names, from: member.title)]
        }
    }

    /// Adds the registrations that would answer exactly in one of the latest private imposers, if it was not searched.
    private mutating func addImposedPrivately() {
        let key = RegistrationKey(type: matching.wrapped, name: matching.name)
        let searched = order.compactMap { Seam.registration(for: key, of: $0) }
        for node in PrivateImposers.latest {
            guard let registration = Seam.registration(for: key, of: node),
                !searched.contains(where: { $0 === registration })
            else { continue }
            // Many have a plain value, each for itself.
            let problem =
                PlainValue.literal(of: key.type) != nil
                ? nil
                : { [silentOwner] names in
                    UnsearchedMember.problem(registration, in: node, names) + (silentOwner?.problem(names) ?? "")
                }
            add(.notSearched, registration, in: node, Self.notSearched, problem: problem) {
                [injection, silentOwner, module = request.location.module, requested = matching.requested] names in
                if let silentOwner { return [silentOwner.fix(naming: node, names)] }
                let place = "at \(registration.location), in place of \(node)"
                // How a private one is called there is unknown.
                let isPrivate = if case .named = injection.asked { true } else { false }
                let everywhere =
                    isPrivate
                    ? Fix("Impose it on the imposer that is asked, \(place).")
                    : Fix(
                        "\(injection.dependent == nil ? "Or impose" : "Impose") it for all: \(place), write",
                        injection.asked.expression
                    )
                // A provider's own imposer is another one.
                if injection.dependent != nil { return [everywhere] }
                let title = node.title
                let made = PrivateImposers.location(of: node).map { line in
                    ", made at \(line) and called \(title.staticMember ?? title.expression) here"
                }
                let property = StoredWrapper.only(in: module) { $0.need == requested && $0.keepsForGood }
                let text = "Inject it from \(node)\(made ?? "")"
                let there = injection.fix(text, names, from: title, by: property)
                return isPrivate ? [there] : [there, everywhere]
            }
        }
    }

    private static let notSearched = "is in an imposer that was not searched"

    /// Adds a registration that a castable rule would find, if the requested type is below the registered one, or if an
    /// existing instance can be cast. This can't be known of the others without making their instances.
    private mutating func addCastable(_ registration: RegistrationFacts, in imposer: NodeFacts) -> Bool {
        let requested = matching.wrapped
        let instance = Seam.keptInstance(of: registration, heldBy: imposer)
        let canBeCast = instance.map { Casting.canCast($0, to: requested) } ?? false
        if imposer.isOfScope, canBeCast, let own = instance.flatMap({ Casting.dynamicType(of: $0) }) {
            addGiven(registration, own, in: imposer)
            return true
        }
        let isBelow = TypeRelation(to: registration.type).distance(from: requested) != nil
        guard isBelow || canBeCast else { return false }
        if PlainValue.literal(of: requested) != nil { return false }
        if !isBelow, !TypeRelation(to: requested).admitsOthers, !TypeRelation.isValueType(requested) {
            return addKeyedByItself(registration, in: imposer)
        }
        // A test looks at its double in this way.
        if isBelow, !canBeCast || !Seam.isInTest {
            let type = registration.type
            let initializer = injection.dependent == nil ? "" : ", or in the initializer that it names"
            let place = injection.place.map { "at \($0)\(initializer)" } ?? askingProperty ?? "where it is injected"
            let note = "is imposed for a more general type"
            // A protocol without its arguments is mostly of little use to who asks for it with them.
            let lacksArguments = TypeNames.short(requested).hasPrefix("any \(TypeNames.short(type))<")
            let isMadeThere = lacksArguments || conforming.alreadyImposed(among: [registration]) != nil
            let fixes = { [matching] (names: TypeNames) in
                let (asked, found) =
                    matching.isOptional
                    ? (names.annotation(matching.requested), names.optional(type))
                    : (names[requested], names.annotation(type))
                let asking = "for what is imposed: \(place), in place of \(asked), write"
                guard isMadeThere else { return [Fix("Ask \(asking)", found)] }
                return [
                    Fix("Impose it for what is asked for", registration, for: requested, names),
                    Fix("Or ask \(asking)", found),
                ]
            }
            add(.castable, registration, in: imposer, distance: 1, note, fixes: fixes)
            return true
        }
        let note = "its instance can be cast to it"
        // One that can be cast for sure goes before one that may be.
        add(.castable, registration, in: imposer, note) { [injection] names in
            [injection.fix("Allow casting", names, casting: true)]
        }
        return true
    }

    /// The property that asks, as part of a sentence; nil if there is none, or if several could be meant.
    private var askingProperty: String? {
        let asking = StoredWrapper.only { wrapper in
            wrapper.wrapper.map { TypeRelation.unwrapped($0.dependency) == matching.wrapped } ?? false
        }
        return asking.map { "in \($0.ownerName), for \($0.property)" }
    }

    /// Adds a value that a scope was given for too general a type.
    private mutating func addGiven(_ registration: RegistrationFacts, _ own: any Any.Type, in imposer: NodeFacts) {
        let (type, place) = (registration.type, registration.location)
        types.append(own)
        add(.given, registration, in: imposer, "its instance can be cast to it") { names in
            "\(imposer) was given \(names[own]) as \(names[type]) alone, at \(place)"
        } fixes: { names in
            let (given, value) = (names.variable(type), names.variable(own))
            let cast = "if let \(value) = \(given) as? \(names.annotation(own))"
            let give = "scope.give(\(value), for: \(names.expression(own))\(registration.key.name.argument))"
            return [Fix("At \(place), give the value as what it is, too", "\(cast) { \(give) }")]
        }
    }

    /// Adds a registration whose instance is of a requested type that is matched exactly only.
    private mutating func addKeyedByItself(_ registration: RegistrationFacts, in imposer: NodeFacts) -> Bool {
        let (type, requested, name) = (registration.type, matching.wrapped, registration.key.name)
        let note = "conforms, and is imposed for itself alone"
        add(.castable, registration, in: imposer, note) { names in
            let answering = registration.answering(requested, name, in: imposer.expression, names)
            return [Fix("\(names[type]) \(note). Impose it for what is requested, too", answering)]
        }
        return true
    }
}
