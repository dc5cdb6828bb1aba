/// A rule that the core which is being written anew changes. All other rules are the same for both cores.
///
/// A model is told which of them hold. All of them are the new core's, none is today's.
enum ModelChange: CaseIterable {
    /// An inner scope ends before the outer one disposes of anything. Each disposes of its own instances in the reverse order
    /// of creation. (Before: all instances of a scope and of those inside went in the reverse order of creation.)
    case innerScopesEndFirst
    /// A scope keeps what it has made of a registration that was replaced or removed, until the scope ends. No injection
    /// finds that any more. (Before: it was released at once, in all scopes.)
    case scopesKeepWhatWasReplaced
    /// `reset()` of an imposer leaves open scopes alone. (Before: they let go of what they kept of its registrations.)
    case resetLeavesScopesAlone
    /// A provider's parameter of its registration's own type and name comes from the next imposer outward. (Before: it was
    /// `circular`.)
    case ownTypeComesFromOutside
    /// What is said to a registration outside of an isolated directory that began with it is not felt inside, nor the other
    /// way round. (Before: hooks and preferences were those of all copies.)
    case copiesChangeAlone
    /// Code that runs in a scope of a private imposer goes on in the directory that it ran in before. (Before: in the one that
    /// the scope was opened in.)
    case privateScopesAreInNoDirectory
    /// What nobody refers to any more ends: a scope, a private imposer, an isolated directory. A wrapper, a handle or a context
    /// refers to its scope and its directory, unless an imposer or a scope is going to keep what holds it. A scope of a
    /// private imposer refers to that, and to no directory. (Before: more referred to directories, and this is not tried.)
    case whatNobodyHoldsEnds
    /// Arguments that fit no parameter are an error before it is asked who would keep the instance. (Before: where nobody
    /// could, it was `noScope` or `disposed`. The docs say neither.)
    case argumentsAreLookedAtFirst
}
