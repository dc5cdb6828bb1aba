internal import Impose

/// What a long text says of a failure besides the problem: how to mend it, and what led there.
struct Advice {
    var candidates: [ImposeError.Candidate] = []
    /// Whether the problem says all that is known of the candidates.
    var hasSaidCandidates = false
    var searched: [String] = []
    /// The types that the advice names besides those of the path, the problem and the candidates.
    var mentioned: [any Any.Type] = []
    /// Types that could be imposed.
    var conforming: ConformingTypes?
    /// The problem in more detail than the core knows; nil if that says it all.
    var problem: (TypeNames) -> String?
    /// A line that imposes for another type what conforms to the missing one.
    var imposedAs: (TypeNames) -> String? = { _ in nil }
    /// The actor, other than the main one, without which the provider can't be called.
    var actor: String?
    /// The ways to fix it, the most likely first.
    let fixes: (TypeNames) -> [Fix]

    @inline(never)
    init(
        candidates: [ImposeError.Candidate] = [],
        searched: [String] = [],
        mentioning mentioned: [any Any.Type] = [],
        fixes: @escaping (TypeNames) -> [Fix],
        problem: @escaping (TypeNames) -> String? = { _ in nil }
    ) {
        self.candidates = candidates
        self.searched = searched
        self.mentioned = mentioned
        self.fixes = fixes
        self.problem = problem
    }

    /// Advice that names no types.
    init(_ fixes: Fix...) {
        self.init { _ in fixes }
    }
}

extension Failure {
    /// The advice on it.
    func advice(for request: Request, _ facts: ImposeError.Facts) -> Advice {
        switch self {
        case .missing(let order, let failures):
            .missing(
                request,
                order,
                couldNotBeMade: failures.map { CastingFailure($0.registration, $0.error) }
            )
        case .missingToStore(let order): .missing(toStore: request, order)
        case .ambiguous(let candidates): .ambiguous(request, candidates)
        case .circular: .circular(request, along: facts.path)
        case .providerThrew(_, let error):
            Advice("Fix what the provider threw\(Self.brief(error)). \(Self.nothingCached)")
        case .wrongClass(let registration):
            Advice { ["At \(registration.location), let the provider make an instance of \($0[registration.type])."] }
        case .threadEnded:
            Advice(
                """
                Let the provider throw an error instead of ending its thread (Thread.exit(), pthread_exit). \
                \(Self.nothingCached)
                """
            )
        case .arguments(let registration): .arguments(request, registration)
        case .unhashableArguments(let registration): .unhashableArguments(request, registration)
        case .isolation(let registration, let actor):
            .isolation(request, registration, actor, registration.holder, facts.path)
        case .notSendable(let registration, let actor): .notSendable(request, registration, of: actor)
        case .conformanceIsolation(let registration): .conformanceIsolation(request, registration)
        case .asynchronous(let registration): .asynchronous(request, registration, facts.path)
        case .cancelled:
            Advice(
                """
                Expect this error wherever tasks are cancelled. The instance is still made for others that wait for it, \
                and the next request asks for it anew.
                """
            )
        case .disposed(let imposer): .disposed(request, imposer, facts.path)
        case .disposedAgain(let imposer):
            Advice(Fix("Dispose of it in one place, where it is opened", "defer { \(imposer.expression).dispose() }"))
        case .noScope(let registration, let asked, let scope):
            .noScope(request, registration, for: Origin(asked: asked, scope: scope))
        case .argumentsOfValue: .argumentsOfValue(request)
        case .conformanceOfValue: Advice("Inject it on the actor that it conforms on.")
        case .weakValue(let registration, let type): .weakValue(type, registration)
        case .notStorable(let registration): .notStorable(request, registration)
        case .wrongClassToStore(let registration, let type): .wrongClass(toStore: type, registration)
        case .weakValueOfWrapper(let type): .weakValue(type)
        case .goneWeakly: .goneWeakly(request)
        case .assignedNil: Advice("Assign an instance.", "Or leave the property alone, and one is injected.")
        case .ownerReleased:
            Advice(
                "Read the property while its owner is alive, and pass the value on.",
                "Or hold the owner as long as its dependencies are needed."
            )
        case .disposerThrew(let location, let error): .disposerThrew(request, at: location, error)
        case .lateDisposer(let time):
            Advice("Let the disposer stop when its task is cancelled, as it was here.", Fix(giving: time))
        case .late(let step, let time): Advice(step.fix, Fix(giving: time))
        }
    }

    private static let nothingCached = "Nothing was cached, so the next injection calls it again."

    /// A colon and an error, if it takes no more than a line.
    private static func brief(_ error: any Error) -> String {
        let text = "\(error)".withoutUnknownContexts
        return error is ImposeError || text.contains("\n") || text.count > 80 ? "" : ": \(text)"
    }
}

extension Fix {
    /// Gives a shutdown more time than it had.
    fileprivate init(giving time: Duration) {
        let seconds = max(1, time.components.seconds * 2)
        self.init("Or give the shutdown more time", "await Imposer.shutdown(within: .seconds(\(seconds)))")
    }
}

extension Failure.LateStep {
    fileprivate var fix: Fix {
        switch self {
        case .body: "Let the body end before the shutdown: stop the server first, and cancel the tasks of its requests."
        case .construction: "Let the providers that are awaited give up when their task is cancelled."
        case .disposal: "Let its disposers give up what can't be done in that time. Their task was cancelled."
        }
    }
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
struct CastingFailure {
    let registration: RegistrationFacts
    let error: ImposeError

    init(_ registration: RegistrationFacts, _ error: ImposeError) {
        (self.registration, self.error) = (registration, error)
    }

    var imposer: NodeFacts { registration.holder }
}

extension Advice {
    /// Advice on arguments for a value that a scope was given.
    fileprivate static func argumentsOfValue(_ request: Request) -> Advice {
        Advice(mentioning: request.arguments.map(\.type)) { _ in
            ["At \(request.location), leave out the arguments."]
        } problem: { names in
            "it is a value that a scope was given, which takes no arguments, and was asked for with "
                + names.list(request.arguments.map(\.type))
        }
    }
}
