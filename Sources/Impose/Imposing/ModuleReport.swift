// What `provide` returns: overridden registrations, and cycles among modules.

extension Imposer {
    /// The result of letting modules provide: overridden registrations, and cycles among the modules.
    ///
    /// ```swift
    /// let report = Imposer.provide(using: Payments(), Shipping())
    /// print(report)           // a sentence for each override and each cycle
    /// try report.orThrow()
    /// ```
    public struct ModuleReport: Sendable {
        /// The registrations that replaced another module's, in order of replacement.
        public internal(set) var overrides: [Override] = []
        /// The cycles among the modules, as errors of kind ``ImposeError/Kind/moduleCycle``. Each module on a cycle has
        /// provided all the same.
        public internal(set) var cycles: [ImposeError] = []

        /// Throws if there are any cycles. Overrides are not errors.
        ///
        /// - Throws: The ``ImposeError`` of the first cycle, of kind ``ImposeError/Kind/moduleCycle``.
        public func orThrow() throws(ImposeError) {
            if let error = cycles.first { throw error }
        }

        mutating func add(_ other: ModuleReport) {
            overrides += other.overrides
            cycles += other.cycles
        }
    }
}

extension Imposer.ModuleReport: CustomStringConvertible {
    /// A sentence for each cycle and each override, each on its own line.
    public var description: String {
        if cycles.isEmpty, overrides.isEmpty { return "No module overrode another one." }
        let names = TypeNames(overrides.flatMap(\.types))
        let sentences = cycles.map { $0.storage.text.headline } + overrides.map { $0.description(in: names) }
        return sentences.joined(separator: "\n")
    }
}

extension Imposer.ModuleReport {
    /// A module's registration that replaced another module's.
    ///
    /// Modules are told apart by their types, so replacing a registration of a module of the same type does not count.
    public struct Override: Sendable {
        /// The type that both were imposed for.
        public let type: any Any.Type
        /// The name that both were imposed under.
        public let name: InjectionName?
        /// The imposer that held the old registration and holds the new one.
        public let imposer: String
        /// The `impose` call of the old registration.
        public let oldLocation: Imposer.SourceLocation
        /// The `impose` call of the new registration.
        public let newLocation: Imposer.SourceLocation
        /// The type of the module that made the old registration.
        public let oldModule: any Any.Type
        /// The type of the module that made the new registration.
        public let newModule: any Any.Type

        /// Nil unless both registrations were made by modules, and by different ones.
        init?(_ record: RegistrationRecord, replacing replaced: RegistrationRecord, on imposer: ImposerNode) {
            guard let newModule = record.module, let oldModule = replaced.module, newModule != oldModule else {
                return nil
            }
            type = record.type
            name = record.key.name
            self.imposer = imposer.description
            oldLocation = replaced.location
            newLocation = record.location
            self.oldModule = oldModule
            self.newModule = newModule
        }
    }
}

extension Imposer.ModuleReport.Override: CustomStringConvertible {
    /// One sentence that names the two modules, the registration and both places.
    public var description: String { description(in: TypeNames(types)) }

    func description(in names: TypeNames) -> String {
        "\(names[newModule]) overrode \(names.key(type, name)) of \(names[oldModule]) in \(imposer): "
            + "\(newLocation) took the place of \(oldLocation)."
    }

    /// The types that the description names.
    var types: [any Any.Type] { [type, oldModule, newModule] }
}
