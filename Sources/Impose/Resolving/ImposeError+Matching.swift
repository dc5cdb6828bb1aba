// The errors of choosing a registration.

extension ImposeError {
    static func missing(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        couldNotBeMade failures: [CastingFailure]
    ) -> ImposeError {
        let problem = "nothing is imposed for it"
        guard request.wantsReasons else {
            return ImposeError(.missing, request, problem: { _ in problem }, fixes: { _ in [] })
        }
        let nearMisses = NearMisses(request, matching, order, failures)
        let conforming = ConformingTypes(to: matching.wrapped, askedIn: request.location.module)
        let special = UnlikelyRequest(request, matching.wrapped, order.imposing)
        return ImposeError(
            .missing,
            request,
            candidates: nearMisses.candidates,
            searched: order.withCounts,
            mentioning: [matching.wrapped] + (special?.types ?? []),
            conforming: conforming,
            problem: { _ in problem },
            fixes: { names in
                if let special { return nearMisses.fixes(names) + special.fixes(names) }
                if nearMisses.isToBeGiven { return nearMisses.fixes(names) }
                let imposing = conforming.imposing(matching.wrapped, request.name, on: order.imposing, names)
                return nearMisses.fixes(names)
                    + ["Impose it before it is requested: \(imposing)"]
                    + nearMisses.lastResorts(names)
            }
        )
    }

    static func ambiguous(_ request: Request, _ candidates: [Impose.Candidate]) -> ImposeError {
        let tied = candidates.sorted { $0.registration.sequence < $1.registration.sequence }
        let first = tied[0]
        let requested = TypeRelation.unwrapped(request.type)
        return ImposeError(
            .ambiguous,
            request,
            candidates: tied.map { Candidate($0.registration, in: $0.imposer.description, distance: $0.distance) },
            mentioning: [requested],
            problem: { _ in "\(tied.count) registrations are equally far from it, \(tied[0].distance.steps) away" },
            fixes: { names in
                let imposing = first.registration.answering(
                    requested,
                    request.name,
                    in: first.imposer.expression,
                    names
                )
                return [
                    "Prefer one of them: add .preferred() behind its registration, at \(first.registration.location) for "
                        + "instance.",
                    "Impose \(names[requested]) itself, for instance by the first of them: \(imposing)",
                ]
            }
        )
    }

    /// The error for a frame that would have closed a circle.
    static func circular(_ frame: ValueReference<PathFrame>) -> ImposeError {
        circular(Request(frame.pointee), closing: frame.pointee.registration.type, through: [])
    }

    /// Whether this is an error about a circle that one of the frames or the request is part of.
    func closes(on frames: [PathFrame], or request: Request) -> Bool {
        guard kind == .circular, let last = path.last else { return false }
        if last.type == request.type, last.name == request.name { return true }
        return frames.contains { $0.registration.type == last.registeredType && $0.registration.key.name == last.name }
    }

    /// - Parameters:
    ///   - type: The type that the registration was imposed for.
    ///   - steps: The steps that lead on from there, through other threads, back to something this thread is building;
    ///     empty if the registration's instance is itself being built.
    ///   - isOnlyHere: Whether no other thread or task has to do with it.
    static func circular(
        _ request: Request,
        closing type: any Any.Type,
        through steps: [Step],
        isOnlyHere: Bool = false
    ) -> ImposeError {
        let last = Step(request.type, named: request.name, registeredAs: type, at: request.location)
        return ImposeError(
            .circular,
            request,
            path: path(to: last) + steps,
            problem: { _ in
                steps.isEmpty || isOnlyHere
                    ? "it is needed to build itself"
                    : "\(steps[0].isInAnotherTask ? "tasks" : "threads") are building what the other ones need, in a circle"
            },
            fixes: { names in
                let type = names.annotation(request.type)
                let needing = ResolutionPath.current.last.map { names[$0.registration.type] } ?? "one of them"
                return [
                    "Inject it later, in \(needing): let its parameter be lazy: "
                        + "\(names.variable(request.type)): Injected<\(type)>",
                    "Or use a property in place of the parameter, which injects when it is first read, after init: @Injected "
                        + "var \(names.variable(request.type)): \(type); in a Sendable class: private let "
                        + "\(names.variable(request.type)) = Injected<\(type)>()",
                    "Or move what both need into a third type, and let both take that.",
                ]
            },
            links: { names in
                let path = path(to: last) + steps
                let first = path.firstIndex { $0.isSameRegistration(as: path[path.count - 1]) } ?? 0
                return zip(path[first...], path[(first + 1)...]).map { needing, needed in
                    let needing = names.key(needing.registeredType ?? needing.type, needing.name)
                    return "\(needing) needs \(names.key(needed.type, needed.name)), at \(needed.location)"
                }
            }
        )
    }
}

extension RegistrationRecord {
    /// A line that would impose a type with this registration's instance for it.
    func answering(
        _ type: any Any.Type,
        _ name: InjectionName?,
        in expression: String,
        _ names: TypeNames
    ) -> String {
        let call = "\(expression).impose(for: \(names.expression(type))\(name.argument))"
        if key.name == nil {
            let variable = names.variable(self.type)
            return "\(call) { (\(variable): \(names.annotation(self.type))) in \(variable) }"
        }
        return "\(call) { (imposer: Imposer) in "
            + "try imposer.tryInject(of: \(names.expression(self.type))\(key.name.argument)) }"
    }
}

extension SearchOrder {
    /// The imposer in which to impose a missing type: preferably not a scope.
    var imposing: Imposer { first { $0.scopeState == nil } ?? first { _ in true } ?? .shared }
}
