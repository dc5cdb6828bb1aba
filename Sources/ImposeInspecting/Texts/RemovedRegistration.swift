internal import Impose

/// A registration that is gone, and the line that removed it, where that is known.
struct RemovedRegistration {
    let key: RegistrationKey
    /// The line that removed it, and whether that removed all that the imposer had. Nil if it was removed from the
    /// imposer that this one was copied from.
    let removal: (line: Location, isOfAll: Bool)?
    private let imposer: NodeFacts

    init(_ key: RegistrationKey, from imposer: NodeFacts) {
        (self.key, self.imposer) = (key, imposer)
        removal = imposer.requestLog?.removal(of: key)
    }

    /// What happened to it.
    var loss: String {
        removal.map { "was removed at \($0.line)\($0.isOfAll ? ", by removeAll()" : "")" } ?? "is not imposed any more"
    }

    /// - Parameters:
    ///   - consequence: What follows from the removal, behind a comma; or nothing.
    ///   - asking: The Swift module that misses it.
    func fixes(_ consequence: String = "", askedIn asking: String, _ names: TypeNames) -> [Fix] {
        if case (let line, true)? = removal {
            return [
                Fix(
                    "If that is to drop instances alone\(consequence): at \(line), in place of removeAll(), write",
                    "\(imposer.expression).reset()"
                ),
                "If registrations are to go, impose it again after that call.",
            ]
        }
        return [
            Fix(
                "Delete this call\(removal.map { ", at \($0.line)" } ?? "")\(consequence)",
                "\(imposer.expression).remove(for: \(names.expression(key.type))\(key.name.argument))"
            ),
            ConformingTypes(to: key.type, askedIn: asking).imposing(
                "Or impose \(names.key(key.type, key.name)) again, after that call",
                key,
                on: imposer,
                names
            ),
        ]
    }
}
