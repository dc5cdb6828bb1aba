// `validate`.

public import Impose

extension Imposer {
    /// Looks for mistakes in the registrations of the current directory, and for stored wrappers and calls of the whole
    /// program that find nothing there.
    ///
    /// ```swift
    /// try Imposer.validate().orThrow()                      // in a test, or at the start of the app
    /// print(Imposer.validate(building: true))
    /// ```
    ///
    /// Without building, no instance is made and no provider runs: only the parameters of providers are known, and the
    /// requests that they were seen to make so far. Building makes one instance for each registration, in an isolated
    /// directory, and disposes of it: providers run, with all that they do to the outside world. Providers of the main
    /// actor are called only if this is called there. Asynchronous providers and providers of other actors are not
    /// called, so nothing that needs them is built; nor are instances that take arguments. A scope of each name that
    /// `.scopedInstance(in:)` or `Imposer.expectGiven(_:in:)` mentions
    /// is running meanwhile; instances that need a value that such scopes are given are not built.
    ///
    /// Stored wrappers are the properties, of structs, classes and actors, that have a wrapper of this library:
    /// declared with `@Injected`, for instance, or as `let clock = Injected<any Clock>()`. They are read from the
    /// metadata of the program and its libraries, whether or not anything was made yet. Names, rules and imposers are
    /// not found there. So everything counts that could answer one of them: under any name and rule, in any imposer
    /// that is alive, scopes and private ones included, and values that scopes are expected to be given. Local
    /// variables are not seen.
    ///
    /// Calls are those of `inject()` and of the other free functions that get one instance, in default arguments and
    /// wherever else code is. They are told in programs that are built for debugging, and judged as wrappers are. Calls
    /// for a type parameter are not seen, nor those of an imposer's methods.
    ///
    /// Modules are the types of the program that conform to `ModuleInjector`. Those that have not provided are named where
    /// something is missing, whatever is looked at; with the wrappers, each is a finding of its own, too.
    ///
    /// - Parameters:
    ///   - building: Whether to build.
    ///   - wrappers: Whether to look at the stored wrappers of the program, at its calls and at its modules.
    ///   - roots: Types that something asks for in a way that can't be seen: each has to be imposed without a name.
    /// - Returns: Everything that was found, each with its places and a fix.
    /// - Complexity: O(n) in the number of registrations, if dependencies are imposed for exactly their types; with the
    ///   wrappers, also in the number of stored properties in the process, and in the length of its names of types.
    public static func validate(
        building: Bool = false,
        wrappers: Bool = true,
        roots: [any Any.Type] = []
    ) -> Validation {
        // Before building, which goes on elsewhere.
        let directory = Seam.currentDirectory
        let imposers = Seam.imposers(of: directory)
        let program = ProgramFindings(of: directory, imposers, wrappers, roots)
        guard building else { return program.validation(of: imposers, imposers[0]) }
        return Seam.inCopy(ofDirectoryOf: directory) { copy, _ in
            program.validation(of: Seam.imposers(of: copy), copy, building: true)
        }
    }

    /// Looks for mistakes in the registrations of this imposer and its parents.
    ///
    /// In a scope that was given the expected values, building includes registrations that need them:
    ///
    /// ```swift
    /// let scope = Imposer.openScope("request")
    /// scope.give(User(name: "Ada"))
    /// try scope.validate(building: true).orThrow()
    /// ```
    ///
    /// The stored wrappers and calls of the program are not looked at by default, since most of them inject from elsewhere.
    /// Everything else is as in ``Imposer/validate(building:wrappers:roots:)-swift.type.method``.
    public func validate(building: Bool = false, wrappers: Bool = false, roots: [any Any.Type] = []) -> Validation {
        let asked = node
        let directory = Seam.directory(of: asked) ?? Seam.currentDirectory
        let program = ProgramFindings(of: directory, asked.lineage, wrappers, roots)
        guard building else { return program.validation(of: asked.lineage, asked) }
        return Seam.inCopy(ofDirectoryOf: asked) { primary, copy in
            let node = copy?.node ?? Seam.imposer(asked.type ?? .primary, of: primary)
            return withExtendedLifetime(copy) {
                program.validation(of: node.lineage, node, building: true)
            }
        }
    }
}

/// What validating finds besides the registrations' own mistakes: in the program, about roots, and in the imposers
/// themselves, where copies are looked at.
private struct ProgramFindings {
    private let directory: DirectoryMember
    private let roots: [any Any.Type]
    private let needs: ProgramNeeds?
    private let unmet: [Imposer.Validation.Finding]
    private let modules: UnprovidedModules
    private let counts: [Int: Int]

    init(of directory: DirectoryMember, _ imposers: [NodeFacts], _ isWanted: Bool, _ roots: [any Any.Type]) {
        (self.directory, self.roots) = (directory, roots)
        let modules = UnprovidedModules(in: directory)
        var needs = isWanted ? ProgramNeeds(in: directory, modules) : nil
        unmet = needs?.findings ?? []
        (self.needs, self.modules) = (needs, modules)
        let kept = Set(imposers.flatMap(\.livingSubtree)).flatMap(\.keptForArguments)
        counts = Dictionary(kept.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// - Parameters:
    ///   - imposers: The imposers whose registrations are looked at: copies, if their instances are to be built.
    ///   - asked: The imposer that roots are asked of.
    func validation(of imposers: [NodeFacts], _ asked: NodeFacts, building isBuilding: Bool = false)
        -> Imposer.Validation
    {
        // Before the survey, which then knows what was asked for.
        let building = isBuilding ? TrialBuild(of: imposers, in: asked.nearestScope) : nil
        var survey = DependencySurvey(imposers)
        let own = survey.findings(building, modules, keptForArguments: counts)
        let found = building?.adding(to: own, &survey) ?? own
        var all = found + findingsOnRoots(&survey, asked) + unmet
        let isMissing = all.contains { $0.kind == .missing && $0.severity == .error }
        guard let needs else { return Imposer.Validation(all) }
        if needs.areKnown {
            let unused = UnusedRegistrations(survey, askedBy: needs, and: roots).problems
            all += unused.map { $0.finding(survey.names) }
        }
        return Imposer.Validation(all + modules.findings(isMissing: isMissing))
    }

    /// The findings for roots that nothing answers.
    ///
    /// - Parameters:
    ///   - survey: The registrations. Others that the roots lead to are added.
    ///   - asked: The imposer that is asked.
    private func findingsOnRoots(_ survey: inout DependencySurvey, _ asked: NodeFacts)
        -> [Imposer.Validation.Finding]
    {
        if roots.isEmpty { return [] }
        var elsewhere = ImposedAnywhere(in: directory)
        var findings: [Imposer.Validation.Finding] = []
        for type in roots {
            let answer = survey.answer(to: Query(type), from: Origin(imposer: asked, scope: nil))
            switch answer.fate {
            case .chosen, .absent, .argument: continue
            case .ambiguous(let candidates):
                let names = TypeNames([type] + candidates.map(\.registration.type))
                findings.append(ProgramProblem.ambiguousRoot(type, candidates).finding(names))
            case .missing:
                if !answer.expectationIndexes.isEmpty || elsewhere.answers(type, named: false) { continue }
                let need = MissingNeed(type, asked, by: .program(isNamed: false), in: "", modules)
                findings.append(ProgramProblem.unansweredRoot(need).finding(TypeNames(need.types)))
            }
        }
        survey.addAllEdges()
        return findings
    }
}
