extension Imposer {
    /// Looks for mistakes in the registrations of the current directory, and for stored wrappers anywhere in the
    /// program that nothing there answers.
    ///
    /// ```swift
    /// try Imposer.validate().orThrow()                      // in a test, or at the start of the app
    /// print(Imposer.validate(building: true))
    /// ```
    ///
    /// Without building, no instance is made and no provider runs. The known dependencies are then the parameters of
    /// providers, and the injections that providers were seen to make so far.
    ///
    /// Building makes one instance for each registration, in an isolated directory, and disposes of it: providers run,
    /// with all their side effects. Main-actor providers are built only if this is called on the main actor.
    /// Asynchronous providers and providers of other actors are not called, so nothing that needs them is built; nor
    /// are registrations that take arguments. Meanwhile one scope is running of each name that
    /// ``InjectOption/scopedInstance(in:)`` or ``Imposer/expectGiven(_:named:in:fileID:line:)-swift.method`` mentions;
    /// registrations that need values expected there are not built.
    ///
    /// Stored wrappers are properties of structs, classes and actors that have a wrapper of this library: declared with
    /// `@Injected`, for instance, or as `let clock = Injected<any Clock>()`. They are read from the metadata of the
    /// program and its libraries, whether or not an instance exists. The metadata has no names, rules and imposers. So
    /// anything that could answer counts: under any name and rule, in any imposer that is alive, scopes and private
    /// ones included, and values that scopes are expected to be given. Local variables and calls of `inject()` are not
    /// seen.
    ///
    /// - Parameters:
    ///   - building: Whether to build.
    ///   - wrappers: Whether to look at the stored wrappers of the program.
    /// - Returns: All findings, each with its locations and a fix.
    /// - Complexity: O(n) in the number of registrations, if dependencies are imposed for exactly their types; with the
    ///   wrappers, also in the number of stored properties in the process.
    public static func validate(building: Bool = false, wrappers: Bool = true) -> Validation {
        // Before building, which goes on elsewhere.
        let unmet = wrappers ? Directory.current.wrapperFindings : []
        guard building else { return Validation(Validator(Directory.current.survey).findings + unmet) }
        return Context.run(in: .isolated(remembersAnswers: false)) {
            let copies = Directory.current.imposers
            return validate(copies, survey: { Directory.current.survey }, and: unmet)
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
    /// The stored wrappers of the program are not looked at by default, since most of them inject from elsewhere.
    /// Everything else is as in ``Imposer/validate(building:wrappers:)-swift.type.method``.
    public func validate(building: Bool = false, wrappers: Bool = false) -> Validation {
        if let handledSearch { return handledSearch.validate(building: building, wrappers: wrappers) }
        let unmet = wrappers ? (homeDirectory ?? .current).wrapperFindings : []
        guard building else { return Validation(Validator(survey).findings + unmet) }
        let original = self
        return Context.run(in: homeDirectory.map { Context($0, scope: nil) } ?? Context.current) {
            Context.run(in: .isolated(remembersAnswers: false)) {
                let copy = original.copy(in: Directory.current)
                return Imposer.validate(Array(copy.lineage), in: copy.nearestScope, survey: { copy.survey }, and: unmet)
            }
        }
    }

    private static func validate(
        _ copies: [Imposer],
        in scope: Imposer? = nil,
        survey: () -> DependencySurvey,
        and others: [Validation.Finding]
    ) -> Validation {
        var building = TrialBuild()
        building.build(copies, in: scope)
        // After building, since the survey knows then what was asked for.
        let survey = survey()
        return Validation(building.adding(to: Validator(survey, after: building).findings, survey) + others)
    }

    /// An imposer with the same registrations and parents, and without instances.
    private func copy(in directory: Directory) -> Imposer {
        if let type { return directory.imposer(for: type) }
        let parent = parent?.copy(in: directory)
        guard let parent, let scopeState else { return Imposer(copying: self, in: parent) }
        // A scope again, since what is kept by scopes of its name is kept there.
        let state = ScopeState(named: scopeState.title, in: directory, at: scopeState.location)
        let copy = Imposer(scope: state, in: parent)
        copy.node.copyRegistrations(of: node)
        return copy
    }
}

extension Directory {
    /// What is wrong with the stored wrappers of the program, for those who inject from here.
    fileprivate var wrapperFindings: [Imposer.Validation.Finding] {
        var needs = WrapperNeeds(in: self)
        return needs.findings
    }
}
