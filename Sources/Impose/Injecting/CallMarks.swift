// The marks that calls of the free functions leave in a program that is built for debugging, for inspecting to find.
//
// In debug builds each of those functions is transparent, that is inlined where it is called. So the compiler writes
// the name of the mark, with the requested type, into the calling code. The argument of a mark is `T.Type` and not `T`:
// for a mark of a plain type, the compiler may emit the finished metadata, and no name.

#if DEBUG
    /// The mark of a call without a name that fails if nothing answers.
    @usableFromInline
    package enum NeedingCall<Asked> {}

    /// The mark of a call with a name that fails if nothing answers.
    @usableFromInline
    package enum NeedingNamedCall<Asked> {}

    /// The mark of a call without a name that handles the failure, or takes it for a nil.
    @usableFromInline
    package enum TryingCall<Asked> {}

    /// The mark of a call with a name that handles the failure, or takes it for a nil.
    @usableFromInline
    package enum TryingNamedCall<Asked> {}

    /// The mark of a call for everything that matches.
    @usableFromInline
    package enum GatheringCall<Asked> {}

    /// Whether calls use their marks: never. But other modules can't know.
    @usableFromInline
    @inline(never)
    func usesMarks() -> Bool { false }

    /// Uses a mark, so that it is not left out.
    @usableFromInline
    @inline(never)
    func use(_ mark: any Any.Type) {}
#endif

/// Leaves the mark of a call that fails if nothing answers: one of the two where the compiler sees whether there is a
/// name, or else both. `injectAsync` leaves it, too: it has no form that does not throw, so the `try` does not say that
/// the caller can do without.
@_alwaysEmitIntoClient
@_transparent
func markNeed<T>(of type: T.Type, named name: InjectionName?) {
    #if DEBUG
        if usesMarks() {
            if case nil = name { use(NeedingCall<T.Type>.self) } else { use(NeedingNamedCall<T.Type>.self) }
        }
    #endif
}

/// Leaves the mark of a call that handles the failure, or takes it for a nil, as `markNeed` does.
@_alwaysEmitIntoClient
@_transparent
func markTrial<T>(of type: T.Type, named name: InjectionName?) {
    #if DEBUG
        if usesMarks() {
            if case nil = name { use(TryingCall<T.Type>.self) } else { use(TryingNamedCall<T.Type>.self) }
        }
    #endif
}

/// Leaves the mark of a call for everything that matches.
@_alwaysEmitIntoClient
@_transparent
func markGathering<T>(of type: T.Type) {
    #if DEBUG
        if usesMarks() { use(GatheringCall<T.Type>.self) }
    #endif
}
