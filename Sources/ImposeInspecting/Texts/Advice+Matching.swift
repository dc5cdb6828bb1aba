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
            let near = nearMisses.fix(names).map { [$0] } ?? []
            if nearMisses.gift != nil { return near }
            if let special { return near + special.fixes(names) }
            let imposing = conforming.imposing(
                "Impose it before it is requested",
                matching.wrapped,
                request.name,
                on: order.imposing,
                names
            )
            return (modules.fix(names).map { [$0] } ?? []) + near + [imposing]
        }
        advice.conforming = conforming
        if let copies {
            advice.problem = { _ in "nothing is imposed for it here, and \(copies)" }
        } else if let gift = nearMisses.gift {
            advice.problem = { _ in gift.problem }
        } else if special == nil {
            advice.problem = modules.problem
        }
        return advice
    }

    static func missing(toStore request: Request, _ order: SearchOrder) -> Advice {
        let conforming = ConformingTypes(to: request.type, askedIn: request.location.module)
        return Advice(searched: order.withCounts, mentioning: conforming.types) { names in
            [
                conforming.imposing(
                    "Impose it before it is stored",
                    request.type,
                    request.name,
                    on: order.imposing,
                    names
                )
            ]
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
                Fix("Prefer one of them: at \(first.registration.location), for instance, append", ".preferred()"),
                Fix("Or impose \(names[requested]) itself, for instance by the first of them", imposing),
            ]
        }
    }

    /// - Parameter path: The path of the error, whose last step closes the cycle.
    static func circular(_ request: Request, along path: [ImposeError.Step]) -> Advice {
        let needing = Seam.underway.last?.registration.type
        var advice = Advice { names in
            let (variable, type) = (names.variable(request.type), names.annotation(request.type))
            let needing = needing.map { names[$0] } ?? "one of them"
            return [
                Fix("Inject it later: in \(needing), let the parameter be lazy", "\(variable): Injected<\(type)>"),
                Fix(
                    "Or use a property in its place, which injects when it is first read, after init",
                    "private let \(variable) = Injected<\(type)>()"
                ),
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
    var imposing: ImposerNode { first { !$0.isScope } ?? first { _ in true } ?? Imposer.shared.node }
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
