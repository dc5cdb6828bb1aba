// What users see of a value that scopes are expected to be given.

public import Impose

extension Imposer {
    /// A value that scopes of some name are expected to be given, as announced with
    /// `Imposer.expectGiven`.
    public struct ExpectationInfo: Sendable, CustomStringConvertible {
        /// The type that it will be given for.
        public let type: any Any.Type
        /// The name that it will be given under.
        public let name: InjectionName?
        /// The name that the scopes are opened under.
        public let scopeName: InjectionName
        /// The location of the announcement.
        public let location: SourceLocation

        /// `User (given in scopes "request", expected at Shop/Setup.swift:12)`.
        public var description: String { description(in: TypeNames([type])) }

        func description(in names: TypeNames) -> String {
            "\(names.key(type, name)) (given in \(scopeName.scopes), expected at \(location))"
        }
    }
}

extension Imposer.ExpectationInfo {
    init(_ expectation: Expectation) {
        self.init(
            type: expectation.type,
            name: expectation.key.name,
            scopeName: expectation.scopeName,
            location: expectation.location
        )
    }
}
