// The finding for a registration that has taken the place of another one.

internal import Impose

extension RegistrationFacts {
    /// The finding for one that has taken the place of an earlier one, of which injections get nothing any more; nil if it
    /// has taken nobody's place.
    func replacedFinding(_ names: TypeNames) -> Imposer.Validation.Finding? {
        guard let earlier = self.replacedLine else { return nil }
        return Imposer.Validation.Finding(
            kind: .replaced,
            severity: .warning,
            (self, names),
            message: "\(names.key(type, key.name)) has taken the place of an earlier registration.",
            places: [FindingPlace("the earlier one, imposed", earlier)],
            fixes: fixes(earlier, names)
        )
    }

    private func fixes(_ earlier: Location, _ names: TypeNames) -> [Fix] {
        let earlierOne = "the registration at \(earlier), since this one is in force."
        // An alias always takes the place of what was there.
        if original != nil { return [Fix("Delete \(earlierOne)")] }
        if isGathered { return [separating(earlier, names), Fix("If not: delete \(earlierOne)")] }
        return [
            Fix("Delete \(earlierOne)"),
            Fix("Or keep that one: at \(location), impose with", "onConflict: .keep"),
        ]
    }

    /// Whether the program injects all instances of the type, so that both registrations are likely to be meant.
    private var isGathered: Bool {
        // Nothing else could be imposed for a type of its own.
        guard TypeRelation(to: type).admitsOthers else { return false }
        let gathered = Self.gathered.found {
            let program = ProgramSections.current
            let byWrappers = StoredWrapper.all(in: program).filter(\.isForAll).compactMap { $0.wrapper?.dependency }
            let byCalls = program.calls.flatMap { calls in calls.asked.filter(\.kind.isForAll).map(\.type) }
            return Set((byWrappers + byCalls).map { ObjectIdentifier($0) })
        }
        return gathered.contains(ObjectIdentifier(type))
    }

    /// The types of which the program injects all instances. A look at all of its wrappers and calls takes long.
    private static let gathered = ProgramMemory<Set<ObjectIdentifier>>()

    /// Imposes what is made there for its own type, by which an injection of all finds it as well.
    private func separating(_ earlier: Location, _ names: TypeNames) -> Fix {
        let expression = names.expression(type)
        let text =
            "The program injects all that are a \(names[type]). If both are to be among them, impose each for its own "
            + "type, also at \(earlier). At \(location), in place of \(expression), write"
        let conforming = ConformingTypes(to: type, askedIn: location.module)
        if let own = conforming.only { return Fix(text, names.expression(own)) }
        // Which is made by which can't be told of protocols.
        let list = conforming.types.map(names.expression).joined(separator: " or ")
        return Fix("\(text) the type that is made there\(list.isEmpty ? "" : ", \(list)").")
    }
}
