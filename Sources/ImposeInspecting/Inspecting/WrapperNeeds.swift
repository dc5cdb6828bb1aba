internal import Impose

/// A search for stored wrappers and calls of the program that nothing is imposed for, and for wrappers that lose what they
/// inject.
///
/// No rule or imposer of theirs can be read, and of calls alone whether they say a name. So everything counts that would
/// answer under any of them.
struct WrapperNeeds {
    private let program: ProgramSections
    private let wrappers: [StoredWrapper]
    private let calls: [ProgramCalls]
    private var imposed: ImposedAnywhere
    /// The imposer that most wrappers inject from.
    private let primary: NodeFacts
    /// The modules that have not provided.
    private let modules: UnprovidedModules

    init(in directory: Directory, _ modules: UnprovidedModules, of program: ProgramSections = .current) {
        (self.program, self.modules) = (program, modules)
        wrappers = StoredWrapper.all(in: program)
        calls = program.calls
        imposed = ImposedAnywhere(in: directory)
        primary = Seam.imposer(.primary, of: directory)
    }

    var findings: [Imposer.Validation.Finding] {
        mutating get {
            if program.areUnknown { return [Self.unknown] }
            let called = InjectingCall.all(in: calls) { !imposed.answers($0, named: $1) }
            return Self.copies + unmet(wrappers) + lostAtOnce(wrappers) + Self.generic(wrappers)
                + Self.withoutMetadata(program) + unmet(called) + (calls.isEmpty ? [Self.callsUnknown] : [])
        }
    }

    /// Whether what asks can be told: not where no call is found.
    var areKnown: Bool { !calls.isEmpty }

    /// The types that wrappers and calls ask for, one instance or all.
    var askedTypes: [any Any.Type] {
        wrappers.compactMap { $0.wrapper?.dependency } + calls.flatMap { $0.asked.map(\.type) }
    }

    /// What is asked for in one way, and the module that asks, on which the order of the conforming types depends.
    private struct Asked: Hashable {
        let type: ObjectIdentifier
        let module: String
        let isNamed: Bool?
    }

    private mutating func unmet(_ injections: [some ProgramInjection]) -> [Imposer.Validation.Finding] {
        var needs: [Asked: MissingNeed] = [:]
        var unmet: [(injection: any ProgramInjection, asked: Asked)] = []
        for injection in injections {
            guard let type = injection.asked, !imposed.answers(type, named: injection.isNamed) else { continue }
            let (module, isNamed) = (injection.module ?? "", injection.isNamed)
            let asked = Asked(type: ObjectIdentifier(type), module: module, isNamed: isNamed)
            needs[asked] =
                needs[asked] ?? MissingNeed(type, primary, by: .program(isNamed: isNamed), in: module, modules)
            unmet.append((injection, asked))
        }
        if unmet.isEmpty { return [] }
        // One for all, so that no two owners have the same name, nor a need and another type that is imposed.
        let names = TypeNames(unmet.compactMap(\.injection.owner) + needs.values.flatMap(\.types) + imposed.types)
        let fixes = needs.mapValues { $0.fixes(names) }
        return unmet.compactMap { injection, asked in
            needs[asked].map { injection.finding($0, fixes[asked] ?? [], names) }
        }
    }

    /// The findings for properties that don't keep what nobody else keeps.
    private func lostAtOnce(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        let weak = wrappers.compactMap { wrapper in wrapper.weakDependency.map { (wrapper: wrapper, type: $0) } }
        if weak.isEmpty { return [] }
        // What else may hold an instance: other wrappers, calls, and parameters of providers.
        let held = Set(
            (wrappers.filter { $0.weakDependency == nil }.compactMap { $0.wrapper?.dependency }
                + calls.flatMap { $0.asked.map(\.type) } + imposed.neededTypes)
                .map { ObjectIdentifier(TypeRelation.unwrapped($0)) }
        )
        let lost = weak.filter { _, type in
            imposed.isMadeEachTime(type) || !held.contains(ObjectIdentifier(type)) && imposed.isHeldWeakly(type)
        }
        let names = TypeNames(lost.compactMap(\.wrapper.owner) + lost.map(\.type))
        return lost.compactMap { wrapper, type in
            guard let record = imposed.registration(of: type) else { return nil }
            let property = wrapper.storedProperty
            let what =
                record.option == .weakInstance
                ? "which is a .weakInstance, and nothing else injects it: it is gone at once"
                : "and each injection makes another one, which nothing keeps"
            return Imposer.Validation.Finding(
                kind: .weakValue,
                severity: .warning,
                property: property,
                type: type,
                message: "\(property.inModule) holds \(names[type]) weakly, \(what).",
                places: [FindingPlace("", record.location)],
                fixes: [
                    Fix(
                        "Keep it: at \(record.location), in place of option: .\(record.option), write",
                        "option: .singleInstance"
                    ),
                    Fix(
                        "Or, if each owner may have one of its own, let \(property) hold it",
                        "@UnforceInjected var \(property.name): \(names.optional(type))"
                    ),
                ]
            )
        }
    }

    /// The finding for properties whose types are unknown without the generic arguments.
    private static func generic(_ wrappers: [StoredWrapper]) -> [Imposer.Validation.Finding] {
        let unknown = wrappers.filter { $0.wrapper == nil }
        if unknown.isEmpty { return [] }
        let list = unknown.listed(upTo: 5) { "\($0.ownerName).\($0.property)" }
        let problem =
            unknown.count == 1
            ? "1 stored wrapper was not checked, since what it injects"
            : "\(unknown.count) stored wrappers were not checked, since what they inject"
        return [finding("\(problem) depends on generic parameters: \(list).", "Inject what they need in a test.")]
    }

    private static func withoutMetadata(_ program: ProgramSections) -> [Imposer.Validation.Finding] {
        let modules = program.modulesWithoutFields
        if modules.isEmpty { return [] }
        return [
            finding(
                "the stored wrappers of \(modules.count == 1 ? "a module" : "\(modules.count) modules") were "
                    + "not checked, since the metadata that says what types store is missing: "
                    + "\(modules.listed(upTo: 5) { $0 }).",
                "Compile without -disable-reflection-metadata, at least for tests."
            )
        ]
    }

    /// The finding for a process that several copies of the library are in, whose other findings it explains.
    private static var copies: [Imposer.Validation.Finding] {
        LibraryCopies.problem.map { [finding("\($0).", Fix(LibraryCopies.fix), .twoCopies, .error)] } ?? []
    }

    /// The finding for a program without any call that was found: even one that makes none has that of `CallCanary` where
    /// it is tested.
    private static var callsUnknown: Imposer.Validation.Finding {
        let isForDebugging = !MarkKind.all.isEmpty
        return finding(
            "calls of inject() and of the other free functions were not checked, since "
                + (isForDebugging ? "none was found here." : "none can be told in this build."),
            isForDebugging
                ? "If the program has such calls, validate where their modules are linked, as in a test."
                : "Validate in a program that is built for debugging, by Swift 6.3 or later.",
            .callsNotChecked
        )
    }

    private static var unknown: Imposer.Validation.Finding {
        finding(
            "the stored wrappers of the program were not checked, since its metadata can't be read here.",
            "Validate on Linux or on an Apple platform."
        )
    }

    /// Makes a finding about the program as a whole.
    private static func finding(
        _ problem: String,
        _ fix: Fix,
        _ kind: Imposer.Validation.Kind = .notChecked,
        _ severity: Imposer.Validation.Severity = .note
    ) -> Imposer.Validation.Finding {
        Imposer.Validation.Finding(kind: kind, severity: severity, message: problem, fixes: [fix])
    }
}
