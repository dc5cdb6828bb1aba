extension Imposer {
    /// Looks for what is wrong with the registrations of the current directory, and for stored wrappers of the whole
    /// program that find nothing there.
    ///
    /// ```swift
    /// try Imposer.validate().orThrow()                      // in a test, or at the start of the app
    /// print(Imposer.validate(building: true))
    /// ```
    ///
    /// Without building, no instance is made and no provider runs: what is known are the parameters of providers, and
    /// what they were seen to inject so far. Building makes one instance for each registration, in an isolated
    /// directory, and disposes of it: providers run, with all that they do to the outside world. Providers of the main
    /// actor are built only if this is called there. Asynchronous providers and those of other actors are not called, so
    /// nothing that needs them is built; nor is what takes arguments. A scope of each name that `.scopedInstance(in:)` or
    /// `expectGiven` says is running meanwhile; what needs what such scopes are given is not built.
    ///
    /// Stored wrappers are the properties, of structs, classes and actors, that have a wrapper of this library: declared
    /// with `@Injected`, for instance, or as `let clock = Injected<any Clock>()`. They are read from the metadata of the
    /// program and its libraries, whether or not anything was made yet. Names, rules and imposers are not found there. So
    /// whatever could answer one of them counts: under any name and rule, in any imposer that is alive, scopes and private
    /// ones included, and what scopes are expected to be given. Local variables and calls of `inject()` are not seen.
    ///
    /// - Parameters:
    ///   - building: Whether to build.
    ///   - wrappers: Whether to look at the stored wrappers of the program.
    /// - Returns: Everything that was found, each with its places and a fix.
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

    /// Looks for what is wrong with the registrations of this imposer and its parents.
    ///
    /// In a scope that was given what it is expected to be given, building builds what needs that, too:
    ///
    /// ```swift
    /// let scope = Imposer.openScope("request")
    /// scope.give(User(name: "Ada"))
    /// try scope.validate(building: true).orThrow()
    /// ```
    ///
    /// - Parameters:
    ///   - building: Whether to build, as with the static function.
    ///   - wrappers: Whether to look at the stored wrappers of the program, as the static function does unless told
    ///     otherwise. Most of them inject from elsewhere, so this one does only when told to.
    /// - Returns: Everything that was found, each with its places and a fix.
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
