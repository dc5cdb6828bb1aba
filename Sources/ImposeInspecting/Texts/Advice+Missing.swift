// Advice on what nothing is imposed for, whether it is to be injected or to be stored.

internal import Impose

extension Advice {
    static func missing(
        _ request: Request,
        _ order: SearchOrder,
        couldNotBeMade failures: [CastingFailure],
        isAsked: Bool = false
    ) -> Advice {
        let matching = Matching(request)
        if let advice = unentered(request, matching, order) { return advice }
        let special = UnlikelyRequest(request, matching.wrapped, order.imposing)
        let copies = LibraryCopies.problem
        let missing = MissingFixes(
            matching.wrapped,
            request.name,
            neededBy: Seam.underway.last?.registration,
            askedIn: request.location.module,
            at: request.location,
            on: order.imposing,
            among: order.flatMap { $0.registrations },
            UnprovidedModules(in: Seam.currentDirectory, askedIn: request.location.module)
        )
        let isMakeable = special != nil || missing.canBeMade
        let nearMisses = NearMisses(
            request,
            order,
            failures,
            missing.conforming,
            isMakeable: isMakeable,
            isAsked: isAsked
        )
        let ungiven = order.ungivenScope
        // What was removed is mostly a better answer than another imposer's.
        let problem = missing.wasRemoved && nearMisses.isElsewhere ? nil : nearMisses.problem
        var advice = Advice(
            candidates: nearMisses.candidates,
            searched: order.withCounts,
            mentioning: missing.types + (special?.types ?? []) + nearMisses.types
        ) { names in
            if copies != nil { return [Fix(LibraryCopies.fix)] }
            let near = nearMisses.fixes(names)
            if problem != nil { return near }
            if let special { return near + special.fixes(names) }
            let imposing = missing.fixes("Impose it before it is requested", names)
            if missing.areCertain { return near.isEmpty ? imposing : imposing.prefix(1) + near }
            guard let ungiven, near.isEmpty else { return near + imposing }
            let canBeMade = missing.canBeMade
            let giving = missing.giving(to: ungiven, isOtherWay: canBeMade, names)
            if canBeMade { return imposing.prefix(1) + [giving] }
            return [giving] + missing.fixes("Or, if all scopes share one, impose it", names)
        } problem: { names in
            if let copies { return "\(Failure.nothing) here, and \(copies)" }
            if let problem { return problem(names) }
            if special != nil { return nil }
            return missing.problem(names) ?? ungiven.map { "it was neither imposed, nor given to \($0.withPlace)" }
        }
        advice.hasSaidCandidates = problem != nil && nearMisses.hasSaidAll
        if !advice.hasSaidCandidates { advice.conforming = missing.conforming }
        advice.imposedAs = { missing.note($0).map { "\($0.note), at \($0.location)" } }
        return advice
    }

    /// Advice where an isolated directory that is alive has what is missing outside of it: that of a test, whose code
    /// goes on in a detached task or on a thread, for instance. Nil if there is none.
    private static func unentered(_ request: Request, _ matching: Matching, _ order: SearchOrder) -> Advice? {
        // A number without a name may be anything: that a test has one says nothing.
        if request.name == nil, PlainValue.literal(of: request.type) != nil { return nil }
        for directory in Seam.copies(of: Seam.currentDirectory) {
            let found = Seam.imposers(of: directory).firstResult { Seam.candidates(for: matching, in: $0).first }
            guard let place = found?.registration.location else { continue }
            let isOfTest = Seam.isOfTest(directory)
            let has = "that runs has it, imposed at \(place), but this code does not run in"
            let problem = isOfTest ? "a test \(has) that test" : "Imposer.isolated \(has) its body"
            let body = isOfTest ? "the test" : "the body"
            let entering: Fix =
                isOfTest
                ? Fix("Or, if a test asks that has no trait, give it its own imposers, by the trait", ".imposing")
                : .takingAlong("the context")
            let staying = Fix.staying("If a detached task asks at \(request.location), let it stay in \(body)")
            return Advice(searched: order.withCounts) { _ in
                [staying, entering]
            } problem: { _ in
                problem
            }
        }
        return nil
    }

    static func missing(toStore request: Request, _ order: SearchOrder) -> Advice {
        let searched = order.withCounts
        let above = order.lazy.flatMap { $0.registrations }.first { record in
            record.key.name == request.name && TypeRelation(to: record.type).distance(from: request.type) != nil
        }
        // It is stored for its own type, where only a type above that one is imposed.
        if let above {
            let relation = TypeRelation.isExistential(above.type) ? "which it conforms to" : "its superclass"
            return Advice(searched: searched, mentioning: [above.type]) { names in
                [
                    Fix(
                        "Store it for \(names[above.type]): let the call at \(request.location) end with",
                        "for: \(names.expression(above.type))\(request.name.argument))"
                    )
                ]
            } problem: { names in
                "\(Failure.nothing), but \(names[above.type]), \(relation), is, at \(above.location)"
            }
        }
        // It is read by what is imposed for another type.
        if let read = Seam.winner(of: Matching(request), in: order)?.registration {
            let requested = TypeRelation.unwrapped(request.type)
            return Advice(searched: searched, mentioning: [read.type, requested]) { names in
                [
                    Fix("Impose it for what is stored", read, for: requested, names),
                    Fix(
                        "Or store \(names[read.type]), at \(request.location), by a property of type",
                        names.annotation(read.type)
                    ),
                ]
            } problem: { names in
                "it is read by what \(read.location) imposes for \(names[read.type]), and nothing is imposed for "
                    + "exactly this type"
            }
        }
        let conforming = ConformingTypes(to: request.type, askedIn: request.location.module)
        return Advice(searched: searched, mentioning: conforming.types) { names in
            let key = RegistrationKey(type: request.type, name: request.name)
            return [conforming.imposing("Impose it before it is stored", key, on: order.imposing, names)]
        }
    }
}

extension SearchOrder {
    /// The imposer in which to impose a missing type: preferably not a scope.
    var imposing: NodeFacts { first { !$0.isOfScope } ?? first { _ in true } ?? Imposer.shared.node }

    /// The open scope that was not given what is missing: the one that keeps what needs it, or else the innermost one; nil
    /// if none is searched.
    var ungivenScope: NodeFacts? {
        let named = Seam.underway.reversed().firstResult { step in
            step.registration.option.scopeName.flatMap { name in first { $0.name == name } }
        }
        return named ?? first(where: \.isOfScope)
    }

    /// The imposers, each with the number of its registrations.
    fileprivate var withCounts: [String] {
        map { imposer in
            let count = imposer.registrations.count
            if count == 0, imposer.isOfScope { return "\(imposer) (given nothing)" }
            return "\(imposer) (\(count == 1 ? "1 registration" : "\(count) registrations"))"
        }
    }
}
