// An error as data.

public import Impose

extension ImposeError {
    /// An error as data.
    public struct Record: Codable, Hashable, Sendable {
        /// One element of a resolution path.
        public struct Step: Codable, Hashable, Sendable {
            /// The type that was asked for, with its module.
            public let type: String
            /// The name that it was asked for under.
            public let name: String?
            /// The type that the chosen registration was imposed for; nil where none was chosen.
            public let registeredType: String?
            /// The line of the request.
            public let place: Imposer.SourceLocation.Record
        }

        /// A registration that is involved in the failure.
        public struct Candidate: Codable, Hashable, Sendable {
            /// The type that it was imposed for, with its module.
            public let type: String
            /// The name that it was imposed under.
            public let name: String?
            /// Steps up to the requested type; nil if it is not compatible.
            public let distance: Int?
            /// The imposer that holds it, or the scopes that are to be given it.
            public let imposer: String
            /// Its lifetime.
            public let option: String
            /// The line that imposed it.
            public let place: Imposer.SourceLocation.Record
            /// The reason that it is listed, if that is not its distance.
            public let note: String?
        }

        /// The kind of failure, by its ``ImposeError/Kind/identifier``.
        public let kind: String
        /// One sentence: the request and the problem.
        public let headline: String
        /// The fixes, numbered; nil where none is known.
        public let fixes: String?
        /// The whole text.
        public let text: String
        /// The type that was asked for when it failed, with its module.
        public let requested: String
        /// The name that it was asked for under.
        public let name: String?
        /// The line of the injection.
        public let place: Imposer.SourceLocation.Record
        /// The requests that were being built, outermost first, and at the end the one that failed.
        public let path: [Step]
        /// The registrations in question.
        public let candidates: [Candidate]
        /// The imposers that were searched, in order.
        public let searched: [String]
        /// The error that the provider or the disposer threw, as a text.
        public let underlyingError: String?
    }

    /// The error as data.
    public var record: Record {
        Record(
            kind: kind.identifier,
            headline: storage.text.headline,
            fixes: storage.text.fixes,
            text: description,
            requested: TypeNames.long(requested),
            name: name?.description,
            place: location.record,
            path: path.map { step in
                Record.Step(
                    type: TypeNames.long(step.type),
                    name: step.name?.description,
                    registeredType: step.registeredType.map(TypeNames.long),
                    place: step.location.record
                )
            },
            candidates: candidates.map { candidate in
                Record.Candidate(
                    type: TypeNames.long(candidate.type),
                    name: candidate.name?.description,
                    distance: candidate.distance,
                    imposer: candidate.imposer,
                    option: "\(candidate.option)",
                    place: candidate.location.record,
                    note: candidate.note
                )
            },
            searched: searched,
            underlyingError: underlyingError.map { "\($0)" }
        )
    }
}

extension ImposeError.Kind {
    /// The identifier of the kind, which stays the same in later versions: `providerfailed`. Docs/Errors.md has a section
    /// under this anchor.
    public var identifier: String {
        switch self {
        case .missing: "missing"
        case .ambiguous: "ambiguous"
        case .circular: "circular"
        case .providerFailed: "providerfailed"
        case .arguments: "arguments"
        case .isolation: "isolation"
        case .asynchronous: "asynchronous"
        case .cancelled: "cancelled"
        case .disposed: "disposed"
        case .noScope: "noscope"
        case .disposerFailed: "disposerfailed"
        case .shutdownLate: "shutdownlate"
        case .weakValue: "weakvalue"
        case .notStorable: "notstorable"
        case .ownerReleased: "ownerreleased"
        case .moduleCycle: "modulecycle"
        }
    }
}
