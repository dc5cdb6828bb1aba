internal import Impose

/// An alias that would answer if its original had not been removed.
struct DanglingAlias {
    private let alias: RegistrationFacts
    private let original: RemovedRegistration

    /// Nil for any other registration.
    init?(_ record: RegistrationFacts, in imposer: NodeFacts) {
        guard let original = record.original, !record.isInForce else { return nil }
        (alias, self.original) = (record, RemovedRegistration(original, from: imposer))
    }

    /// The first among registrations; nil if there is none.
    ///
    /// - Parameter isMeant: Whether a registration would answer the request.
    static func first(among records: [RegistrationFacts], where isMeant: (RegistrationFacts) -> Bool) -> Self? {
        // Filtered first: what the other module does for each registration is not compiled for it, and slow.
        records.filter { $0.original != nil && isMeant($0) }.firstResult { Self($0, in: $0.holder) }
    }

    /// The line that made it.
    var location: Location { alias.location }

    /// The type that is not imposed any more.
    var type: any Any.Type { original.key.type }

    /// What happened to that.
    var loss: String { original.loss }

    /// What went wrong, without the requested type.
    func problem(_ names: TypeNames) -> String {
        "it is an alias, made at \(alias.location), of \(key(names)), which \(loss)"
    }

    func key(_ names: TypeNames) -> String { names.key(type, original.key.name) }

    func fixes(_ names: TypeNames) -> [Fix] {
        original.fixes(", which took away what the alias stands for", askedIn: alias.location.module, names)
    }
}
