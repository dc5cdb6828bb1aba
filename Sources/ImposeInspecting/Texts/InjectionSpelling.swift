internal import Impose

/// The code of an injection that would succeed where one has failed.
struct InjectionSpelling {
    let type: any Any.Type
    var name: InjectionName?
    let asked: ImposerTitle
    /// The type whose provider has the request as a parameter, where nothing but the requested type can be written.
    let dependent: (any Any.Type)?
    /// The line that injects, or that imposes what has the parameter; nil if it is not known.
    let place: Location?

    /// A fix at the injection; for a parameter, one in a closure round it, whose own imposer is a parameter.
    ///
    /// - Parameters:
    ///   - type: The type to ask for; nil for the one that was asked for.
    ///   - imposer: The imposer to ask, by the static member that it is if it is one; nil for the one that was asked.
    ///   - property: The property that injects, most likely from the primary imposer up to now.
    func fix(
        _ text: String,
        _ names: TypeNames,
        of type: (any Any.Type)? = nil,
        casting: Bool = false,
        from imposer: ImposerTitle? = nil,
        by property: StoredWrapper? = nil
    ) -> Fix {
        let (type, asked, member) = (type ?? self.type, imposer ?? asked, imposer?.staticMember)
        let more = casting ? ", ifNoMatchUse: .nearestAndCastable" : ""
        if let dependent {
            let isForeign = if case .member(let type) = asked { type != .primary } else { false }
            let inner = isForeign ? asked : .named(nil)
            return Fix(
                "\(text): \(place.map { "at \($0), " } ?? "")impose \(names[dependent]) with a closure that takes "
                    + "(imposer: Imposer), and gets it by",
                "try \(inner.injecting(type, name, names, more, by: "tryInject"))"
            )
        }
        let placed = place.map { "\(text), at \($0)" } ?? text
        if let property, place != nil {
            let declared = "var \(property.property): \(names.annotation(type))"
            return Fix(placed, "@Injected(from: \(member ?? asked.expression)\(name.argument)) \(declared)")
        }
        if let member {
            return Fix(placed, "Imposer\(member).inject(of: \(names.expression(type))\(name.argument)\(more))")
        }
        return Fix(placed, asked.injecting(type, name, names, more))
    }
}
