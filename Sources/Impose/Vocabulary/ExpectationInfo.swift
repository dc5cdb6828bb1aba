extension Imposer {
    /// What scopes of some name are expected to be given. Said by `Imposer.expectGiven`.
    public struct ExpectationInfo: Sendable, CustomStringConvertible {
        /// The type that it is going to be given for.
        public let type: any Any.Type
        /// The name that it is going to be given under.
        public let name: InjectionName?
        /// What the scopes are opened under.
        public let scopeName: InjectionName
        /// Where that was said.
        public let location: SourceLocation

        /// `User (given in scopes "request", expected at Shop/Setup.swift:12)`.
        public var description: String { description(in: TypeNames([type])) }

        func description(in names: TypeNames) -> String {
            "\(names.key(type, name)) (given in \(scopeName.scopes), expected at \(location))"
        }
    }
}
