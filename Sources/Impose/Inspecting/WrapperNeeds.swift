/// A search for stored wrappers of the program that nothing is imposed for.
///
/// No name, rule or imposer can be read from a declaration, so everything counts that would answer under any of them.
struct WrapperNeeds {
    private let program: ProgramSections
    private var imposed: ImposedAnywhere

    init(in directory: Directory, of program: ProgramSections = .current) {
        self.program = program
        imposed = ImposedAnywhere(in: directory)
    }

    var findings: [Imposer.Validation.Finding] {
        mutating get {
            if program.areUnknown { return [Self.unknown] }
            let wrappers = StoredWrapper.all(in: program)
            return unmet(wrappers) + Self.generic(wrappers) + Self.withoutMetadata(program)
        }
    }

    private mutating func unmet(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        var unmet: [(wrapper: StoredWrapper, need: any Any.Type)] = []
        for wrapper in wrappers {
            guard let need = wrapper.need, !imposed.answers(need) else { continue }
            unmet.append((wrapper, need))
        }
        // One for all, so that no two owners have the same name.
        let names = TypeNames(unmet.compactMap(\.wrapper.owner) + unmet.map(\.need))
        /// A need and the module that asks, on which the order of the conforming types depends.
        struct Asked: Hashable {
            let need: ObjectIdentifier
            let module: String
        }
        var lines: [Asked: String] = [:]
        return unmet.map { wrapper, need in
            let owner = wrapper.owner
            let property = Imposer.Validation.StoredProperty(
                owner: owner,
                ownerName: owner.map { names[$0] } ?? wrapper.ownerName,
                name: wrapper.property,
                module: wrapper.module
            )
            let asked = Asked(need: ObjectIdentifier(need), module: wrapper.module ?? "")
            let imposing =
                lines[asked]
                ?? ConformingTypes(to: need, askedIn: asked.module).imposing(need, in: "Imposer", names)
            lines[asked] = imposing
            return Imposer.Validation.Finding(
                kind: .missing,
                severity: .error,
                property: property,
                type: need,
                message: "\(property) injects \(names[need]), and nothing is imposed for it.",
                fix:
                    "impose it: \(imposing); if it may be missing, declare the property as @UnforceInjected."
            )
        }
    }

    /// The finding for properties whose types are unknown without the generic arguments.
    private static func generic(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        let unknown = wrappers.filter { $0.wrapper == nil }
        if unknown.isEmpty { return [] }
        let most = 5
        let list = unknown.prefix(most).map { "\($0.ownerName).\($0.property)" }.joined(separator: ", ")
        let rest = unknown.count > most ? " and \(unknown.count - most) more" : ""
        return [
            Imposer.Validation.Finding(
                kind: .notChecked,
                severity: .note,
                message: unknown.count == 1
                    ? "1 stored wrapper was not checked, since what it injects depends on generic parameters: \(list)."
                    : "\(unknown.count) stored wrappers were not checked, since what they inject depends on generic "
                        + "parameters: \(list)\(rest).",
                fix: "inject what they need in a test."
            )
        ]
    }

    private static func withoutMetadata(_ program: ProgramSections) -> [Imposer.Validation.Finding] {
        let modules = program.modulesWithoutFields
        if modules.isEmpty { return [] }
        let most = 5
        let list = modules.prefix(most).map(\.module).joined(separator: ", ")
        let rest = modules.count > most ? " and \(modules.count - most) more" : ""
        return [
            Imposer.Validation.Finding(
                kind: .notChecked,
                severity: .note,
                message: "the stored wrappers of \(modules.count == 1 ? "a module" : "\(modules.count) modules") were "
                    + "not checked, since the metadata that says what types store is missing: \(list)\(rest).",
                fix: "compile without -disable-reflection-metadata, at least for tests."
            )
        ]
    }

    private static var unknown: Imposer.Validation.Finding {
        Imposer.Validation.Finding(
            kind: .notChecked,
            severity: .note,
            message: "the stored wrappers of the program were not checked, since its metadata can't be read here.",
            fix: "validate on Linux or on an Apple platform."
        )
    }
}
