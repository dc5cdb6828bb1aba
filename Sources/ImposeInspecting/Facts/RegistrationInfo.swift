// What users see of a registration.

public import Impose

extension Imposer {
    /// The facts about a registration.
    public struct RegistrationInfo: Sendable, CustomStringConvertible {
        /// The type that it was imposed for.
        public let type: any Any.Type
        /// The name that it was imposed under.
        public let name: InjectionName?
        /// The imposer that holds it, as texts call it.
        package let imposer: String
        /// Its lifetime.
        package let option: InjectOption
        /// Whether its provider is asynchronous.
        package let isAsynchronous: Bool
        /// The location of its `impose` call.
        public let location: SourceLocation

        /// `Gateway named "sandbox" (singleInstance, in primary, at Shop/Setup.swift:12)`; of an asynchronous provider
        /// `Database (singleInstance, asynchronous, in primary, at Shop/Setup.swift:13)`.
        public var description: String { description(in: TypeNames([type])) }

        func description(in names: TypeNames) -> String {
            "\(names.key(type, name)) (\(lifetime), in \(imposer), at \(location))"
        }

        /// The option, with a note if its instances are made asynchronously.
        var lifetime: String { isAsynchronous ? "\(option), asynchronous" : "\(option)" }
    }
}

extension Imposer.RegistrationInfo {
    @inline(never)
    init(_ registration: RegistrationFacts) {
        self.init(
            type: registration.type,
            name: registration.key.name,
            imposer: registration.holder.description,
            option: registration.option,
            isAsynchronous: registration.isAsynchronous,
            location: registration.location
        )
    }
}

extension ImposeError.Candidate {
    /// - Parameters:
    ///   - imposer: The imposer that holds the registration, as texts call it.
    ///   - note: The reason that it is listed, if that is not its distance.
    @inline(never)
    init(_ registration: RegistrationFacts, in imposer: String, distance: Int?, note: String? = nil) {
        let (option, location) = (registration.option, registration.location)
        self.init(registration.key, in: imposer, distance: distance, option: option, at: location, note: note)
    }

    /// Describes a value that scopes are expected to be given.
    init(_ expectation: Expectation, note: String) {
        let scopes = expectation.scopeName.scopes
        self.init(expectation.key, in: scopes, distance: nil, option: nil, at: expectation.location, note: note)
    }
}
