internal import ImposeCore

/// An alias that would answer if its original had not been removed.
struct DanglingAlias {
    private let alias: RegistrationRecord
    private let original: RegistrationKey
    private let imposer: ImposerNode

    /// Nil for any other registration.
    init?(_ record: RegistrationRecord, in imposer: ImposerNode) {
        guard let original = record.original, !Seam.isInForce(record, in: imposer) else { return nil }
        (alias, self.original, self.imposer) = (record, original, imposer)
    }

    /// Searches imposers in order; nil if there is none.
    ///
    /// - Parameter isMeant: Whether a registration would answer the request.
    init?(in imposers: some Sequence<ImposerNode>, where isMeant: (RegistrationRecord) -> Bool) {
        for imposer in imposers {
            for record in Seam.registrations(of: imposer) where record.original != nil && isMeant(record) {
                guard let dangling = Self(record, in: imposer) else { continue }
                self = dangling
                return
            }
        }
        return nil
    }

    /// The line that made it.
    var location: Location { alias.location }

    /// The type that is not imposed any more.
    var type: any Any.Type { original.type }

    /// What went wrong, without the requested type.
    func problem(_ names: TypeNames) -> String {
        "it is an alias, made at \(alias.location), of \(key(names)), which is not imposed any more"
    }

    func key(_ names: TypeNames) -> String { names.key(original.type, original.name) }

    func fixes(_ names: TypeNames) -> [Fix] {
        let type = names.expression(original.type)
        return [
            "Delete the call remove(for: \(type)\(original.name.argument)), which took away what the alias stands for.",
            ConformingTypes(to: original.type, askedIn: alias.location.module).imposing(
                "Or impose \(key(names)) again, after that call",
                original.type,
                original.name,
                on: imposer,
                at: ImposingPlace(beside: alias, isOnlyLike: true),
                names
            ),
        ]
    }
}
