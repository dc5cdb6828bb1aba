internal import Impose

/// A reason why nothing answers a need, with the facts that texts have of it.
///
/// The likeliest reason tells: its sentence is in `MissingNeed+Sentences.swift`, its fixes are in
/// `MissingNeed+Fixes.swift`.
enum MissingCause {
    /// The process has several copies of the library.
    case twoCopies(String)
    /// An isolated directory has it, which the asking code has left.
    case directoryLeft(RegistrationFacts, isOfTest: Bool)
    /// A scope is expected to be given it: the one that encloses the request, if there is one, was not.
    case notGiven(Expectation, to: NodeFacts?, outlivedBy: RegistrationFacts?)
    /// The scope that is given it is opened under another name.
    case misspeltScope(Expectation, MisspeltScope)
    /// An open scope has it that is not searched.
    case scopeNotSearched(RegistrationFacts, OpenScope)
    /// An alias would answer if its original had not been removed.
    case aliasLost(RegistrationFacts, RemovedRegistration)
    case removed(RemovedRegistration)
    case optional(RegistrationFacts)
    /// The name is nearly the same, or reads the same without any typing error.
    case nearName(RegistrationFacts, errors: Int)
    /// It has another name, and has taken the place of a registration in the same file: most likely of a copied line.
    case copiedName(RegistrationFacts, Location)
    /// Its instance might have been cast, and could not be made.
    case notBuilt(RegistrationFacts, String)
    case imposerNotSearched(RegistrationFacts, distance: Int)
    case otherName(RegistrationFacts, distance: Int)
    /// It is imposed for another type of the same name, most often of another module.
    case sameName(RegistrationFacts)
    /// It is imposed for a function that differs in attributes alone.
    case sameFunction(RegistrationFacts)
    /// Its instance is of the type, and is found by casting alone.
    case castable(RegistrationFacts)
    /// It is imposed for a type above the requested one.
    case generalType(RegistrationFacts)
    /// What is seldom imposed: a plain value, with one to type; an array; an imposer.
    case plainValue(literal: String)
    case array(of: any Any.Type)
    case imposer
    case moduleLeftOut(UnprovidedModules.Module)
    case notGivenToScope(NodeFacts)
    case notImposed

    /// What holds of each cause:
    ///
    /// - rank: The order of those that are found among registrations: the likeliest first, and within one kind the
    ///   nearest.
    /// - note: Why its registration does not answer, as errors list it; nil where it is not listed.
    /// - isCertain: Whether the sentence says all that is known of the registration that is the likeliest one, and
    ///   nothing else need be considered.
    private var row: (rank: Int64, note: String?, isCertain: Bool) {
        switch self {
        case .twoCopies, .directoryLeft: (0, nil, true)
        case .notGiven(_, to: nil, _), .misspeltScope:
            (0, "is expected to be given, and none of them encloses the injection", true)
        case .notGiven: (0, "is expected to be given, and was not", true)
        case .scopeNotSearched: (100, "is in an imposer that was not searched", true)
        case .aliasLost(_, let original):
            (200, "is an alias of \(TypeNames([original.key.type]).key(original.key)), which \(original.loss)", true)
        case .removed: (300, nil, true)
        case .optional: (400, "is imposed as an optional", false)
        case .nearName(_, errors: 0): (500, "has a name that reads the same, but is another value", false)
        case .nearName(_, let errors): (500 + Int64(errors), "has nearly the same name", true)
        case .notBuilt(_, let reason): (600, "could not be built to see whether it can be cast: \(reason)", false)
        case .copiedName(let record, _): (650, Self.note(onOther: record.key.name), false)
        case .imposerNotSearched(_, let distance):
            (700 + Int64(distance), "is in an imposer that was not searched", true)
        case .otherName(let record, let distance):
            (800 + Int64(distance), Self.note(onOther: record.key.name), false)
        case .sameName: (900, "is another type of the same name", false)
        case .sameFunction: (900, "differs in its attributes alone", true)
        case .castable: (1000, "its instance can be cast to it", false)
        case .generalType: (1001, "is imposed for a more general type", false)
        case .plainValue, .array, .imposer, .moduleLeftOut, .notGivenToScope, .notImposed: (0, nil, false)
        }
    }

    var isCertain: Bool { row.isCertain }

    /// Why a registration does not answer that has another name, or none.
    static func note(onOther name: InjectionName?) -> String { "has \(name == nil ? "no name" : "another name")" }

    /// The reasons of a need, the likeliest first.
    static func all(of need: MissingNeed, _ failures: [CastingFailure]) -> [MissingCause] {
        if let copies = LibraryCopies.problem { return [.twoCopies(copies)] }
        let search = MissingCauseSearch(need)
        if let left = search.directoryLeft { return [left] }
        var found = search.causesOutsideSearch
        for failure in failures {
            let reason = failure.error.report?.problem ?? failure.error.storage.text.headline
            found.append(.notBuilt(failure.registration, reason))
        }
        for imposer in need.order {
            found += imposer.registrations.compactMap { record in
                failures.contains { $0.registration == record } ? nil : search.nearness(of: record, in: imposer)
            }
        }
        return found.inOrder { $0.row.rank } + search.causesOfNeedItself
    }

    /// The registration that it is about.
    var registration: RegistrationFacts? {
        switch self {
        case .scopeNotSearched(let record, _), .aliasLost(let record, _),
            .optional(let record), .nearName(let record, _), .copiedName(let record, _), .notBuilt(let record, _),
            .imposerNotSearched(let record, _), .otherName(let record, _), .sameName(let record),
            .sameFunction(let record), .castable(let record), .generalType(let record), .directoryLeft(let record, _):
            record
        default: nil
        }
    }

    /// The types that its texts name.
    var types: [any Any.Type] {
        let others: [any Any.Type] =
            switch self {
            case .aliasLost(_, let original): [original.key.type]
            case .array(let element): [element]
            default: []
            }
        return others + [registration?.type].compactMap { $0 }
    }

    /// The registration as errors list it; nil where it is not known, or where the sentence is about nothing else.
    var candidate: ImposeError.Candidate? {
        switch self {
        case .directoryLeft: return nil
        case .notGiven(let expectation, _, _), .misspeltScope(let expectation, _):
            return row.note.map { ImposeError.Candidate(expectation, note: $0) }
        default:
            guard let registration, let note = row.note else { return nil }
            return ImposeError.Candidate(registration, in: registration.holder.description, distance: nil, note: note)
        }
    }
}

/// The search for what comes near a need.
private struct MissingCauseSearch {
    private let need: MissingNeed
    private let query: Query
    private let distances: (any Any.Type) -> Int?
    private let shortName: String
    /// A cause that lies in the requested type itself, since it is seldom imposed.
    private let unlikely: MissingCause?
    /// A server may have thousands open, and each error that something is missing searches them.
    private static let mostScopes = 64

    init(_ need: MissingNeed) {
        self.need = need
        query = need.query
        distances = Seam.distances(to: query)
        let type = query.wrapped
        shortName = TypeNames.short(type)
        unlikely =
            PlainValue.literal(of: type).map { .plainValue(literal: $0) }
            ?? (type as? any AnyArray.Type).map { .array(of: $0.element) } ?? (type == Imposer.self ? .imposer : nil)
    }

    private var isPlain: Bool { if case .plainValue? = unlikely { true } else { false } }

    /// Whether it is a number or a text without a name, which may be anything: that somebody else has one says nothing.
    private var isAnyValue: Bool { isPlain && query.key.name == nil }

    // MARK: What was not searched

    var causesOutsideSearch: [MissingCause] {
        let removed = Seam.searchOrder(from: Origin(imposer: need.imposer, scope: nil)).lazy
            .map { RemovedRegistration(key: need.key, imposer: $0) }.first { $0.removal != nil }
        var found = removed.map { [MissingCause.removed($0)] } ?? []
        for imposer in Seam.imposers(of: Seam.currentDirectory) where !need.order.contains(imposer) {
            found += candidates(in: imposer)
        }
        guard need.isHereAndNow else { return found }
        let open = openScope
        let expected = need.order.expectations(for: query).compactMap { notGiven($0, isOpen: open != nil) }
        found += expected.isEmpty ? [open].compactMap { $0 } : expected
        // Of plain values without a name, many have one each, for themselves.
        if isAnyValue { return found }
        let searched = need.registrations
        return found
            + PrivateImposers.latest.compactMap { node in
                Seam.registration(for: need.key, of: node).flatMap { record in
                    searched.contains { $0 == record } ? nil : .imposerNotSearched(record, distance: 0)
                }
            }
    }

    private func candidates(in imposer: NodeFacts) -> [MissingCause] {
        imposer.registrations.filter { $0.key.name == query.key.name && $0.isInForce }.compactMap { record in
            distances(record.type).map { .imposerNotSearched(record, distance: $0) }
        }
    }

    /// An isolated directory that has it: that of a test, whose code goes on in a detached task, for instance.
    var directoryLeft: MissingCause? {
        if isAnyValue || !need.isHereAndNow { return nil }
        return Seam.copies(of: Seam.currentDirectory).firstResult { directory in
            Seam.imposers(of: directory).firstResult { Seam.candidates(for: query.key, in: $0).first }
                .map { .directoryLeft($0.registration, isOfTest: TestRun.run(in: directory) != nil) }
        }
    }

    /// The cause that an expectation gives. Nil if an open scope answers, and the expectation only says that no scope
    /// of its name encloses the injection.
    private func notGiven(_ expectation: Expectation, isOpen: Bool) -> MissingCause? {
        let name = expectation.scopeName
        if let scope = need.order.first(where: { $0.name == name }) {
            return .notGiven(expectation, to: scope, outlivedBy: nil)
        }
        if let misspelling = MisspeltScope(name, for: Origin(ofCallOf: need.imposer)) {
            return .misspeltScope(expectation, misspelling)
        }
        let outliving = need.building.last { $0.option.outlives(scopesNamed: name) }
        return isOpen && outliving == nil ? nil : .notGiven(expectation, to: nil, outlivedBy: outliving)
    }

    /// An open scope that has it. One that was opened where a searched one was, or under its name, serves somebody
    /// else.
    private var openScope: MissingCause? {
        let scopes = need.order.filter(\.isOfScope)
        let open = OpenScope(elsewhereThan: Origin(ofCallOf: need.imposer), amongFirst: Self.mostScopes) { scope in
            !scopes.contains {
                $0 == scope || $0.openingLocation == scope.openingLocation || $0.name != nil && $0.name == scope.name
            } && !Seam.candidates(for: query.key, in: scope).isEmpty
        }
        return open.flatMap { open in
            Seam.candidates(for: query.key, in: open.node).first.map { .scopeNotSearched($0.registration, open) }
        }
    }

    // MARK: What holds of the need itself

    var causesOfNeedItself: [MissingCause] {
        var found: [MissingCause] = [unlikely].compactMap { $0 }
        if need.privateRoot == nil, let module = need.modules.meant(need.swiftModules, hasOtherFix: need.canBeMade) {
            // What a property or a call asks for is hardly a forgotten argument.
            if case .program = need.asker { found = [] }
            found.append(.moduleLeftOut(module))
        }
        if let scope = need.ungivenScope { found.append(.notGivenToScope(scope)) }
        return found + [.notImposed]
    }

    // MARK: What was searched

    /// The reason why a registration of an imposer that was searched may be the one that was meant.
    func nearness(of record: RegistrationFacts, in imposer: NodeFacts) -> MissingCause? {
        let (type, name) = (record.type, record.key.name)
        guard record.isInForce else {
            guard name == query.key.name, distances(type) != nil, let original = record.original else { return nil }
            return .aliasLost(record, RemovedRegistration(key: original, imposer: imposer))
        }
        if name != query.key.name {
            guard let distance = distances(type) else { return nil }
            guard let name, let asked = query.key.name else { return .otherName(record, distance: distance) }
            guard let errors = asked.errors(to: name) else {
                let copied = record.replacedLine.flatMap { $0.fileID == record.location.fileID ? $0 : nil }
                return copied.map { .copiedName(record, $0) } ?? .otherName(record, distance: distance)
            }
            return .nearName(record, errors: asked.readsTheSame(as: name) ? 0 : errors + 1)
        }
        if let distance = distances(type) {
            if case .program(isNamed: true) = need.asker { return .otherName(record, distance: distance) }
            return nil
        }
        let other = TypeRelation.unwrapped(type)
        if other == query.wrapped { return .optional(record) }
        if TypeNames.short(other) == shortName { return .sameName(record) }
        if TypeNames.differInAttributes(other, query.wrapped) { return .sameFunction(record) }
        return castable(record, in: imposer)
    }

    /// The cause that a castable rule would find it: the requested type is below the registered one, or the existing
    /// instance can be cast. Without an instance, nobody can tell whether it can be cast.
    private func castable(_ record: RegistrationFacts, in imposer: NodeFacts) -> MissingCause? {
        if need.request.rules.allowsCasting || isPlain { return nil }
        let instance = Seam.keptInstance(of: record, heldBy: imposer)
        let canBeCast = instance.map { Casting.canCast($0, to: query.wrapped) } ?? false
        let isBelow = TypeRelation(to: record.type).distance(from: query.wrapped) != nil
        // A test often asks for the type of its own double. Then casting is meant.
        if isBelow, !canBeCast || !Seam.isInTest { return .generalType(record) }
        return canBeCast ? .castable(record) : nil
    }
}

/// A registration that is gone, and the line that removed it.
struct RemovedRegistration {
    let key: RegistrationKey
    let imposer: NodeFacts
    /// The line, and whether that removed all that the imposer had. Nil if it was removed from the imposer that this
    /// one was copied from.
    var removal: (line: Location, isOfAll: Bool)? { imposer.activityLog?.removal(of: key) }
}

/// An array, of which only its elements are to be known.
private protocol AnyArray {
    static var element: any Any.Type { get }
}

extension Array: AnyArray {
    fileprivate static var element: any Any.Type { Element.self }
}
