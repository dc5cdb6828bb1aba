// The marks that calls of the free functions leave in a program that is built for debugging, for inspecting to find.
//
// Each of those functions is inlined where it is called. So the compiler writes the name of the mark, with the type that is
// asked for, into the code that calls. A mark is made of `T.Type`, since of types as such the compiler may make the mark's
// metadata itself, without a name.

#if DEBUG
    /// The mark of a call that fails if nothing answers.
    @usableFromInline
    package enum NeedingCall<Asked> {}

    /// The mark of a call that handles the failure, or takes it for a nil.
    @usableFromInline
    package enum TryingCall<Asked> {}

    /// Whether calls use their marks: never. But other modules can't know.
    @usableFromInline
    @inline(never)
    func usesMarks() -> Bool { false }

    /// Uses a mark, so that it is not left out.
    @usableFromInline
    @inline(never)
    func use(_ mark: any Any.Type) {}
#endif

/// Leaves the mark of a call that fails if nothing answers.
@_alwaysEmitIntoClient
@_transparent
func markNeed<T>(of type: T.Type) {
    #if DEBUG
        if usesMarks() { use(NeedingCall<T.Type>.self) }
    #endif
}

/// Leaves the mark of a call that handles the failure, or takes it for a nil.
@_alwaysEmitIntoClient
@_transparent
func markTrial<T>(of type: T.Type) {
    #if DEBUG
        if usesMarks() { use(TryingCall<T.Type>.self) }
    #endif
}
