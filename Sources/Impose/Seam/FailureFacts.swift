/// A request, as inspecting sees it.
package struct RequestFacts: Sendable {
    /// One argument of an injection, with the type it was given as.
    package struct Argument: @unchecked Sendable {
        // `@unchecked`: the value is the user's. It is only read to make a text, on the thread of the failing
        // injection.
        package let value: Any
        package let type: any Any.Type
        /// Whether it is the owner of a wrapper, which a provider need not take.
        package let isOwner: Bool

        init(_ argument: Impose.Argument) {
            (value, type, isOwner) = (argument.value, argument.type, argument.isOwner)
        }
    }

    package let key: RegistrationKey
    package let rules: InjectionRules
    package let arguments: [Argument]
    package let location: Location
    /// Whether it is to store a value, and not to get one.
    package let isToStore: Bool

    package init(_ key: RegistrationKey, _ rules: InjectionRules = .nearest, at location: Location) {
        (self.key, self.rules, self.location) = (key, rules, location)
        (arguments, isToStore) = ([], false)
    }

    /// - Parameter failure: It may know of arguments that the request does not say.
    init(_ request: Request, _ failure: Failure) {
        let arguments =
            switch failure {
            case .arguments(_, let given), .unhashableArguments(_, let given), .argumentsOfValue(let given): given
            default: request.arguments
            }
        (key, rules, location) = (request.query.key, request.query.rules, request.location)
        (self.arguments, isToStore) = (arguments.map { Argument($0) }, request.isToStore)
    }
}

/// The reason of an error, as inspecting sees it: a `Failure`, with facts in place of registrations and nodes.
package enum FailureFacts {
    /// No registration answers. The failures are of registrations that might have been cast.
    case missing([NodeFacts], [(registration: RegistrationFacts, error: ImposeError)])
    case missingToStore([NodeFacts])
    case ambiguous([CandidateFacts])
    case circular
    case providerThrew(RegistrationFacts, any Error)
    case wrongClass(RegistrationFacts)
    case threadEnded
    case arguments(RegistrationFacts)
    case argumentsOfValue
    case unhashableArguments(RegistrationFacts)
    /// The provider belongs to an actor that the injection is not made on.
    case isolation(RegistrationFacts, any Actor)
    /// The instance may not leave its provider's actor.
    case notSendable(RegistrationFacts, any Actor)
    case conformanceIsolation(RegistrationFacts)
    case conformanceOfValue
    case asynchronous(RegistrationFacts)
    case cancelled
    case disposed(NodeFacts)
    case disposedAgain(NodeFacts)
    /// No scope of the name encloses the request.
    case noScope(RegistrationFacts, OriginFacts)
    case weakValue(RegistrationFacts, any Any.Type)
    case notStorable(RegistrationFacts)
    case wrongClassToStore(RegistrationFacts, any Any.Type)
    case weakValueOfWrapper(any Any.Type)
    case goneWeakly
    case assignedNil
    case ownerReleased
    case disposerThrew(Location, any Error)
    case lateDisposer(Duration)
    case late(LateStep, Duration)

    /// A step of a shutdown: its state when its time was over, as the beginning of a sentence.
    package enum LateStep: String, Sendable {
        case body = "its body was still running when half of"
        case build = "what it was building was not done when"
        case disposal = "a disposal that had begun before was not done when"
    }

    /// The core's words for a missing registration.
    package static var nothing: String { Failure.nothing }

    init(_ failure: Failure, _ request: Request) {
        self =
            switch failure {
            case .missing(let order, let failures):
                .missing(order.map { NodeFacts($0) }, failures.map { (Self.facts($0.registration), $0.error) })
            case .missingToStore(let order): .missingToStore(order.map { NodeFacts($0) })
            case .ambiguous(let candidates): .ambiguous(candidates.compactMap { CandidateFacts($0) })
            case .circular: .circular
            case .providerThrew(let record, let error): .providerThrew(Self.facts(record), error)
            case .wrongClass(let record, _): .wrongClass(Self.facts(record))
            case .threadEnded: .threadEnded
            case .arguments(let record, _): .arguments(Self.facts(record))
            case .argumentsOfValue: .argumentsOfValue
            case .unhashableArguments(let record, _): .unhashableArguments(Self.facts(record))
            case .isolation(let record, let actor): .isolation(Self.facts(record), actor)
            case .asynchronous(let record): .asynchronous(Self.facts(record))
            case .cancelled: .cancelled
            case .notSendable(let record, let actor): .notSendable(Self.facts(record), actor)
            case .conformanceIsolation(let record): .conformanceIsolation(Self.facts(record))
            case .conformanceOfValue: .conformanceOfValue
            case .disposed(let node): .disposed(NodeFacts(node))
            case .disposedAgain(let node): .disposedAgain(NodeFacts(node))
            case .noScope(let record, let origin): .noScope(Self.facts(record), OriginFacts(origin))
            case .weakValue(let record, let type): .weakValue(Self.facts(record), type)
            case .notStorable(let record): .notStorable(Self.facts(record))
            case .wrongClassToStore(let record, let type): .wrongClassToStore(Self.facts(record), type)
            case .disposerThrew(let location, let error): .disposerThrew(location, error)
            case .lateDisposer(_, let time): .lateDisposer(time)
            case .late(let step, _, let time): .late(step, time)
            case .weakValueOfWrapper(let type): .weakValueOfWrapper(type)
            case .goneWeakly: .goneWeakly
            case .assignedNil: .assignedNil
            case .ownerReleased: .ownerReleased
            }
    }

    /// A registration that is in question, with the imposer that has it; the primary one if it is gone from all that
    /// can be reached from here.
    private static func facts(_ record: RegistrationRecord) -> RegistrationFacts {
        let running = Context.current
        let primary = running.root?.object ?? Directory.processPrimary
        let search = Resolver(to: primary, fromScopeOf: running).searchOrder
        return RegistrationFacts(record, in: Node.holder(of: record, in: search) ?? primary)
    }
}

extension Node {
    /// The node that has a registration, of some that are searched, or of the private imposers.
    static func holder(of record: RegistrationRecord, in order: [Node]) -> Node? {
        let all = order + (Inspector.current?.privateImposers() ?? []).map(\.node)
        return all.first { $0.state.withLock { $0.registration(for: record.key)?.number == record.number } }
    }
}

/// An injection, a store or a disposal that has failed, for the text of its error.
package struct FailedRequest {
    package let failure: FailureFacts
    package let request: RequestFacts
    package let facts: ImposeError.Facts
    private let ownFailure: Failure
    private let ownRequest: Request

    init(_ failure: Failure, _ request: Request, _ facts: ImposeError.Facts) {
        (ownFailure, ownRequest, self.facts) = (failure, request, facts)
        (self.failure, self.request) = (FailureFacts(failure, request), RequestFacts(request, failure))
    }

    /// The types that the core's own sentences name.
    package var types: [any Any.Type] { ownFailure.types }

    /// The core's own sentences: what was attempted and the problem, the problem alone, and what was done at the place.
    ///
    /// - Parameter problem: The problem in more detail than the core knows; nil for the core's own.
    package func sentences(saying problem: String?, _ names: TypeNames) -> (
        headline: String, problem: String, action: String
    ) {
        let problem = problem ?? ownFailure.problem(for: ownRequest, names)
        return (ownFailure.headline(for: ownRequest, problem, names), problem, ownFailure.action(at: ownRequest))
    }
}

extension ImposeError.Candidate {
    /// What callers are told of a registration in question, or of a value that scopes are expected to be given.
    package init(
        _ key: RegistrationKey,
        in imposer: String,
        distance: Int?,
        option: InjectOption?,
        at location: Location,
        note: String?
    ) {
        (type, name, self.distance, self.imposer) = (key.type, key.name, distance, imposer)
        (self.option, self.location, self.note) = (option, location, note)
    }
}
