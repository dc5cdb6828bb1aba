// What the free functions call: the look at what the primary imposer answers, which knows no types, and the way on from
// there.

/// The answer of the primary imposer for a type, or nothing.
///
/// If an answer was found, a section was begun, which the caller has to end. If none was found, no section was begun.
@frozen
@usableFromInline
struct FoundAnswer {
    /// See `SearchResult`; 0 for nothing.
    @usableFromInline
    let word: UInt
    @usableFromInline
    let thread: ThreadRecord
    /// The address of the binding of the calling code's context, or 0. It stays until the call ends that has found
    /// this.
    @usableFromInline
    let binding: UInt

    @inline(__always)
    fileprivate init(_ word: UInt, _ thread: ThreadRecord, _ binding: ValueReference<Context.Binding>? = nil) {
        (self.word, self.thread, self.binding) = (word, thread, binding?.word ?? 0)
    }

    /// Whether it is an instance that is kept.
    @inlinable
    var isInstance: Bool {
        @inline(__always) get { word & 1 == 0 && word != 0 }
    }

    /// Ends the section, if something was found.
    @usableFromInline
    func leave() { if word != 0 { ReadSection.end(thread) } }

    /// Takes the instance, and ends the section.
    @inlinable
    @inline(__always)
    func take<T>(as type: T.Type) -> T {
        let instance = keptInstance(at: word, as: type)
        ReadSection.end(thread)
        return instance
    }
}

/// Looks up what the primary imposer answers. Finds nothing if the thread is in a section already, or if a running
/// scope may have something itself: the scope goes first.
@usableFromInline
@inline(never)
func foundInPrimary(_ type: ObjectIdentifier) -> FoundAnswer {
    // A tail call, so that no registers have to be saved here.
    guard let thread = ThreadRecord.currentIfEnrolled else { return nothingFound() }
    if !Context.isUnused { return foundInContext(type, thread) }
    guard ReadSection.begin(thread, in: ReadSection.process) else { return FoundAnswer(0, thread) }
    // Sequentially consistent: see `ReadSection`.
    let table = AtomicWordPointer.answersOfProcess[0].load(ordering: .sequentiallyConsistent)
    if table != 0 {
        let word = AnswerTable.answer(for: UInt(bitPattern: type), at: table)
        if word != 0 { return FoundAnswer(word, thread) }
    }
    ReadSection.end(thread)
    return FoundAnswer(0, thread)
}

/// The same where contexts are in use. Only an instance is returned: to use a registration, the scope has to be known.
@inline(never)
private func foundInContext(_ type: ObjectIdentifier, _ thread: ThreadRecord) -> FoundAnswer {
    let binding = Context.bound
    let context = binding?.pointee.context ?? Context()
    let root = context.root ?? Directory.uncountedProcessPrimary
    guard context.hasNothing(below: root) else { return FoundAnswer(0, thread, binding) }
    let directory = context.sectionDirectoryID(asking: root.with { $0.directoryID })
    guard ReadSection.begin(thread, in: directory) else { return FoundAnswer(0, thread, binding) }
    // Sequentially consistent: see `ReadSection`.
    let table = root.with { $0.answers[0].load(ordering: .sequentiallyConsistent) }
    let word = table == 0 ? 0 : AnswerTable.answer(for: UInt(bitPattern: type), at: table)
    let found = FoundAnswer(word, thread)
    if found.isInstance { return found }
    ReadSection.end(thread)
    return FoundAnswer(0, thread, binding)
}

@inline(never)
private func nothingFound() -> FoundAnswer { FoundAnswer(0, .current, Context.bound) }

/// Injects what is not kept, or stops the program with the error's text.
@usableFromInline
@inline(never)
func injectedOrTrap<T>(_ found: FoundAnswer, _ type: T.Type, _ fileID: StaticString, _ line: UInt) -> T {
    orTrap(try injected(found, type, fileID, line))
}

/// Injects what is not kept, from the scope or the directory that code runs in.
///
/// Inlined into `injectedOrTrap`: a call would pass this many parameters on the stack.
@usableFromInline
@inline(__always)
func injected<T>(_ found: FoundAnswer, _ type: T.Type, _ fileID: StaticString, _ line: UInt) throws(ImposeError) -> T {
    let (request, thread) = (BorrowedRequest(type, at: Location(fileID, line)), found.thread)
    if found.word != 0 {
        defer { Injection.end(on: thread) }
        let result = SearchResult(found.word, in: Directory.uncountedProcessPrimary)
        return try Resolver(current: Context()).instance(from: result, for: request, as: type, on: thread)
    }
    let context = ValueReference<Context.Binding>(word: found.binding)?.pointee.context ?? Context()
    let asked = context.root?.with { $0.directoryID } ?? ReadSection.process
    let previous = ReadSection.beginOrGoOn(thread, in: context.sectionDirectoryID(asking: asked))
    defer { Injection.end(on: thread, to: previous) }
    let resolver = Resolver(current: context)
    return try resolver.instance(from: resolver.find(request), for: request, as: type, on: thread)
}
