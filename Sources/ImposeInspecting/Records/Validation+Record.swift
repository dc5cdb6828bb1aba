// A validation as data.

public import Impose

extension Imposer.Validation {
    /// A validation as data.
    ///
    /// ```swift
    /// let data = try JSONEncoder().encode(Imposer.validate().record)
    /// let again = try JSONDecoder().decode(Imposer.Validation.Record.self, from: data)
    /// ```
    public struct Record: Codable, Hashable, Sendable {
        /// Whether there is no error.
        public let isValid: Bool
        /// The findings, in their order.
        public let findings: [Finding.Record]
    }

    /// The validation as data.
    public var record: Record { Record(isValid: isValid, findings: findings.map(\.record)) }
}

extension Imposer.Validation.Kind {
    /// The identifier of the kind, which stays the same in later versions: `callsnotchecked`. Docs/Validating.md has a
    /// section under this anchor.
    public var identifier: String { rawValue.lowercased() }
}

extension Imposer.Validation.Finding {
    /// A finding as data.
    public struct Record: Codable, Hashable, Sendable {
        /// A line that a finding is about.
        public struct Place: Codable, Hashable, Sendable {
            /// What is there: `Invoice, imposed`.
            public let note: String
            /// The line.
            public let place: Imposer.SourceLocation.Record
        }

        /// The kind of finding, by its ``Imposer/Validation/Kind/identifier``.
        public let kind: String
        /// `error`, `warning` or `note`.
        public let severity: String
        /// One sentence.
        public let message: String
        /// The way to fix it.
        public let fix: String
        /// The type that is missing, ambiguous, held or the like, with its module.
        public let type: String
        /// The registration that it is about, if it is about one.
        public let registration: Imposer.RegistrationInfo.Record?
        /// The property that it is about, if it is about a stored wrapper: `Shop.Receipt.gateway`.
        public let property: String?
        /// The function that it is about, if it is about a call.
        public let function: String?
        /// The module of the wrapper or the call; nil if that is unknown.
        public let module: String?
        /// The lines that it is about, the registration's own first.
        public let places: [Place]
        /// For a cycle: the types, from the registration's back to it.
        public let path: [String]
    }

    /// The finding as data.
    public var record: Record {
        Record(
            kind: kind.identifier,
            severity: severity.rawValue,
            message: message,
            fix: fix,
            type: TypeNames.long(type),
            registration: registration?.record,
            property: property?.inModule,
            function: call.map { "\($0)" },
            module: module,
            places: lines.map { Record.Place(note: $0.note, place: $0.location.record) },
            path: path.map(TypeNames.long)
        )
    }
}
