internal import Impose

/// A search for stored wrappers and calls of the program that nothing is imposed for, and for wrappers that lose what
/// they inject.
///
/// The rule and the imposer of a wrapper or a call can't be read, and of a name only whether a call has one. So
/// everything counts that would answer under some rule, from some imposer, by some name.
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

    /// The stored wrappers come first, calls last.
    var findings: [Imposer.Validation.Finding] {
        mutating get {
            if program.areUnknown { return [ProgramProblem.unreadable.finding(TypeNames([]))] }
            let called = InjectingCall.all(in: calls) { !imposed.answers($0, named: $1) }
            var needs: [Asked: MissingNeed] = [:]
            let stored = unanswered(wrappers.map { .property($0) }, &needs)
            let calling = unanswered(called.map { .call($0) }, &needs)
            let lost = lostAtOnce
            var names = TypeNames([])
            if !needs.isEmpty || !lost.isEmpty {
                // One for all, so that no two owners have the same name, nor a need and another type that is imposed.
                let owners = (stored + calling).compactMap(\.injection.owner) + lost.compactMap(\.wrapper.owner)
                names = TypeNames(owners + needs.values.flatMap(\.types) + imposed.types)
            }
            let fixes = needs.mapValues { $0.fixes(names) }
            func problems(_ injections: [(injection: ProgramInjection, asked: Asked)]) -> [ProgramProblem] {
                injections.compactMap { injection, asked in
                    needs[asked].map { .unanswered(injection, $0, fixes: fixes[asked] ?? []) }
                }
            }
            let (generic, silent) = (wrappers.filter { $0.wrapper == nil }, program.modulesWithoutFields)
            var all: [ProgramProblem] = LibraryCopies.problem.map { [.twoCopies($0)] } ?? []
            all += problems(stored) + lost.map { .lostAtOnce($0, $1) }
            if !generic.isEmpty { all.append(.generic(generic)) }
            if !silent.isEmpty { all.append(.withoutMetadata(silent)) }
            all += problems(calling)
            // Even a program that makes no call has that of `CallCanary` where it is tested.
            if calls.isEmpty { all.append(.callsUnknown) }
            return all.map { $0.finding(names) }
        }
    }

    /// Whether calls can be told: some call is found in each program where they can.
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

    /// Those that nothing answers, each with the key of its need.
    ///
    /// - Parameter needs: Gets the needs that are not there yet.
    private mutating func unanswered(
        _ injections: [ProgramInjection],
        _ needs: inout [Asked: MissingNeed]
    ) -> [(injection: ProgramInjection, asked: Asked)] {
        injections.compactMap { injection in
            guard let type = injection.asked, !imposed.answers(type, named: injection.isNamed) else { return nil }
            let (module, isNamed) = (injection.module ?? "", injection.isNamed)
            let asked = Asked(type: ObjectIdentifier(type), module: module, isNamed: isNamed)
            needs[asked] =
                needs[asked] ?? MissingNeed(type, primary, by: .program(isNamed: isNamed), in: module, modules)
            return (injection, asked)
        }
    }

    /// The properties that don't keep what nobody else keeps.
    private var lostAtOnce: [(wrapper: StoredWrapper, record: RegistrationFacts)] {
        let weak = wrappers.compactMap { wrapper in wrapper.weakDependency.map { (wrapper: wrapper, type: $0) } }
        if weak.isEmpty { return [] }
        // What else may hold an instance: other wrappers, calls, and parameters of providers.
        let held = Set(
            (wrappers.filter { $0.weakDependency == nil }.compactMap { $0.wrapper?.dependency }
                + calls.flatMap { $0.asked.map(\.type) } + imposed.neededTypes)
                .map { ObjectIdentifier(TypeRelation.unwrapped($0)) }
        )
        return weak.compactMap { wrapper, type in
            let isLost =
                imposed.isMadeEachTime(type) || !held.contains(ObjectIdentifier(type)) && imposed.isHeldWeakly(type)
            return isLost ? imposed.registration(of: type).map { (wrapper, $0) } : nil
        }
    }
}
