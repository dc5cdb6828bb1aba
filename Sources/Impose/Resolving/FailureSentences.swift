// What an error says of what went wrong, in one sentence.

extension Failure {
    /// One sentence: what was attempted, and the problem.
    func headline(for request: Request, _ problem: String, _ names: TypeNames) -> String {
        let key = names.key(request.query.requested, request.query.name)
        let attempt =
            switch self {
            case .disposedAgain(let node): "dispose of \(node)"
            case .disposerThrew, .lateDisposer: "dispose of \(key)"
            case .late(_, let node, _): "wait for \(node)\(node.openingLocation.map { ", opened at \($0)" } ?? "")"
            default: "\(request.isToStore ? "store" : "inject") \(key)"
            }
        return "Impose can't \(attempt): \(problem)."
    }

    /// The action at the location of a request that failed: "requested", "stored", "disposed" or "shut down".
    func action(at request: Request) -> String {
        switch self {
        case .disposedAgain, .disposerThrew: "disposed"
        case .late, .lateDisposer: "shut down"
        default: request.isToStore ? "stored" : "requested"
        }
    }

    /// The place of a request.
    func place(of request: Request, isOnPath: Bool, _ names: TypeNames) -> ShortErrorLayout.Line {
        // A parameter's request has the location of its provider. So the text names the provider and not a request.
        let needing = isOnPath ? BuildFrame.currentRegistrations.last { $0.location == request.location } : nil
        guard let needing else { return (action(at: request), "at \(request.location)") }
        return ("needed by", "\(names.key(needing.type, needing.key.name)), imposed at \(needing.location)")
    }

    /// What the problem leaves to the text, and without which nobody could find the cause.
    func details(for request: Request, _ names: TypeNames) -> [ShortErrorLayout.Line] {
        switch self {
        case .missing(let order, let failures):
            // The registration that could not be built might have been the answer.
            let unbuilt = failures.prefix(1).map {
                "; \(names[$0.registration.type]), imposed at \($0.registration.location), could not be built to see "
                    + "whether it can be cast: \($0.error.underlyingError.map { "\($0)" } ?? "\($0.error.kind)")"
            }
            return Self.details(ofMissing: request, order, unbuilt.joined())
        case .missingToStore(let order): return Self.details(ofMissing: request, order)
        case .ambiguous(let tied):
            let shown = tied.inOrder { Int64($0.number) }
            let places = shown.prefix(Self.shownTies).map { candidate in
                let place = candidate.registration.map { "at \($0.location)" } ?? "given to \(candidate.holder)"
                return "\(names.key(candidate.key.type, candidate.key.name)) \(place)"
            }
            let others = tied.count - places.count
            return [("tied", "\(places.joined(separator: ", "))\(others > 0 ? " and \(others) more" : "")")]
        case .arguments(let registration, let arguments):
            // Only the compiler can give a closure another type: it sees what the closure captures. So the type is
            // written.
            let written = registration.parameters.first { parameter in
                arguments.contains { !$0.fits(parameter) && TypeNames.isClosure($0.type, writableAs: parameter) }
            }
            .map { (ShortErrorLayout.fixLabel, "{ … } as \(names.spelled(TypeRelation.unwrapped($0)))") }
            return [("given", names.list(arguments.map(\.type))), written].compactMap { $0 }
        case .argumentsOfValue(let arguments): return [("given", names.list(arguments.map(\.type)))]
        case .providerThrew(_, let error), .disposerThrew(_, let error):
            return [("thrown", (error as? ImposeError)?.failureReason ?? "\(error)")]
        default: return []
        }
    }

    /// Lists what was searched. Only this shows that the request went to another scope or imposer than the user
    /// thought.
    private static func details(ofMissing request: Request, _ order: [Node], _ unbuilt: String = "")
        -> [ShortErrorLayout.Line]
    {
        let line = request.line(imposingIn: order)
        return [("searched", order.map { "\($0)" }.joined(separator: ", ") + unbuilt)]
            + (line.map { [(ShortErrorLayout.fixLabel, $0)] } ?? [])
    }

    /// A text names this many of the registrations that are tied.
    private static let shownTies = 3

    /// The types that the problem and its details name, besides those of the path.
    var types: [any Any.Type] {
        switch self {
        case .weakValue(_, let type), .conformanceOfValue(let type), .weakValueOfWrapper(let type): [type]
        case .wrongClass(let record, let type), .wrongClassToStore(let record, let type): [type, record.type]
        case .missing(_, let failures): failures.prefix(1).map(\.registration.type)
        case .ambiguous(let tied): tied.map(\.key.type)
        case .arguments(let record, let arguments): record.parameters + arguments.map(\.type)
        case .unhashableArguments(_, let arguments), .argumentsOfValue(let arguments): arguments.map(\.type)
        case .notStorable(let record): [record.original?.type].compactMap { $0 }
        case .notSendable(let record, _), .conformanceIsolation(let record), .noScope(let record, _): [record.type]
        default: []
        }
    }

    static let nothing = "nothing is imposed for it"

    private func provider(_ record: RegistrationRecord) -> String { "its provider, imposed at \(record.location)," }

    private func imposed(_ record: RegistrationRecord) -> String {
        "it is imposed as .\(record.option) at \(record.location),"
    }

    /// The problem, one sentence without the type that was asked for.
    func problem(for request: Request, _ names: TypeNames) -> String {
        switch self {
        case .missing: Self.nothing
        case .missingToStore: "nothing is imposed for exactly this type and name"
        case .ambiguous(let tied): "\(tied.count) registrations are equally far from it, \(tied[0].distance.steps) away"
        case .circular(_, let steps):
            steps.isEmpty
                ? "it is needed to build itself" : "threads are building what the other ones need, in a cycle"
        case .providerThrew(let record, _): "\(provider(record)) threw an error"
        case .wrongClass(let record, let made):
            "\(provider(record)) made an instance of \(names[made]), which is no \(names[record.type])"
        case .threadEnded(let record): "the thread that was building it ended before \(provider(record)) returned"
        case .arguments(let record, _):
            "the arguments don't fit \(provider(record)) whose parameters are \(names.list(record.parameters))"
        case .argumentsOfValue: "it is a value that a scope was given, which takes no arguments"
        case .unhashableArguments(let record, let arguments):
            "\(imposed(record)) which keeps one instance for each "
                + "list of arguments, and " + Self.unhashable(arguments, record, names)
        case .isolation(let record, let actor):
            "\(provider(record)) belongs to "
                + (actor === MainActor.shared
                    ? "the main actor, and the injection is not made there"
                    : "\(type(of: actor)), and injections can only call the main actor's")
        case .notSendable(let record, let actor):
            "\(provider(record)) belongs to "
                + "\(actor === MainActor.shared ? "the main actor" : "\(Swift.type(of: actor))"), "
                + "\(names[record.type]) is not Sendable, and it is awaited elsewhere"
        case .asynchronous(let record):
            "\(provider(record)) is asynchronous"
                + "\(record.isKept ? ", its instance has not been made" : ""), and this injection does not await it"
        case .cancelled(let record):
            "the task that asked for it was cancelled before \(provider(record)) had returned"
        case .conformanceIsolation(let record):
            "\(names[record.type]), imposed at \(record.location), conforms only on its actor, and "
                + "this injection runs elsewhere"
        case .conformanceOfValue(let type):
            "\(names[type]) conforms only on its actor, and this injection runs elsewhere"
        case .late(let step, _, let time): "\(step.rawValue) the time of the shutdown, \(time.text), was over"
        case .lateDisposer(let disposer, let time):
            "a disposer of its registration at \(disposer.location) was not done when the time of the shutdown, \(time.text), "
                + "was over"
        case .disposed(let node): node.problemOfEnd
        case .disposedAgain(let node): "it \(node.clauseOfEnd)"
        case .noScope(let record, let resolver): Self.problem(for: request, ofScopeFor: record, resolver, names)
        case .weakValue(let record, let type):
            "\(imposed(record)) and "
                + "\(request.isToStore ? "what is stored is" : "its provider made") a value, of type "
                + "\(names[type]), which can't be held weakly"
        case .notStorable(let record):
            if let original = record.original {
                "its registration at \(record.location) is an alias of "
                    + "\(names.key(original.type, original.name)), and a value of the one can't be made a value of the other"
            } else {
                "\(imposed(record)) which keeps no instance that a "
                    + "stored one could replace"
            }
        case .wrongClassToStore(let record, let type):
            "the value is an instance of \(names[type]), which is no \(names[record.type])"
        case .weakValueOfWrapper(let type):
            "the instance is a value, of type \(names[type]), which can't be held weakly"
        case .goneWeakly:
            "the property holds its instance weakly, and that is gone: nothing else held it, or nil was assigned"
        case .assignedNil: "the property is nil because nil was assigned to it"
        case .ownerReleased: "the object that owns the property is gone, and with it the imposer that should answer"
        case .disposerThrew(let location, _): "a disposer of its registration at \(location) threw an error"
        }
    }
}

extension Failure {
    /// Which arguments can't be told apart.
    private static func unhashable(_ given: [Argument], _ record: RegistrationRecord, _ names: TypeNames) -> String {
        let types = given.filter { !($0.value is any Hashable) }.map { argument in
            argument.isOwner && record.parameters.contains { $0 == (any InjectionOwner).self }
                ? (any InjectionOwner).self : argument.type
        }
        return "\(names.enumeration(types)) \(types.count == 1 ? "is" : "are") not Hashable"
    }
}

extension Node: CustomStringConvertible {
    /// How texts call the imposer.
    @usableFromInline
    var description: String {
        if kind == .scope { return name.map { $0.key.value is String ? "scope \"\($0)\"" : "scope \($0)" } ?? "scope" }
        return type.map { "\($0)" } ?? name.map { "private imposer \"\($0)\"" } ?? "private imposer"
    }
}

extension Failure {
    /// The problem that no scope keeps what a registration makes.
    static func problem(
        for request: Request,
        ofScopeFor registration: RegistrationRecord,
        _ resolver: Resolver,
        _ names: TypeNames
    ) -> String {
        let name = registration.option.scopeName
        let scopes = sequence(first: resolver.context.scope?.object) { $0?.parent?.object }.compactMap { $0 }
        let opened = scopes.filter { $0.kind == .scope }.map(\.withPlace)
        let running = opened.isEmpty ? "none is running" : "what runs is " + opened.joined(separator: ", in ")
        let outliving = BuildFrame.currentRegistrations.last { $0.option.outlives(scopesNamed: name) }
        let reason =
            outliving.map { keeper in
                "\(names.key(keeper.type, keeper.key.name)), a .\(keeper.option), is built outside such scopes, even "
                    + "when it is asked for inside one"
            } ?? running
        let isSame = registration.type == request.query.requested
        let subject = isSame ? "it" : names.key(registration.type, registration.key.name)
        return "\(subject) is imposed as .\(registration.option) at \(registration.location), and no scope "
            + "\(name.map { $0.key.spelling } ?? "") encloses the injection: \(reason)"
    }
}
