internal import Impose

/// A value that is to be stored, and for whose exact type and name nothing is imposed.
struct MissingStore {
    private let request: Request
    let order: SearchOrder
    /// What is imposed for a type above its own.
    private let above: RegistrationFacts?
    /// The registration that answers when the value is read.
    private let read: RegistrationFacts?
    private let conforming: ConformingTypes

    init(_ request: Request, _ order: SearchOrder) {
        (self.request, self.order) = (request, order)
        above = order.lazy.flatMap { $0.registrations }.first { record in
            record.key.name == request.name && TypeRelation(to: record.type).distance(from: request.type) != nil
        }
        read = Seam.winner(of: Query(request), in: order)?.registration
        conforming = ConformingTypes(to: request.type, askedIn: request.location.module)
    }

    /// The types that the texts name.
    var types: [any Any.Type] {
        conforming.types + [above?.type, read?.type, TypeRelation.unwrapped(request.type)].compactMap { $0 }
    }

    func problem(_ names: TypeNames) -> String? {
        if let above {
            let relation = TypeRelation.isExistential(above.type) ? "which it conforms to" : "its superclass"
            return "\(Failure.nothing), but \(names[above.type]), \(relation), is, at \(above.location)"
        }
        return read.map { read in
            let imposing = "what \(read.location) imposes for \(names[read.type])"
            return "it is read by \(imposing), and nothing is imposed for exactly this type"
        }
    }

    func fixes(_ names: TypeNames) -> [Fix] {
        if let above {
            let text = "Store it for \(names[above.type]): let the call at \(request.location) end with"
            return [Fix(text, "for: \(names.expression(above.type))\(request.name.argument))")]
        }
        if let read {
            let text = "Or store \(names[read.type]), at \(request.location), by a property of type"
            return [
                Fix("Impose it for what is stored", read, for: TypeRelation.unwrapped(request.type), names),
                Fix(text, names.annotation(read.type)),
            ]
        }
        let imposer = order.imposerForMissingType
        return [conforming.imposing("Impose it before it is stored", request.key, on: imposer, names)]
    }
}
