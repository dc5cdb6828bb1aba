internal import ImposeCore

/// A search for stored wrappers of the program that nothing is imposed for, or that lose what they inject.
///
/// No name, rule or imposer can be read from a declaration, so everything counts that would answer under any of them.
struct WrapperNeeds {
    private let program: ProgramSections
    private var imposed: ImposedAnywhere
    /// The imposer that most wrappers inject from.
    private let primary: Imposer

    init(in directory: Directory, of program: ProgramSections = .current) {
        self.program = program
        imposed = ImposedAnywhere(in: directory)
        primary = Seam.imposer(.primary, of: directory)
    }

    var findings: [Imposer.Validation.Finding] {
        mutating get {
            if program.areUnknown { return [Self.unknown] }
            let wrappers = StoredWrapper.all(in: program)
            return unmet(wrappers) + lostAtOnce(wrappers) + Self.generic(wrappers) + Self.withoutMetadata(program)
        }
    }

    private mutating func unmet(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        var unmet: [(wrapper: StoredWrapper, need: any Any.Type)] = []
        for wrapper in wrappers {
            guard let need = wrapper.need ?? wrapper.wish, !imposed.answers(need) else { continue }
            unmet.append((wrapper, need))
        }
        if unmet.isEmpty { return [] }
        // One for all, so that no two owners have the same name, nor a need and another type that is imposed.
        let names = TypeNames(unmet.compactMap(\.wrapper.owner) + unmet.map(\.need) + imposed.types)
        /// A need and the module that asks, on which the order of the conforming types depends.
        struct Asked: Hashable {
            let need: ObjectIdentifier
            let module: String
        }
        var lines: [Asked: String] = [:]
        return unmet.map { wrapper, need in
            let property = Self.property(of: wrapper, names)
            let asked = Asked(need: ObjectIdentifier(need), module: wrapper.module ?? "")
            let imposing =
                lines[asked]
                ?? ConformingTypes(to: need, askedIn: asked.module).imposing(need, on: primary, names)
            lines[asked] = imposing
            let isOptional = wrapper.need == nil
            return Imposer.Validation.Finding(
                kind: .missing,
                severity: isOptional ? .note : .error,
                property: property,
                type: need,
                message: isOptional
                    ? "\(property) injects \(names[need]) if it is imposed. It is not, and the property remembers nil."
                    : "\(property) injects \(names[need]), and nothing is imposed for it.",
                fix: isOptional
                    ? "impose it: \(imposing); if it is imposed later, declare the property as @UnforceInjected, which "
                        + "asks again."
                    : "impose it: \(imposing); if it may be missing, declare the property as @UnforceInjected."
            )
        }
    }

    /// The findings for properties that don't keep what nobody else keeps.
    private func lostAtOnce(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        let lost = wrappers.compactMap { wrapper in wrapper.weakDependency.map { (wrapper: wrapper, type: $0) } }
            .filter { imposed.isMadeEachTime($0.type) }
        let names = TypeNames(lost.compactMap(\.wrapper.owner) + lost.map(\.type))
        return lost.map { wrapper, type in
            let property = Self.property(of: wrapper, names)
            return Imposer.Validation.Finding(
                kind: .weakValue,
                severity: .warning,
                property: property,
                type: type,
                message: "\(property) holds \(names[type]) weakly, and each injection makes another one, which nothing "
                    + "keeps.",
                fix: "impose \(names[type]) with option: .singleInstance, or declare the property as @Injected."
            )
        }
    }

    private static func property(of wrapper: StoredWrapper, _ names: TypeNames) -> Imposer.Validation.StoredProperty {
        Imposer.Validation.StoredProperty(
            owner: wrapper.owner,
            ownerName: wrapper.owner.map { names[$0] } ?? wrapper.ownerName,
            name: wrapper.property,
            module: wrapper.module
        )
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
