extension Imposer {
    /// Looks for what is wrong with the registrations of the current directory.
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
    /// - Parameter building: Whether to build.
    /// - Returns: Everything that was found, each with its places and a fix.
    /// - Complexity: O(n) in the number of registrations, if dependencies are imposed for exactly their types.
    public static func validate(building: Bool = false) -> Validation {
        guard building else { return Validation(Validator(Directory.current.survey).findings) }
        return Context.run(in: .isolated(remembersAnswers: false)) {
            let copies = Directory.current.imposers
            return validate(copies, survey: { Directory.current.survey })
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
    /// - Parameter building: Whether to build, as with the static function.
    /// - Returns: Everything that was found, each with its places and a fix.
    public func validate(building: Bool = false) -> Validation {
        if let handledSearch { return handledSearch.validate(building: building) }
        guard building else { return Validation(Validator(survey).findings) }
        let original = self
        return Context.run(in: homeDirectory.map { Context($0, scope: nil) } ?? Context.current) {
            Context.run(in: .isolated(remembersAnswers: false)) {
                let copy = original.copy(in: Directory.current)
                return Imposer.validate(Array(copy.lineage), in: copy.nearestScope, survey: { copy.survey })
            }
        }
    }

    private static func validate(_ copies: [Imposer], in scope: Imposer? = nil, survey: () -> DependencySurvey)
        -> Validation
    {
        var building = TrialBuild()
        building.build(copies, in: scope)
        // After building, since the survey knows then what was asked for.
        let survey = survey()
        return Validation(building.adding(to: Validator(survey, after: building).findings, survey))
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
