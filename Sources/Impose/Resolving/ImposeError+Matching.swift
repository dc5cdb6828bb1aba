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
        let expression = order.first { _ in true }?.imposingExpression ?? "Imposer"
        return ImposeError(
            .missing,
            request,
            candidates: nearMisses.candidates,
            searched: order.withCounts,
            mentioning: [matching.wrapped],
            conforming: conforming,
            problem: { _ in problem },
            fixes: { names in
                let type = names.expression(matching.wrapped)
                let imposing =
                    "\(expression).impose(for: \(type)\(request.name.argument), \(conforming.provider))"
                return nearMisses.fixes(names)
                    + ["Impose it before it is asked for: \(imposing)"]
                    + nearMisses.lastResorts
            }
        )
    }

    static func ambiguous(_ request: Request, _ candidates: [Impose.Candidate]) -> ImposeError {
        let tied = candidates.sorted { $0.registration.sequence < $1.registration.sequence }
        let first = tied[0].registration.type
        let requested = TypeRelation.unwrapped(request.type)
        let named = request.name.argument
        return ImposeError(
            .ambiguous,
            request,
            candidates: tied.map { Candidate($0.registration, in: $0.imposer.description, distance: $0.distance) },
            mentioning: [requested],
            problem: { _ in "\(tied.count) registrations are equally far from it, \(tied[0].distance.steps) away" },
            fixes: { names in
                [
                    "Mark one as the one to take: .impose(for: \(names.expression(first))\(named), …).preferred()",
                    "Impose one for the type itself: .impose(for: \(names.expression(requested))\(named), …)",
                ]
            }
        )
    }

    /// The error for a frame that would have closed a circle.
    @usableFromInline
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
    static func circular(_ request: Request, closing type: any Any.Type, through steps: [Step]) -> ImposeError {
        ImposeError(
            .circular,
            request,
            path: path(to: Step(request.type, named: request.name, registeredAs: type, at: request.location)) + steps,
            problem: { _ in
                steps.isEmpty
                    ? "it is needed to build itself"
                    : "\(steps[0].isInAnotherTask ? "tasks" : "threads") are building what the other ones need, in a circle"
            },
            fixes: { names in
                [
                    "Cut the circle where the need comes later: instead of a parameter, give one of them "
                        + "@Injected var name: \(names[request.type]), and read it after init.",
                    "Move what both need into a type of its own.",
                ]
            }
        )
    }
}
