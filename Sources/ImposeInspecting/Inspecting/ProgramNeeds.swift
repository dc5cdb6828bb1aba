internal import Impose

/// A search for stored wrappers and calls of the program that nothing is imposed for, and for wrappers that lose what
/// they inject.
///
/// The rule and the imposer of a wrapper or a call can't be read, and of a name only whether a call has one. So
/// everything counts that would answer under some rule, from some imposer, by some name.
struct ProgramNeeds {
    private let program: ProgramImages
    private let wrappers: [StoredWrapper]
    private let calls: [ProgramCalls]
    private var imposed: ImposedAnywhere
    /// The imposer that most wrappers inject from.
    private let primary: NodeFacts
    /// The modules that have not provided.
    private let modules: UnprovidedModules

    init(in directory: DirectoryMember, _ modules: UnprovidedModules, of program: ProgramImages = .current) {
        (self.program, self.modules) = (program, modules)
        wrappers = StoredWrapper.all
        calls = program.calls
        imposed = ImposedAnywhere(in: directory)
        primary = Seam.imposer(.primary, of: directory)
    }

    /// The stored wrappers come first, calls last.
    var findings: [Imposer.Validation.Finding] {
        mutating get {
            if program.images.isEmpty { return [ProgramProblem.unreadable.finding(TypeNames([]))] }
            let called = ProgramInjection.calls(in: calls) { !imposed.answers($0, named: $1) }
            var needs: [NeedKey: MissingNeed] = [:]
            let stored = unanswered(wrappers.map { ProgramInjection($0) }, &needs)
            let calling = unanswered(called, &needs)
            let lost = lostAtOnce
            var names = TypeNames([])
            if !needs.isEmpty || !lost.isEmpty {
                // One for all, so that no two owners have the same name, nor a need and another type that is imposed.
                let owners = (stored + calling).compactMap(\.injection.owner) + lost.compactMap(\.wrapper.owner)
                names = TypeNames(owners + needs.values.flatMap(\.types) + imposed.types)
            }
            let fixes = needs.mapValues { $0.fixes(names) }
            func problems(_ injections: [(injection: ProgramInjection, key: NeedKey)]) -> [ProgramProblem] {
                injections.compactMap { injection, key in
                    needs[key].map { .unanswered(injection, $0, fixes: fixes[key] ?? []) }
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
        wrappers.compactMap { $0.wrapper?.dependency } + calls.flatMap { $0.markedTypes.map(\.type) }
    }

    /// What is asked for in one way, and the module that asks, on which the order of the conforming types depends.
    private struct NeedKey: Hashable {
        let type: ObjectIdentifier
        let module: String
        let isNamed: Bool?
    }

    /// Those that nothing answers, each with the key of its need.
    ///
    /// - Parameter needs: Gets the needs that are not there yet.
    private mutating func unanswered(
        _ injections: [ProgramInjection],
        _ needs: inout [NeedKey: MissingNeed]
    ) -> [(injection: ProgramInjection, key: NeedKey)] {
        injections.compactMap { injection in
            guard let type = injection.dependency, !imposed.answers(type, named: injection.isNamed) else { return nil }
            let (module, isNamed) = (injection.module ?? "", injection.isNamed)
            let key = NeedKey(type: ObjectIdentifier(type), module: module, isNamed: isNamed)
            needs[key] = needs[key] ?? MissingNeed(type, primary, by: .program(isNamed: isNamed), in: module, modules)
            return (injection, key)
        }
    }

    /// The properties that don't keep what nobody else keeps.
    private var lostAtOnce: [(wrapper: StoredWrapper, record: RegistrationFacts)] {
        let weak = wrappers.compactMap { wrapper in wrapper.weakDependency.map { (wrapper: wrapper, type: $0) } }
        if weak.isEmpty { return [] }
        // What else may hold an instance: other wrappers, calls, and parameters of providers.
        let held = Set(
            (wrappers.filter { $0.weakDependency == nil }.compactMap { $0.wrapper?.dependency }
                + calls.flatMap { $0.markedTypes.map(\.type) } + imposed.neededTypes)
                .map { ObjectIdentifier(TypeRelation.unwrapped($0)) }
        )
        return weak.compactMap { wrapper, type in
            let isLost =
                imposed.isMadeEachTime(type) || !held.contains(ObjectIdentifier(type)) && imposed.isHeldWeakly(type)
            return isLost ? imposed.registration(of: type).map { (wrapper, $0) } : nil
        }
    }
}
