// What users see of a registration.

extension Imposer {
    /// The facts about a registration.
    public struct RegistrationInfo: Sendable, CustomStringConvertible {
        /// The type that it was imposed for.
        public let type: any Any.Type
        /// The name that it was imposed under.
        public let name: InjectionName?
        /// The imposer that holds it, as texts call it.
        public let imposer: String
        /// Its lifetime.
        public let option: InjectOption
        /// Whether its provider is asynchronous.
        public let isAsynchronous: Bool
        /// The location of its `impose` call.
        public let location: SourceLocation

        /// `Gateway named "sandbox" (singleInstance, in primary, at Shop/Setup.swift:12)`; of an asynchronous provider
        /// `Database (singleInstance, asynchronous, in primary, at Shop/Setup.swift:13)`.
        public var description: String { description(in: TypeNames([type])) }

        package func description(in names: TypeNames) -> String {
            "\(names.key(type, name)) (\(lifetime), in \(imposer), at \(location))"
        }

        /// The option, with a note if its instances are made asynchronously.
        package var lifetime: String { isAsynchronous ? "\(option), asynchronous" : "\(option)" }
    }
}
