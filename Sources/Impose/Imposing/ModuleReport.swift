extension Imposer {
    /// What happened while modules provided.
    ///
    /// ```swift
    /// let report = Imposer.provide(using: Payments(), Shipping())
    /// print(report)           // a sentence for each override and each error
    /// try report.orThrow()
    /// ```
    public struct ModuleReport: Sendable {
        /// The registrations that took the place of another module's, in the order in which that happened.
        public private(set) var overrides: [Override] = []
        /// The cycles among the modules, of kind `moduleCycle`. Each of their modules has provided all the same.
        public private(set) var cycles: [ImposeError] = []

        /// Does nothing if there are no cycles. Overrides are no errors.
        ///
        /// - Throws: The error of the first cycle.
        public func orThrow() throws(ImposeError) {
            if let error = cycles.first { throw error }
        }

        mutating func add(_ override: Override) {
            overrides.append(override)
        }

        mutating func add(_ error: ImposeError) {
            cycles.append(error)
        }

        mutating func add(_ other: ModuleReport) {
            overrides += other.overrides
            cycles += other.cycles
        }
    }
}

extension Imposer.ModuleReport: CustomStringConvertible {
    /// A sentence for each error and each override, on a line of its own.
    public var description: String {
        if cycles.isEmpty, overrides.isEmpty { return "No module overrode another one." }
        let names = TypeNames(overrides.flatMap(\.types))
        let sentences = cycles.map { ErrorText($0).headline } + overrides.map { $0.description(in: names) }
        return sentences.joined(separator: "\n")
    }
}

extension Imposer.ModuleReport {
    /// A module's registration that took the place of another module's.
    ///
    /// Modules are told apart by their types: a module that imposes over what one of its own type imposed overrides
    /// nothing of another's.
    public struct Override: Sendable {
        /// The type that both were imposed for.
        public let type: any Any.Type
        /// The name that both were imposed under.
        public let name: InjectionName?
        /// The imposer that held the one and holds the other.
        public let imposer: String
        /// Where the old registration stands.
        public let oldLocation: Imposer.SourceLocation
        /// Where the new registration stands.
        public let newLocation: Imposer.SourceLocation
        /// The type of the module that had imposed the old one.
        public let oldModule: any Any.Type
        /// The type of the module that imposed the new one.
        public let newModule: any Any.Type

        /// Nil unless both are of modules, and not of the same one.
        init?(_ record: RegistrationRecord, replacing replaced: RegistrationRecord, on imposer: Imposer) {
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
    /// One sentence: which module overrode what of which one, and where.
    public var description: String { description(in: TypeNames(types)) }

    func description(in names: TypeNames) -> String {
        "\(names[newModule]) overrode \(names.key(type, name)) of \(names[oldModule]) in \(imposer): "
            + "\(newLocation) took the place of \(oldLocation)."
    }

    /// The types that the description names.
    var types: [any Any.Type] { [type, oldModule, newModule] }
}
