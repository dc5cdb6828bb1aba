/// A rule that a model can be made to get wrong, to see whether the comparison notices.
enum ModelRule: CaseIterable, Sendable {
    // Scopes.

    /// A nested scope shares the instances that its outermost scope keeps.
    case nestedScopesShare
    /// A singleton's dependencies come from the scope that asks.
    case singletonsCapture
    /// A scope keeps its own singleton.
    case singletonsAreScoped
    /// The scope that is running is searched only if it is a scope of the imposer that is asked.
    case strangeScopesAreIgnored
    /// The scope that is running goes before the scope that is asked, or that encloses the imposer that is asked.
    case runningScopeBeatsOwn
    /// The sharing of a `.graphInstance` does not depend on the scope.
    case graphsCrossScopes
    /// Something stored for a scoped registration is seen in all scopes.
    case storesAreShared

    // Named scopes.

    /// The named scope is the outermost.
    case outermostScopeKeeps
    /// The scope that asks keeps the instances that a named one has to keep.
    case namesAreIgnored
    /// If there is no scope of that name, the instance is kept as if none were named.
    case noScopeIsNeeded
    /// The inner scope's parameters count.
    case innerParametersCount
    /// Instances of registrations inside the named scope are kept by that scope.
    case innerOnesOutlive

    // The search.

    /// The largest distance wins by the default rule.
    case furthestWins
    /// A tie is settled by the order of registration.
    case laterWinsTies
    /// `.preferred()` wins against a better distance.
    case preferenceBeatsDistance
    /// The nearest answer of all imposers wins, not the answer of the first one that has any.
    case distanceBeatsImposer
    /// Parents are searched before their children.
    case parentsFirst
    /// The other imposers of the directory are not searched.
    case noFallback
    /// Parameters are searched from the imposer that was asked.
    case parametersFromAsked
    /// A request for an optional gets nil, no matter what fails.
    case optionalHidesErrors
    /// A provider's parameter of its registration's own type and name is a cycle, whatever is outside.
    case ownTypeIsCircular
    /// Arguments that fit no parameter are an error only where somebody could keep the instance.
    case argumentsAreLookedAtLast
    /// `onConflict: .keep` replaces.
    case keepReplaces

    // Instances.

    /// An instance is kept no matter what its arguments are.
    case argumentsAreIgnored
    /// A `.graphInstance` is made for each instance that needs it.
    case graphsShareNothing
    /// A `.weakInstance` is kept while nobody holds it.
    case weakIsKept
    /// An alias makes another instance.
    case aliasesMakeAnother
    /// An alias and its original both count in `injectAll`.
    case aliasesCountTwice
    /// A parent's registrations count in `injectAll` beside the child's of the same type.
    case nothingIsHidden
    /// Hooks that are added later do not apply to the next instances.
    case decorationsAreIgnored
    /// A wrapper injects in the context that it is read in.
    case wrappersTravel
    /// A wrapper that does not cache injects in the context that it was created in.
    case nothingFollows
    /// A handle injects in no scope.
    case handlesForgetScopes
    /// What is said to a registration outside of an isolated directory that began with it is felt inside.
    case copiesChangeTogether
    /// Code that runs in a scope of a private imposer goes on in the directory that the scope was opened in.
    case privateScopesRemember
    /// An isolated directory begins with the instances.
    case isolationShares

    // Ends.

    /// `reset()` of an imposer reaches the instances that open scopes keep of its registrations.
    case resetReachesScopes
    /// All instances of a scope and of those inside go in the reverse order of creation.
    case allOfAScopeGoInOneOrder
    /// A scope lets go of what it has made of a registration that is replaced or removed.
    case replacingReachesScopes
    /// What nobody refers to any more stays open.
    case unheldStaysOpen
    /// `reset()` of a scope spares the instances that it keeps of others' registrations.
    case resetSparesInherited
    /// The instance that was made first is disposed of first.
    case oldestGoFirst
    /// A stored value is disposed of as if it had been made.
    case storedIsDisposedOf
    /// An imposer that was disposed of still answers.
    case disposedAnswers
    /// Disposing of a scope leaves the scopes inside open.
    case disposalSparesNested
    /// `withScope` leaves its scope open.
    case bodiesLeaveScopesOpen
    /// Disposed scopes let hidden keys through.
    case hiddenKeysShow
    /// What is imposed on a disposed scope hides nothing.
    case lateKeysHideNothing
    /// A disposed scope's scoped instance comes from outside.
    case endedScopesTakeFromOutside
    /// A wrapper lets the scope and the directory end that it was created in.
    case wrappersKeepNothingOpen
    /// A wrapper keeps its scope open even if that, or another one, keeps what has the wrapper.
    case keptWrappersKeepScopesOpen
    /// A disposed scope answers nothing, not even requests for instances outside.
    case endedScopesAnswerNothing
}
