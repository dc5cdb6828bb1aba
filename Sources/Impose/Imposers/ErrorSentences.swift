// What an error says of what went wrong, in one sentence.

extension Failure {
    /// One sentence: what was attempted, and the problem.
    func headline(for request: Request, _ problem: String, _ names: TypeNames) -> String {
        "Impose can't \(attempt(at: request, names)): \(problem)."
    }

    private func attempt(at request: Request, _ names: TypeNames) -> String {
        let key = names.key(request.type, request.name)
        switch self {
        case .disposedAgain(let imposer): return "dispose of \(imposer)"
        case .disposerThrew, .lateDisposer: return "dispose of \(key)"
        case .late(_, let imposer, _): return "wait for \(imposer.withPlace)"
        default: return "\(request.isToStore ? "store" : "inject") \(key)"
        }
    }

    /// The action at the location of a request that failed: "requested", "stored", "disposed" or "shut down".
    func action(at request: Request) -> String {
        switch self {
        case .disposedAgain, .disposerThrew: "disposed"
        case .lateDisposer, .late: "shut down"
        default: request.isToStore ? "stored" : "requested"
        }
    }

    /// The place of a request in a short text.
    func place(of request: Request, isOnPath: Bool, _ names: TypeNames) -> ShortErrorText.Line {
        // Nobody wrote a request there, but a provider whose parameter it is.
        let needing = isOnPath ? ResolutionPath.current.last { $0.registration.location == request.location } : nil
        guard let record = needing?.registration else { return (action(at: request), "at \(request.location)") }
        return ("needed by", "\(names.key(record.type, record.key.name)), imposed at \(record.location)")
    }

    /// What the problem leaves to the text, and without which nobody could find the cause.
    func details(for request: Request, _ names: TypeNames) -> [ShortErrorText.Line] {
        switch self {
        case .missing(let order, let failures):
            // It might have been the answer.
            let unbuilt = failures.prefix(1).map {
                "; \(names[$0.registration.type]), imposed at \($0.registration.location), could not be built to see "
                    + "whether it can be cast: \($0.error.underlyingError.map { "\($0)" } ?? "\($0.error.kind)")"
            }
            return Self.details(ofMissing: request, order, unbuilt.joined())
        case .missingToStore(let order): return Self.details(ofMissing: request, order)
        case .ambiguous(let tied):
            let shown = tied.map(\.registration).inOrder(of: \.sequence).prefix(Self.shownTies)
            let places = shown.map { "\(names.key($0.type, $0.key.name)) at \($0.location)" }
            let others = tied.count - shown.count
            return [("tied", "\(places.joined(separator: ", "))\(others > 0 ? " and \(others) more" : "")")]
        case .arguments(let registration):
            return [("given", names.list(request.arguments(for: registration).map(\.type)))]
        case .providerThrew(_, let error), .disposerThrew(_, let error):
            return [("thrown", (error as? ImposeError)?.failureReason ?? "\(error)")]
        default: return []
        }
    }

    /// An error of a scope or of another imposer than one thought of is told by what was searched alone.
    private static func details(ofMissing request: Request, _ order: SearchOrder, _ unbuilt: String = "")
        -> [ShortErrorText.Line]
    {
        let fix = request.wantsReasons ? line(imposing: request, order) : nil
        return [("searched", order.map { "\($0)" }.joined(separator: ", ") + unbuilt)]
            + (fix.map { [(ShortErrorText.fixLabel, $0)] } ?? [])
    }

    /// The line that imposes what is missing, by an initializer of its own type, or of the only type that is known to
    /// conform: it is imposed for itself, under another name perhaps. Nil if none is known, or if it might not compile.
    private static func line(imposing request: Request, _ order: SearchOrder) -> String? {
        let key = RegistrationKey(type: TypeRelation.unwrapped(request.type), name: request.name)
        let known =
            hasInitializers(key.type)
            ? [key.type] : order.flatMap { $0.compatible(with: key.type) }.map(\.record.type).filter(hasInitializers)
        guard let made = known.first, known.allSatisfy({ $0 == made }),
            let imposer = order.first(where: { !$0.isOfScope }),
            key.name.map({ $0.key.value is String }) ?? true,
            // Not for all scopes what each is to be given.
            !order.contains(where: { $0.expectations.contains { $0.key == key } })
        else { return nil }
        let path = String(reflecting: made).prefix { $0 != "<" }
        let home = "\(path.prefix { $0 != "." })/"
        let isThere: (RegistrationRecord?) -> Bool = { $0?.location.fileID.hasPrefix(home) ?? false }
        let names = TypeNames([key.type, made])
        let (type, initializer) = (names.spelled(key.type), "\(names.spelled(made)).init")
        // Types of modules that have nothing to do with this have their initializers for themselves, or many of them.
        guard request.location.fileID.hasPrefix(home) || order.contains(where: { $0.records.contains(where: isThere) }),
            // A type in a function of a type is named like one in the type.
            !path.dropFirst(home.count).contains(".("),
            // No function or pack is a part of either.
            (type + initializer).allSatisfy({ $0.isLetter || $0.isNumber || "._<>, ".contains($0) })
        else { return nil }
        let call = "\(imposer.type == .primary ? "Imposer" : "imposer").impose"
        let name = key.name.map { ", named: \($0.spelling)" } ?? ""
        return "\(call)(for: \(type.contains(" ") ? "(\(type))" : type).self\(name), \(initializer))"
    }

    /// Whether it is a class or a struct.
    private static func hasInitializers(_ type: any Any.Type) -> Bool {
        type is any AnyObject.Type || Metadata(of: type).isStruct
    }

    /// A short text names this many of the registrations that are tied.
    private static let shownTies = 3

    /// The types that the problem and its details name, besides those of the path.
    func types(for request: Request) -> [any Any.Type] {
        switch self {
        case .weakValue(_, let type), .weakValueOfWrapper(let type): [type]
        case .wrongClass(let registration, let type), .wrongClassToStore(let registration, let type):
            [type, registration.type]
        case .missing(_, let failures): failures.prefix(1).map(\.registration.type)
        case .ambiguous(let tied): tied.map(\.registration.type)
        case .arguments(let registration):
            registration.parameters + request.arguments(for: registration).map(\.type)
        case .unhashableArguments(let registration): request.unhashableArguments(for: registration)
        case .notStorable(let registration): [registration.original?.type].compactMap { $0 }
        case .notSendable(let registration, _), .conformanceIsolation(let registration): [registration.type]
        case .noScope(let registration, _): [registration.type, registration.outlivingScope?.type].compactMap { $0 }
        default: []
        }
    }

    /// The problem of what is missing, as far as nothing more is known.
    package static let nothing = "nothing is imposed for it"

    /// The problem, one sentence without the type that was asked for.
    func problem(for request: Request, _ names: TypeNames) -> String {
        switch self {
        case .missing: Self.nothing
        case .missingToStore: "nothing is imposed for exactly this type and name"
        case .ambiguous(let tied): "\(tied.count) registrations are equally far from it, \(tied[0].distance.steps) away"
        case .circular(_, let steps, let isOnlyHere):
            steps.isEmpty || isOnlyHere
                ? "it is needed to build itself"
                : "\(steps[0].isInAnotherTask ? "tasks" : "threads") are building what the other ones need, in a cycle"
        case .providerThrew(let registration, _): "its provider, imposed at \(registration.location), threw an error"
        case .wrongClass(let registration, let made):
            "its provider, imposed at \(registration.location), made an instance of \(names[made]), which is no "
                + names[registration.type]
        case .threadEnded(let registration):
            "the thread that was building it ended before its provider, imposed at \(registration.location), returned"
        case .arguments(let registration):
            "the arguments don't fit its provider, imposed at \(registration.location), whose parameters are "
                + names.list(registration.parameters)
        case .unhashableArguments(let registration):
            "it is imposed as .\(registration.option) at \(registration.location), which keeps one instance for each "
                + "list of arguments, and \(names.enumeration(request.unhashableArguments(for: registration))) "
                + "\(request.unhashableArguments(for: registration).count == 1 ? "is" : "are") not Hashable"
        case .isolation(let registration, let actor, _):
            actor === MainActor.shared
                ? "its provider, imposed at \(registration.location), belongs to the main actor, and the injection is not "
                    + "made there"
                : "its provider, imposed at \(registration.location), belongs to \(type(of: actor)), and injections can "
                    + "only call the main actor's"
        case .notSendable(let registration, let actor):
            "its provider, imposed at \(registration.location), belongs to "
                + "\(actor === MainActor.shared ? "the main actor" : "\(type(of: actor))"), "
                + "\(names[registration.type]) is not Sendable, and it is awaited elsewhere"
        case .conformanceIsolation(let registration):
            "\(names[registration.type]), imposed at \(registration.location), conforms only on its actor, and "
                + "this injection runs elsewhere"
        case .asynchronous(let registration):
            "its provider, imposed at \(registration.location), is asynchronous"
                + "\(registration.isKept ? ", its instance has not been made" : ""), and this injection does not await it"
        case .cancelled(let registration):
            "the task that asked for it was cancelled before its provider, imposed at \(registration.location), had "
                + "returned"
        case .ending(let keeping):
            "\(keeping) is being disposed of, and the task that was making it was cancelled for that"
        case .disposed(let imposer): Self.problem(ofDisposed: imposer)
        case .disposedAgain(let imposer): "it \(imposer.end)"
        case .shutDown(let imposer, let location):
            "\(imposer) was shut down at \(location), and makes nothing until it is reset"
        case .noScope(let registration, let origin): Self.problem(for: request, ofScopeFor: registration, origin, names)
        case .weakValue(let registration, let type):
            "it is imposed as .weakInstance at \(registration.location), and "
                + "\(request.isToStore ? "what is stored is" : "its provider made") a value, of type "
                + "\(names[type]), which can't be held weakly"
        case .notStorable(let registration): Self.problem(ofNotStoring: registration, names)
        case .wrongClassToStore(let registration, let type):
            "the value is an instance of \(names[type]), which is no \(names[registration.type])"
        case .weakValueOfWrapper(let type):
            "the instance is a value, of type \(names[type]), which can't be held weakly"
        case .goneWeakly:
            "the property holds its instance weakly, and that is gone: nothing else held it, or nil was assigned"
        case .assignedNil: "the property is nil because nil was assigned to it"
        case .ownerReleased: "the object that owns the property is gone, and with it the imposer that should answer"
        case .disposerThrew(let registration, _):
            "a disposer of its registration at \(registration.location) threw an error"
        case .lateDisposer(let registration, let time):
            "a disposer of its registration at \(registration.location) was not done when the time of the shutdown, "
                + "\(time.total.text), was over"
        case .late(let step, _, let time):
            "\(step.rawValue) when the time of the shutdown, \(time.total.text), was over"
        }
    }

    private static func problem(ofNotStoring registration: RegistrationRecord, _ names: TypeNames) -> String {
        guard let original = registration.original else {
            return
                "it is imposed as .\(registration.option) at \(registration.location), which keeps no instance that a "
                + "stored one could replace"
        }
        return
            "its registration at \(registration.location) is an alias of \(names.key(original.type, original.name)), "
            + "and a value of the one can't be made a value of the other"
    }

    private static func problem(ofDisposed imposer: ImposerNode) -> String {
        if let body = imposer.disposal?.body {
            let place = imposer.isOfScope ? "," : ""
            return "\(imposer.withPlace)\(place) belongs to \(body), which has ended"
        }
        if imposer.isMember {
            return
                "\(imposer) belongs to an isolated directory that is gone, since nothing held a reference to it any more"
        }
        if !imposer.isOfScope { return "\(imposer) was disposed of\(imposer.placeOfDisposal)" }
        return "\(imposer.withPlace), \(imposer.end)"
    }

    private static func problem(
        for request: Request,
        ofScopeFor registration: RegistrationRecord,
        _ origin: Origin,
        _ names: TypeNames
    ) -> String {
        let option = registration.option
        let name = option.scopeName.map(\.key.spelling) ?? ""
        let opened = (origin.scope.map { Array($0.lineage) } ?? []).filter(\.isOfScope).map(\.withPlace)
        let running = opened.isEmpty ? "none is running" : "what runs is " + opened.joined(separator: ", in ")
        let reason =
            registration.outlivingScope.map { keeper in
                "\(names.key(keeper.type, keeper.key.name)), a .\(keeper.option), is built outside such scopes, even "
                    + "when it is asked for inside one"
            } ?? running
        let subject =
            registration.type == request.type ? "it" : names.key(registration.type, registration.key.name)
        return "\(subject) is imposed as .\(option) at \(registration.location), and no scope \(name) encloses the "
            + "injection: \(reason)"
    }
}

extension RegistrationRecord {
    /// The registration on the calling code's path that is built outside scopes of this one's name, so that none is
    /// found, even where one runs.
    var outlivingScope: RegistrationRecord? {
        option.scopeName.flatMap { name in
            ResolutionPath.current.map(\.registration).last { $0.outlives(scopesNamed: name) }
        }
    }

    /// Whether its instance is kept, but neither by scopes of this name nor by whichever scope is running.
    func outlives(scopesNamed name: InjectionName) -> Bool {
        switch option.lifetime {
        case .singleInstance, .weakInstance: true
        case .scopedInstance: option.scopeName.map { $0 != name } ?? false
        case .closureBased, .graphInstance: false
        }
    }
}

extension Request {
    /// The types of the arguments for a registration's provider that are not `Hashable`.
    func unhashableArguments(for registration: RegistrationRecord) -> [any Any.Type] {
        arguments(for: registration).filter { !($0.value is any Hashable) }.map(\.type)
    }
}

extension ImposerNode {
    /// The imposer, and where it was opened if it is a scope.
    package var withPlace: String {
        opening.map { "\(self), opened at \($0)" } ?? "\(self)"
    }

    /// A clause that says what ended it, and where.
    fileprivate var end: String {
        guard let disposal = disposal, disposal.cause == .block, let location = disposal.location else {
            return "was disposed of\(placeOfDisposal)"
        }
        // Nearly always the line that opened it.
        return opening == location
            ? "ended when its block returned" : "ended when the block of withScope at \(location) returned"
    }

    fileprivate var placeOfDisposal: String {
        if let body = disposal?.body { return " with its isolated directory, as the body ended: \(body)" }
        guard let disposal = disposal, let location = disposal.location else {
            return ", since nothing held a reference to it any more"
        }
        return disposal.cause == .shutdown ? " by the shutdown at \(location)" : " by dispose() at \(location)"
    }
}
