// What the free functions call: the look at what the primary imposer answers, which knows no types, and the way on from
// there.

/// The answer of the primary imposer for a type, or nothing. With an answer, a section has been begun, which the caller
/// has to leave. With nothing, no section has been begun. Where contexts are in use, only an instance counts as an
/// answer.
@frozen
@usableFromInline
struct FoundAnswer {
    /// See `Answer`; 0 for nothing.
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

    /// Leaves the section, if something was found.
    @usableFromInline
    func leave() { if word != 0 { ReadSection.leave(thread) } }

    /// Takes the instance, and leaves the section.
    @inlinable
    @inline(__always)
    func take<T>(as type: T.Type) -> T {
        let instance = keptInstance(at: word, as: type)
        ReadSection.leave(thread)
        return instance
    }
}

/// Finds what the primary imposer answers, by a thread that is in no section; nothing where a scope is running that may
/// have something itself, since that goes first.
@usableFromInline
@inline(never)
func foundInPrimary(_ type: ObjectIdentifier) -> FoundAnswer {
    // A tail call, so that no registers have to be saved here.
    guard let thread = ThreadRecord.enrolled else { return nothingFound() }
    if !Context.isUnused { return foundInContext(type, thread) }
    guard ReadSection.begin(thread, in: ReadSection.process) else { return FoundAnswer(0, thread) }
    // Sequentially consistent: see `ReadSection`.
    let table = AtomicWordPointer.answersOfProcess[0].load(ordering: .sequentiallyConsistent)
    if table != 0 {
        let word = AnswerTable.answer(for: UInt(bitPattern: type), at: table)
        if word != 0 { return FoundAnswer(word, thread) }
    }
    ReadSection.leave(thread)
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
    ReadSection.leave(thread)
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
        let answer = Answer(found.word).searchResult(in: Directory.uncountedProcessPrimary)
        return try Resolver(current: Context()).instance(answer, request, as: type, on: thread)
    }
    let context = ValueReference<Context.Binding>(word: found.binding)?.pointee.context ?? Context()
    let asked = context.root?.with { $0.directoryID } ?? ReadSection.process
    let place = ReadSection.enter(thread, in: context.sectionDirectoryID(asking: asked))
    defer { Injection.end(on: thread, to: place) }
    let resolver = Resolver(current: context)
    return try resolver.instance(resolver.find(request), request, as: type, on: thread)
}
