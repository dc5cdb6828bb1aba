// Advice on choosing a registration.

internal import ImposeCore

extension Advice {
    static func missing(
        _ request: Request,
        _ order: SearchOrder,
        couldNotBeMade failures: [CastingFailure]
    ) -> Advice {
        guard request.wantsReasons else { return Advice() }
        let matching = Matching(request)
        let nearMisses = NearMisses(request, matching, order, failures)
        let conforming = ConformingTypes(to: matching.wrapped, askedIn: request.location.module)
        let special = UnlikelyRequest(request, matching.wrapped, order.imposing)
        let copies = LibraryCopies.current.problem
        let modules = UnprovidedModules(in: Seam.currentDirectory, askedIn: request.location.module)
        var advice = Advice(
            candidates: nearMisses.candidates,
            searched: order.withCounts,
            mentioning: [matching.wrapped] + modules.types + (special?.types ?? [])
        ) { names in
            if copies != nil { return ["Most likely it is imposed on another copy: \(LibraryCopies.fix)."] }
            if let special { return nearMisses.fixes(names) + special.fixes(names) }
            if nearMisses.isToBeGiven { return nearMisses.fixes(names) }
            let imposing = conforming.imposing(matching.wrapped, request.name, on: order.imposing, names)
            return [modules.fix(names)].compactMap { $0 } + nearMisses.fixes(names)
                + ["Impose it before it is requested: \(imposing)"]
                + nearMisses.lastResorts(names)
        }
        advice.conforming = conforming
        if let copies { advice.problem = { _ in "nothing is imposed for it here, and \(copies)" } }
        return advice
    }

    static func missing(toStore request: Request, _ order: SearchOrder) -> Advice {
        let conforming = ConformingTypes(to: request.type, askedIn: request.location.module)
        return Advice(searched: order.withCounts, mentioning: conforming.types) { names in
            let imposing = conforming.imposing(request.type, request.name, on: order.imposing, names)
            return ["Impose it before it is stored: \(imposing)"]
        }
    }

    static func ambiguous(_ request: Request, _ candidates: [Candidate]) -> Advice {
        let tied = candidates.sorted { $0.registration.sequence < $1.registration.sequence }
        let first = tied[0]
        let requested = TypeRelation.unwrapped(request.type)
        let listed = tied.map {
            ImposeError.Candidate($0.registration, in: $0.imposer.description, distance: $0.distance)
        }
        return Advice(candidates: listed, mentioning: [requested]) { names in
            let imposing = first.registration.answering(
                requested,
                request.name,
                in: first.imposer.expression,
                names
            )
            return [
                "Prefer one of them: append .preferred() to its registration, at \(first.registration.location) for "
                    + "instance.",
                "Impose \(names[requested]) itself, for instance by the first of them: \(imposing)",
            ]
        }
    }

    /// - Parameter path: The path of the error, whose last step closes the cycle.
    static func circular(_ request: Request, along path: [ImposeError.Step]) -> Advice {
        let needing = Seam.underway.last?.registration.type
        var advice = Advice { names in
            let type = names.annotation(request.type)
            let needing = needing.map { names[$0] } ?? "one of them"
            return [
                "Inject it later, in \(needing): let its parameter be lazy: "
                    + "\(names.variable(request.type)): Injected<\(type)>",
                "Or use a property in place of the parameter, which injects when it is first read, after init: @Injected "
                    + "var \(names.variable(request.type)): \(type); in a Sendable class: private let "
                    + "\(names.variable(request.type)) = Injected<\(type)>()",
                "Or move what both need into a third type, and let both take that.",
            ]
        }
        advice.links = { names in
            let first = path.firstIndex { $0.isSameRegistration(as: path[path.count - 1]) } ?? 0
            return zip(path[first...], path[(first + 1)...]).map { needing, needed in
                let needing = names.key(needing.registeredType ?? needing.type, needing.name)
                return "\(needing) needs \(names.key(needed.type, needed.name)), at \(needed.location)"
            }
        }
        return advice
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
    var imposing: Imposer { first { !$0.isScope } ?? first { _ in true } ?? .shared }
}

extension SearchOrder {
    /// The imposers, each with the number of its registrations.
    var withCounts: [String] {
        map { imposer in
            let count = Seam.registrations(of: imposer).count
            return "\(imposer) (\(count == 1 ? "1 registration" : "\(count) registrations"))"
        }
    }
}
