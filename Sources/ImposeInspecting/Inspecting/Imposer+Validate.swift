public import ImposeCore

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
    /// ``InjectOption/scopedInstance(in:)`` or ``Imposer/expectGiven(_:named:in:fileID:line:)-swift.method`` mentions
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
    /// - Parameters:
    ///   - building: Whether to build.
    ///   - wrappers: Whether to look at the stored wrappers of the program, and at its calls.
    /// - Returns: Everything that was found, each with its places and a fix.
    /// - Complexity: O(n) in the number of registrations, if dependencies are imposed for exactly their types; with the
    ///   wrappers, also in the number of stored properties in the process, and in the length of its names of types.
    public static func validate(building: Bool = false, wrappers: Bool = true) -> Validation {
        // Before building, which goes on elsewhere.
        let directory = Seam.currentDirectory
        let unmet = wrappers ? directory.wrapperFindings : []
        guard building else { return Validation(Validator(directory.survey).findings + unmet) }
        return Seam.inCopy(of: directory) { copy in
            validate(Seam.imposers(of: copy), survey: { copy.survey }, and: unmet)
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
    /// Everything else is as in ``Imposer/validate(building:wrappers:)-swift.type.method``.
    public func validate(building: Bool = false, wrappers: Bool = false) -> Validation {
        if let searched = Seam.searched(by: self) { return searched.validate(building: building, wrappers: wrappers) }
        let directory = Seam.directory(of: self) ?? Seam.currentDirectory
        let unmet = wrappers ? directory.wrapperFindings : []
        guard building else { return Validation(Validator(survey).findings + unmet) }
        return Seam.inCopy(of: directory) { directory in
            let copy = Seam.copy(self, in: directory)
            let (lineage, scope) = (Seam.lineage(of: copy), Seam.nearestScope(of: copy))
            return Imposer.validate(lineage, in: scope, survey: { copy.survey }, and: unmet)
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
        // After building, since the survey then knows what was asked for.
        let survey = survey()
        return Validation(building.adding(to: Validator(survey, after: building).findings, survey) + others)
    }
}

extension Directory {
    /// The findings about stored wrappers and calls of the program, if they inject from here.
    fileprivate var wrapperFindings: [Imposer.Validation.Finding] {
        var needs = WrapperNeeds(in: self)
        return needs.findings
    }
}
