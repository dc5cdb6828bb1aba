/// A rule that a model can be made to get wrong, to see whether the comparison notices.
enum ModelRule: CaseIterable, Sendable {
    // Scopes.

    /// A nested scope shares what its outermost scope keeps.
    case nestedScopesShare
    /// What a singleton is built from comes from the scope that asks.
    case singletonsCapture
    /// A scope keeps a singleton of its own.
    case singletonsAreScoped
    /// The scope that is running is searched only if it is one of what is asked.
    case strangeScopesAreIgnored
    /// The scope that is running goes before the one that is asked, or that what is asked is in.
    case runningScopeBeatsOwn
    /// What a `.graphInstance` is shared by does not depend on the scope.
    case graphsCrossScopes
    /// Something stored for a scoped registration is seen in all scopes.
    case storesAreShared

    // Named scopes.

    /// The named scope is the outermost.
    case outermostScopeKeeps
    /// The scope that asks keeps what a named one is to keep.
    case namesAreIgnored
    /// Where there is none of that name, it is kept as what has no name is.
    case noScopeIsNeeded
    /// The inner scope's parameters count.
    case innerParametersCount
    /// What was imposed inside the named scope is kept by that one.
    case innerOnesOutlive

    // The search.

    /// The largest distance wins by the default rule.
    case furthestWins
    /// A tie is settled by the order of registration.
    case laterWinsTies
    /// `.preferred()` wins against a better distance.
    case preferenceBeatsDistance
    /// The nearest answer of all imposers wins, not that of the first one that has any.
    case distanceBeatsImposer
    /// Parents are searched before their children.
    case parentsFirst
    /// The other imposers of the directory are not searched.
    case noFallback
    /// Parameters are searched from the imposer that was asked.
    case parametersFromAsked
    /// Whatever fails, a request for an optional gets nil.
    case optionalHidesErrors
    /// `onConflict: .keep` replaces.
    case keepReplaces

    // Instances.

    /// An instance is kept whatever its arguments.
    case argumentsAreIgnored
    /// A `.graphInstance` is made for each who needs it.
    case graphsShareNothing
    /// A `.weakInstance` is kept while nobody holds it.
    case weakIsKept
    /// An alias makes an instance of its own.
    case aliasesMakeAnother
    /// An alias and its original both count in `injectAll`.
    case aliasesCountTwice
    /// A parent's registrations count in `injectAll` beside those of the same type in the child.
    case nothingIsHidden
    /// What is said later does not count for the next instances.
    case decorationsAreIgnored
    /// A wrapper injects in the context that it is read in.
    case wrappersTravel
    /// What does not cache injects in the context that it was created in.
    case nothingFollows
    /// A handle injects in no scope.
    case handlesForgetScopes
    /// An isolated directory begins with the instances.
    case isolationShares

    // Ends.

    /// `reset()` does not reach what open scopes keep.
    case resetSparesScopes
    /// `reset()` of a scope spares what it keeps of others' registrations.
    case resetSparesInherited
    /// What was made first is disposed of first.
    case oldestGoFirst
    /// What was stored is disposed of as if it had been made.
    case storedIsDisposedOf
    /// What was disposed of still answers.
    case disposedAnswers
    /// Disposing of a scope leaves those inside open.
    case disposalSparesNested
    /// `withScope` leaves its scope open.
    case bodiesLeaveScopesOpen
    /// Disposed scopes let hidden keys through.
    case hiddenKeysShow
    /// A disposed scope's scoped instance comes from outside.
    case endedScopesTakeFromOutside
    /// A disposed scope answers nothing, also what lives outside.
    case endedScopesAnswerNothing
}
