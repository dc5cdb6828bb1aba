extension ImposeError {
    /// Assembles an error; the path is what the calling thread is building and the request.
    private init(
        _ kind: Kind,
        _ request: Request,
        problem: String,
        path: [Step]? = nil,
        candidates: [Candidate] = [],
        searched: [String] = [],
        underlyingError: (any Error)? = nil,
        fixes: [String]
    ) {
        self.kind = kind
        requested = request.type
        name = request.name
        self.path = path ?? Self.path(to: Step(request))
        self.candidates = candidates
        place = request.place
        self.underlyingError = underlyingError
        self.searched = searched
        self.problem = problem
        self.fixes = fixes
    }

    private static func path(to last: Step) -> [Step] {
        ResolutionPath.current.map(\.step) + [last]
    }

    static func missing(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        couldNotBeMade failures: [(registration: RegistrationRecord, imposer: Imposer, error: ImposeError)]
    ) -> ImposeError {
        guard request.wantsReasons else {
            return ImposeError(.missing, request, problem: "nothing is imposed for it", fixes: [])
        }
        let nearMisses = NearMisses(request, matching, order, failures)
        let names = TypeNames([matching.wrapped] + nearMisses.candidates.map(\.type))
        return ImposeError(
            .missing,
            request,
            problem: "nothing is imposed for it",
            candidates: nearMisses.candidates,
            searched: order.map { imposer in
                let count = imposer.registrationCount
                return "\(imposer) (\(count == 1 ? "1 registration" : "\(count) registrations"))"
            },
            fixes: nearMisses.fixes(names)
                + [imposing(matching.wrapped, request.name, names, order)]
                + nearMisses.lastResorts
        )
    }

    private static func imposing(
        _ type: any Any.Type,
        _ name: InjectionName?,
        _ names: TypeNames,
        _ order: SearchOrder
    ) -> String {
        let named = name.map { ", named: \($0.spelling)" } ?? ""
        let receiver = order.first { _ in true }?.expression ?? "Imposer"
        return "Impose it before it is asked for: \(receiver).impose(for: \(names.expression(type))\(named), …)"
    }

    static func ambiguous(_ request: Request, _ candidates: [Impose.Candidate]) -> ImposeError {
        let sorted = candidates.sorted { $0.registration.sequence < $1.registration.sequence }
        let tied = sorted.map { Candidate($0.registration, in: $0.imposer, distance: $0.distance) }
        let names = TypeNames([request.type] + tied.map(\.type))
        let steps = tied[0].distance == 1 ? "1 step" : "\(tied[0].distance ?? 0) steps"
        let requested = TypeRelation.unwrapped(request.type)
        return ImposeError(
            .ambiguous,
            request,
            problem: "\(tied.count) registrations are equally far from it, \(steps) away",
            candidates: tied,
            fixes: [
                "Mark one as the one to take: .impose(for: \(names.expression(tied[0].type)), …).preferred()",
                "Impose one for the type itself: .impose(for: \(names.expression(requested)), …)",
            ]
        )
    }

    /// - Parameter steps: What leads on from the requested type back to something this thread is building, through
    ///   other threads; empty if the requested type is itself being built.
    static func circular(_ request: Request, closing type: any Any.Type, through steps: [Step]) -> ImposeError {
        let path = path(to: Step(request, registeredAs: type)) + steps
        let names = TypeNames([request.type, type])
        return ImposeError(
            .circular,
            request,
            problem: steps.isEmpty
                ? "it is needed to build itself"
                : "two or more threads are building what the other one needs",
            path: path,
            fixes: [
                "Cut the circle where the need comes later: instead of a parameter, give one of them "
                    + "@Injected var … : \(names[request.type]), and read it after init.",
                "Move what both need into a type of its own.",
            ]
        )
    }

    static func providerFailed(_ request: Request, _ registration: RegistrationRecord, _ error: any Error) -> ImposeError {
        ImposeError(
            .providerFailed,
            request,
            problem: "its provider, imposed at \(registration.place), threw an error",
            // The frame of the registration is the last of the path already.
            path: ResolutionPath.current.map(\.step),
            underlyingError: error,
            fixes: ["See to what was thrown. Nothing was kept, so the next injection calls the provider again."]
        )
    }

    static func arguments(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        let names = TypeNames(registration.parameters + request.arguments.map(\.type))
        let given = request.arguments.map { names[$0.type] }.joined(separator: ", ")
        let parameters = registration.parameters.map { names[$0] }.joined(separator: ", ")
        let existing = parameters.isEmpty ? "it has no parameters" : "its parameters are (\(parameters))"
        return ImposeError(
            .arguments,
            request,
            problem: "the arguments (\(given)) don't fit its provider, imposed at \(registration.place): \(existing)",
            fixes: [
                parameters.isEmpty
                    ? "Impose it with a closure that takes them: .impose(for: …) { (argument: \(given)) in … }"
                    : "Give at most one argument for each of (\(parameters)); the rest is injected."
            ]
        )
    }

    static func unhashableArguments(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        let unhashable = request.arguments.filter { !($0.value is any Hashable) }.map(\.type)
        let names = TypeNames(unhashable)
        let list = unhashable.map { names[$0] }.joined(separator: ", ")
        return ImposeError(
            .arguments,
            request,
            problem: "it is imposed as .\(registration.option) at \(registration.place), which keeps one instance for "
                + "each list of arguments, and \(list) can't be told apart since it is not Hashable",
            fixes: [
                "Make \(list) Hashable.",
                "Keep no instance: .impose(for: …, option: .closureBased) { … }",
            ]
        )
    }

    static func isolation(_ request: Request, _ registration: RegistrationRecord, _ actor: any Actor) -> ImposeError {
        let isMain = actor === MainActor.shared
        let names = TypeNames([request.type])
        let owner = isMain ? "the main actor" : "\(type(of: actor))"
        return ImposeError(
            .isolation,
            request,
            problem: "its provider, imposed at \(registration.place), belongs to \(owner)"
                + (isMain ? ", and the injection is not made there" : ", and injections can only call the main actor's"),
            fixes: isMain
                ? [
                    "Inject it on the main actor: await MainActor.run { inject(of: \(names.expression(request.type))) }",
                    "Have the instance made early, on the main actor; a kept instance is handed out anywhere.",
                    "If it does not need the main actor, declare its type or initializer nonisolated.",
                ]
                : ["Impose it with a provider that is nonisolated or of the main actor."]
        )
    }
}

extension Imposer {
    /// As it would be typed to impose something here.
    var expression: String {
        switch type {
        case nil: "imposer"
        case .primary: "Imposer"
        case let type?: "Imposer.imposer(for: \(type.spelling))"
        }
    }
}

extension ImposerType {
    /// As it would be typed.
    var spelling: String {
        switch self {
        case .primary: ".primary"
        case .secondary: ".secondary"
        case .custom(let key): ".custom(\(InjectionName(key).spelling))"
        }
    }
}
