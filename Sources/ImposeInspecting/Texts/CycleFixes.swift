// The ways to break a cycle of requests.

internal import Impose

/// A request that is a part of a cycle.
struct CycleLink {
    /// The registration whose provider asks.
    let asker: RegistrationFacts
    /// What it asks for.
    let type: any Any.Type
    /// The line that asks: that of the registration if a parameter does.
    let place: Location
}

extension Fix {
    /// The ways to break a cycle: each request is for what the next one's asker makes, and the last one for the first. A
    /// handle gives the instance that it was made for only if that is kept; where none is, it is set when it is made.
    static func breaking(_ cycle: [CycleLink], _ names: TypeNames) -> [Fix] {
        let third: Fix = "Or move what both need into a third type."
        func asked(_ index: Int) -> RegistrationFacts { cycle[(index + 1) % cycle.count].asker }
        if let kept = cycle.indices.last(where: { asked($0).isKept }) {
            let (asker, type) = (cycle[kept].asker, names.annotation(cycle[kept].type))
            let place = "\(names.key(asker.key.type, asker.key.name)), imposed at \(asker.location),"
            return [
                Fix("Let one of them inject later, for instance \(place) by a parameter of type", "Injected<\(type)>"),
                third,
            ]
        }
        let (link, held) = (cycle[cycle.count - 1], cycle[0].asker)
        if cycle.count == 1 || TypeRelation.isValueType(link.asker.type) {
            return ["Move what both need into a third type."]
        }
        let name = names.variable(link.type)
        let weakly = TypeRelation.isValueType(held.type) ? "var" : "weak var"
        let chain = cycle.dropLast().map { ".\(names.variable($0.type))" }.joined()
        return [
            Fix(
                "Set it later, since nobody keeps \(names[held.type]): in \(names[link.asker.type]), which is imposed at "
                    + "\(link.asker.location), let the property be \(weakly) \(name): "
                    + "\(names.optional(TypeRelation.unwrapped(link.type))), and leave it out of init. Then, at "
                    + "\(held.location), append",
                ".onCreate { $0\(chain).\(name) = $0 }"
            ),
            third,
        ]
    }
}
