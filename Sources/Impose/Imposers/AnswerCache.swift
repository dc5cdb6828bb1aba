/// The answers that one imposer has given to requests without a name under the default rule.
///
/// It only ever grows; a change that might change an answer makes it forget all of them. Each answer is remembered for
/// one request and forgotten once, so forgetting costs nothing over time.
final class AnswerCache: Sendable {
    private struct State {
        /// Holds the answers that the table refers to.
        var answers: [RememberedAnswer] = []
        /// The number of times that everything was forgotten.
        var version = 0
    }

    /// The word in which readers find the table: its address, or 0.
    let home: AnswerTableReference
    private let state = LockedState(State())
    /// The layout of scopes that are opened in the imposer and have no registrations yet.
    private let layout = OnceReference<ScopeLayout>()

    /// A cache that nobody ever asks to remember anything.
    static let none = AnswerCache(isProcessPrimary: false)

    /// - Parameter isProcessPrimary: Whether it belongs to the primary imposer of the process, whose table is found
    ///   without a look at the imposer.
    init(isProcessPrimary: Bool) {
        home = isProcessPrimary ? .processPrimary : AnswerTableReference(word: .make())
    }

    deinit {
        // Nobody reads here any more, or makes anything by an answer: both come through the imposer, which is gone. This
        // looks all the same. It costs little, and would keep a mistake elsewhere from freeing what is in use.
        state.withLock { Hazard.handOver($0.answers) }
        AnswerTable.found(at: home.word[0].load(ordering: .sequentiallyConsistent))?.free()
        if home.word != .primaryAnswers { home.word.free() }
    }

    /// A number to ask for before looking at the registrations, and to hand back with the answer.
    var version: Int { state.withLock { $0.version } }

    /// Remembers an answer, unless answers were forgotten since a version.
    func remember(_ answer: RememberedAnswer, for type: any Any.Type, since version: Int) {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        let outgrown = state.withLock { state -> AnswerTable? in
            let table = AnswerTable.found(at: home.word[0].load(ordering: .relaxed))
            guard state.version == version, (table?.answer(for: key) ?? 0) == 0 else { return nil }
            state.answers.append(answer)
            if let table, 2 * state.answers.count <= table.capacity {
                table.insert(answer.word, for: key)
                return nil
            }
            // Half of its pairs are in use, as many as may be: the next power of two has room.
            let larger = AnswerTable.make(capacity: table.map { 2 * $0.capacity } ?? 16)
            table?.copy(to: larger)
            larger.insert(answer.word, for: key)
            home.word[0].store(larger.address, ordering: .sequentiallyConsistent)
            return table
        }
        guard let outgrown else { return }
        ReaderSection.waitForReaders()
        outgrown.free()
    }

    /// The root of the layouts of scopes that are opened in the imposer.
    var rootLayout: UncountedReference<ScopeLayout> {
        layout.unretained ?? UncountedReference(layout.storeIfNil(ScopeLayout()))
    }

    /// Forgets everything, also in the layouts of scopes: afterwards no reader finds any of it, and none is held here.
    ///
    /// - Parameter deferred: Receives the answers.
    func forget(into deferred: inout DeferredRelease) {
        let (table, answers) = state.withLock { state -> (AnswerTable?, [RememberedAnswer]) in
            state.version &+= 1
            let table = AnswerTable.found(at: home.word[0].load(ordering: .relaxed))
            if table != nil { home.word[0].store(0, ordering: .sequentiallyConsistent) }
            return (table, exchange(&state.answers, with: []))
        }
        if let table {
            deferred.hold(answers)
            ReaderSection.waitForReaders()
            Hazard.handOver(answers)
            table.free()
        }
        layout.unretained?.with { $0.forget(into: &deferred) }
    }
}

/// A reference to the word that holds the address of a table.
@frozen
@usableFromInline
struct AnswerTableReference: Sendable {
    @usableFromInline
    let word: AtomicWordPointer

    /// The reference for the process's primary imposer.
    static var processPrimary: AnswerTableReference {
        AnswerTableReference(word: .primaryAnswers)
    }
}

/// What a table of answers has for a type: found in a section of the calling thread that lasts until the answer has been
/// taken.
///
/// Looking it up takes one call, and knows no types. So an injection leaves little code where it is made: this call, and
/// the copy of an instance that is kept.
@frozen
@usableFromInline
struct FoundAnswer {
    /// An even word is the address of a kept instance, an odd one refers to an answer: see `Answer.word`.
    @usableFromInline
    let word: UInt
    /// The calling thread, which is in the section unless nothing was found.
    @usableFromInline
    let thread: ThreadRecord

    /// The word if nothing was found: then the thread is in no section.
    private static var nothing: UInt { 3 }

    @inline(__always)
    fileprivate init(_ type: ObjectIdentifier, in home: AnswerTableReference, by thread: ThreadRecord) {
        self.thread = thread
        ReaderSection.enter(thread)
        let table = home.word[0].load(ordering: .sequentiallyConsistent)
        func missing() -> UInt {
            ReaderSection.leave(thread)
            return Self.nothing
        }
        let key = UInt(bitPattern: type)
        word = table == 0 ? missing() : AnswerTable(address: table).answer(for: key, orElse: missing)
    }

    /// The kept instance that the primary imposer of the process gives each request for a type, or the result of
    /// `other`, which goes on with what was found instead.
    @inlinable
    @inline(__always)
    static func instance<T, Failure: Error>(
        of type: T.Type,
        orElse other: (FoundAnswer) throws(Failure) -> T
    ) throws(Failure) -> T {
        let found = foundInPrimary(ObjectIdentifier(type))
        return found.isKept ? found.takeKept(as: type) : try other(found)
    }

    /// What is found where nobody looks.
    fileprivate init(by thread: ThreadRecord) {
        word = Self.nothing
        self.thread = thread
    }

    var isNothing: Bool { word == Self.nothing }

    /// Whether it is an instance that is kept.
    @inlinable
    var isKept: Bool {
        @inline(__always) get { word & 1 == 0 }
    }

    /// Whether scopes have the answer themselves. Otherwise an instance that is not kept is made each time, and that is
    /// all there is to it.
    var isOfScopes: Bool { word & 3 == 3 && !isNothing }

    /// Takes the kept instance, and leaves the section.
    ///
    /// - Parameter type: The type that was looked up.
    @inlinable
    @inline(__always)
    func takeKept<T>(as type: T.Type) -> T {
        // Invariant: under the key of T, or of a class below it, an even word is the address of a T.
        let instance = ValueReference<T>(knownAddress: word).pointee
        ReaderSection.leave(thread)
        return instance
    }

    /// Leaves the section without taking anything.
    @usableFromInline
    func leave() {
        if !isNothing { ReaderSection.leave(thread) }
    }
}

/// Looks up the answer to a request to the primary imposer of the process, as `foundOutsideContexts` does.
///
/// Neither a method nor a static one: it takes nothing but the type, and is called as it is.
@usableFromInline
@inline(never)
func foundInPrimary(_ type: ObjectIdentifier) -> FoundAnswer {
    guard let thread = ThreadRecord.enrolled else {
        return AnswerTableReference.processPrimary.foundAfterEnrolling(type)
    }
    guard ContextCount.isZero else { return FoundAnswer(by: thread) }
    return FoundAnswer(type, in: .processPrimary, by: thread)
}

extension AnswerTableReference {
    /// Looks up the answer to a request for a type.
    @inline(never)
    func found(_ type: ObjectIdentifier) -> FoundAnswer {
        FoundAnswer(type, in: self, by: .current)
    }

    /// Looks up the answer to a request for a type; finds nothing while contexts may be in use, since a scope that is
    /// running goes first.
    @usableFromInline
    @inline(never)
    func foundOutsideContexts(_ type: ObjectIdentifier) -> FoundAnswer {
        // In the last place: then there is no call in here, for which registers would have to be saved.
        guard let thread = ThreadRecord.enrolled else { return foundAfterEnrolling(type) }
        guard ContextCount.isZero else { return FoundAnswer(by: thread) }
        return FoundAnswer(type, in: self, by: thread)
    }

    @inline(never)
    fileprivate func foundAfterEnrolling(_ type: ObjectIdentifier) -> FoundAnswer {
        _ = ThreadRecord.current
        return foundOutsideContexts(type)
    }

    /// The kept instance that every request for a type gets here, or the result of `other`, which goes on with what was
    /// found instead.
    @inlinable
    @inline(__always)
    func instance<T, Failure: Error>(
        of type: T.Type,
        orElse other: (FoundAnswer) throws(Failure) -> T
    ) throws(Failure) -> T {
        let found = foundOutsideContexts(ObjectIdentifier(type))
        return found.isKept ? found.takeKept(as: type) : try other(found)
    }

    /// The kept instance that every request for a type gets here; nil if there is none, or none is known yet.
    func kept<T>(_ type: T.Type) -> T? {
        let found = found(ObjectIdentifier(type))
        guard found.isKept else {
            found.leave()
            return nil
        }
        return found.takeKept(as: type)
    }
}
