// Advice on what nothing is imposed for, whether it is to be injected or to be stored.

internal import Impose

extension Advice {
    static func missing(
        _ request: Request,
        _ order: SearchOrder,
        couldNotBeMade failures: [CastingFailure],
        isAsked: Bool = false
    ) -> Advice {
        let need = MissingNeed(request, order, couldNotBeMade: failures, isAsked: isAsked)
        var advice = Advice(
            candidates: need.candidates,
            searched: order.withCounts,
            mentioning: need.types,
            fixes: need.fixes,
            problem: need.problem
        )
        advice.hasSaidCandidates = need.hasSaidCandidates
        if !advice.hasSaidCandidates { advice.conforming = need.conforming }
        advice.imposedAs = { need.imposedAsNote($0).map { "\($0.note), at \($0.location)" } }
        return advice
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
