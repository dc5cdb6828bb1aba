// An explanation as data.

public import Impose

extension Imposer.Explanation {
    /// An explanation as data.
    public struct Record: Codable, Hashable, Sendable {
        /// A registration that might have answered.
        public struct Candidate: Codable, Hashable, Sendable {
            /// The registration.
            public let registration: Imposer.RegistrationInfo.Record
            /// The steps up to the requested type; nil if only its instance would tell.
            public let distance: Int?
            /// Whether an injection gets its instance.
            public let isChosen: Bool
            /// The reason why it is chosen, or why not.
            public let reason: String
        }

        /// A value that scopes are expected to be given.
        public struct Expected: Codable, Hashable, Sendable {
            /// The expectation.
            public let expectation: Imposer.ExpectationInfo.Record
            /// Whether such a scope encloses the injection.
            public let isInScope: Bool
            /// Whether that scope has the value, or something else that answers.
            public let isGiven: Bool
        }

        /// The type that would be asked for, with its module.
        public let requested: String
        /// The name that it would be asked for under.
        public let name: String?
        /// The rule for the case that nothing is imposed for exactly this type: `nearest`.
        public let rules: String
        /// The outcome of an injection: `chosen`, `missing` and so on.
        public let outcome: String
        /// All compatible registrations, in the order of the search.
        public let candidates: [Candidate]
        /// The registrations down to the one that has to be awaited; empty if none has to be.
        public let awaited: [Imposer.RegistrationInfo.Record]
        /// The type, with its module, that the chosen one's instance can't be made without, and that is missing.
        public let lack: String?
        /// The values that scopes are expected to be given, and that would answer in them.
        public let expected: [Expected]
        /// The imposers that are searched, in order.
        public let searched: [String]
        /// Types of the program that conform, if nothing answers.
        public let conforming: [String]
    }

    /// The explanation as data.
    public var record: Record {
        Record(
            requested: TypeNames.long(requested),
            name: name?.description,
            rules: rules.identifier,
            outcome: outcome.rawValue,
            candidates: candidates.map { candidate in
                Record.Candidate(
                    registration: candidate.registration.record,
                    distance: candidate.distance,
                    isChosen: candidate.isChosen,
                    reason: candidate.reason
                )
            },
            awaited: awaited.map(\.record),
            lack: lack.map { TypeNames.long($0.type) },
            expected: expected.map { expected in
                Record.Expected(
                    expectation: expected.expectation.record,
                    isInScope: expected.isInScope,
                    isGiven: expected.isGiven
                )
            },
            searched: searched,
            conforming: conforming.map(TypeNames.long)
        )
    }
}
