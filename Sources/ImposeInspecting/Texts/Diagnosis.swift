internal import Impose

/// What inspecting knows of a failure beyond the core's facts. It is searched for once, when the diagnosis is made;
/// sentences and fixes only write it down.
///
/// Its sentences and fixes are in `Diagnosis+Texts.swift`.
enum Diagnosis {
    /// The facts of the core are enough. With the path of the error.
    case facts(Failure, Request, path: [ImposeError.Step] = [])
    case missing(MissingNeed)
    case notStored(MissingStore)
    case cycle(Cycle)
    case selfRequest(SelfRequest)
    case arguments(ArgumentMisfit)
    /// It was not imposed yet when `prepare()` ran at a place, or a reset came after that.
    case notPrepared(RegistrationFacts, at: Location, isReset: Bool)
    case misspeltScope(MisspeltScope)
    /// A scope is open that would keep it. Nobody has failed where somebody asks for an explanation.
    case openScope(OpenScope, RegistrationFacts, Request, isExplaining: Bool)
    /// A property held the instance weakly, and nothing else held it: its registration, if known, does not keep it.
    case gone(RegistrationFacts?, StoredWrapper?, Request)
    /// Another registration answers a request for the type. This one was made later, most likely to take its place.
    case imposedLater(RegistrationFacts, for: any Any.Type)

    /// - Parameter path: The path of the error.
    init(_ failure: Failure, _ request: Request, _ path: [ImposeError.Step]) {
        let order = Seam.searchOrder(from: Origin(ofCallOf: Imposer.shared.node))
        switch failure {
        case .missing(let order, let failures):
            self = .missing(MissingNeed(request, order, couldNotBeMade: failures, isExplaining: false))
        case .missingToStore(let order): self = .notStored(MissingStore(request, order))
        case .circular: self = .circular(request, path)
        case .arguments(let registration): self = .arguments(ArgumentMisfit(request, registration))
        case .asynchronous(let registration):
            let preparation = registration.holder.activityLog?.preparation(for: registration)
            // That of other arguments is never prepared.
            if let (line, hasPrepared) = preparation, !request.hasArguments, registration.option.isForGood {
                self = .notPrepared(registration, at: line, isReset: hasPrepared)
            } else {
                self = .facts(failure, request, path: path)
            }
        case .noScope(let registration, let origin): self = .noScope(request, registration, for: origin)
        case .goneWeakly:
            // The property may inject from a private imposer.
            let isElsewhere = PrivateImposers.latest.contains { Seam.registration(for: request.key, of: $0) != nil }
            let registration = isElsewhere ? nil : Seam.winner(of: Query(request), in: order)?.registration
            let property = StoredWrapper.only(in: request.location.module) { $0.weakDependency == request.type }
            self = .gone(registration, property, request)
        default: self = .facts(failure, request, path: path)
        }
    }

    /// - Parameter isExplaining: Whether somebody asks for an explanation, so that it is not a property that injects.
    static func noScope(
        _ request: Request,
        _ registration: RegistrationFacts,
        for origin: Origin,
        isExplaining: Bool = false
    ) -> Diagnosis {
        let name = registration.option.scopeName
        if let misspelling = name.flatMap({ MisspeltScope($0, for: origin) }) { return .misspeltScope(misspelling) }
        let open = OpenScope(elsewhereThan: origin, failing: isExplaining ? nil : request) { $0.name == name }
        if Seam.outlivingScope(of: registration) == nil, let open {
            return .openScope(open, registration, request, isExplaining: isExplaining)
        }
        return .facts(.noScope(registration, origin), request)
    }

    private static func circular(_ request: Request, _ path: [ImposeError.Step]) -> Diagnosis {
        let underWay = Seam.underWay.map(\.registration)
        guard let asker = underWay.last else { return .facts(.circular, request) }
        // Where threads wait for each other, other threads build a part of the cycle, and keep what they build.
        guard path.count == underWay.count + 1, let start = path.startOfCycle else {
            return .cycle(Cycle([CycleLink(asker: asker, type: request.type, place: request.location)], isKept: true))
        }
        let links = zip(underWay, path.dropFirst()).map { CycleLink(asker: $0, type: $1.type, place: $1.location) }
        // An alias makes nothing.
        let made = links[start...].filter { $0.asker.original == nil }
        if let only = made.only { return .selfRequest(SelfRequest(only)) }
        let relation = TypeRelation(to: asker.type)
        let isCall = request.location != asker.location
        let wrapper =
            isCall
            ? StoredWrapper.only(in: request.location.module) { wrapper in
                wrapper.requiredDependency == request.type && wrapper.keepsForGood
                    && wrapper.owner.map { relation.distance(from: $0) != nil } ?? false
            } : nil
        return .cycle(Cycle(made, readBy: wrapper))
    }
}

// MARK: - For findings and explanations

extension Diagnosis {
    static func ambiguous(_ request: Request, _ tied: [Candidate]) -> Diagnosis { .facts(.ambiguous(tied), request) }
}

// MARK: - For reports

extension Diagnosis {
    /// The registrations in question, and whether the problem says all that is known of them.
    var candidates: (all: [ImposeError.Candidate], areSaid: Bool) {
        switch self {
        case .missing(let need): return (need.candidates, need.hasSaidCandidates)
        case .facts(.ambiguous(let tied), _, _):
            let all = tied.inOrder { Int64($0.registration.number) }.map {
                ImposeError.Candidate($0.registration, in: $0.registration.holder.description, distance: $0.distance)
            }
            return (all, false)
        default: return ([], false)
        }
    }

    /// The imposers that were searched, each with the number of its registrations.
    var searched: [String] {
        switch self {
        case .missing(let need): need.order.withCounts
        case .notStored(let store): store.order.withCounts
        default: []
        }
    }

    /// A line that imposes for another type what conforms to the missing one, and the types that could be imposed.
    func notes(_ names: TypeNames) -> [String] {
        guard case .missing(let need) = self else { return [] }
        let conforming = need.hasSaidCandidates ? nil : need.conforming.text(names)
        return [need.imposedAsNote(names).map { "\($0.note), at \($0.location)" }, conforming].compactMap { $0 }
    }

    /// The types that the texts name besides those of the path and of the core's own sentences.
    var types: [any Any.Type] {
        switch self {
        case .missing(let need): need.types
        case .notStored(let store): store.types
        case .cycle(let cycle): cycle.types
        case .selfRequest(let request): request.types
        case .facts(.disposerThrew(_, let error as ImposeError), _, _): [error.requested]
        case .facts(.ambiguous(let tied), let request, _):
            [TypeRelation.unwrapped(request.type)]
                + (request.preferred(besides: tied).map { [$0.registration.type] } ?? [])
        case .imposedLater(let registration, let type): [registration.type, type]
        default: []
        }
    }
}

/// The request that the user's code makes: the one that fails, or the outermost of those whose providers are running.
struct OutermostRequest {
    /// The registrations whose providers are running, and then the one that answers the request, if one does.
    let registrations: [RegistrationFacts]
    let type: any Any.Type
    let name: InjectionName?
    /// The line that injects.
    let place: Location
    /// How to call it in a sentence about the one that fails.
    let subject: String
    private let arguments: [Argument]

    /// - Parameter path: The path of the error.
    init(_ request: Request, _ registration: RegistrationFacts?, _ path: [ImposeError.Step]) {
        let underWay = Seam.underWay
        registrations = underWay.map(\.registration) + (registration.map { [$0] } ?? [])
        (type, name) = underWay.first.map { ($0.type, $0.registration.key.name) } ?? (request.type, request.name)
        (subject, arguments) = underWay.isEmpty ? ("it", request.arguments) : ("what needs it", [])
        place = path.first?.location ?? request.location
    }

    func awaiting(_ names: TypeNames) -> String {
        let list = arguments.map { names.variable($0.type) }.joined(separator: ", ")
        return registrations[0].imposer.awaiting(type, name, names, list.isEmpty ? "" : ", arguments: \(list)")
    }

    /// The subject of a sentence about what injects, and the fix that lets it await the instance.
    func waiting(_ names: TypeNames) -> (asker: String, fix: Fix) {
        let isCalled = ProgramImages.current.calls.contains { $0.markedTypes.contains { $0.type == type } }
        let property = isCalled ? nil : Request(type, at: place).reader
        guard let property else {
            return ("the code at \(place)", Fix("If it can, await \(subject) there", awaiting(names)))
        }
        let (name, owner) = (property.property, property.ownerName)
        let text = "If it can, await it there, in a method of \(owner)"
        return ("what reads \(owner).\(name)", Fix(text, "let \(name) = try await $\(name).injectAsync()"))
    }
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
typealias CastingFailure = (registration: RegistrationFacts, error: ImposeError)
