/// The answers that one imposer has given to requests without a name under the default rule.
///
/// It only ever grows; a change that might change an answer makes it forget all of them. Each answer is remembered for
/// one request and forgotten once, so forgetting costs nothing over time.
final class AnswerCache: Sendable {
    private struct State {
        /// Holds the answers that the table refers to.
        var answers: [Answer] = []
        /// The number of times that everything was forgotten.
        var version = 0
    }

    /// The word in which readers find the table: its address, or 0.
    let home: AnswerTableReference
    private let state = LockedState(State())
    /// The shape of scopes that are opened in the imposer and have no registrations yet.
    private let shape = OnceReference<ScopeShape>()

    /// A cache that nobody ever asks to remember anything.
    static let none = AnswerCache(isProcessPrimary: false)

    /// - Parameter isProcessPrimary: Whether it belongs to the primary imposer of the process, whose table is found
    ///   without a look at the imposer.
    init(isProcessPrimary: Bool) {
        home = isProcessPrimary ? .processPrimary : .make()
    }

    deinit {
        // Nobody reads here any more, or makes anything by an answer: both come through the imposer, which is gone. This
        // looks all the same. It costs little, and would keep a mistake elsewhere from freeing what is in use.
        state.withLock { Hazard.handOver($0.answers) }
        AnswerTable.found(at: home.word[0].load(ordering: .sequentiallyConsistent))?.free()
        home.free()
    }

    /// A number to ask for before looking at the registrations, and to hand back with the answer.
    var version: Int { state.withLock { $0.version } }

    /// Remembers an answer, unless answers were forgotten since a version.
    func remember(_ answer: Answer, for type: any Any.Type, since version: Int) {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        let outgrown = state.withLock { state -> AnswerTable? in
            let table = AnswerTable.found(at: home.word[0].load(ordering: .relaxed))
            guard state.version == version, (table?.answer(for: key) ?? 0) == 0 else { return nil }
            state.answers.append(answer)
            if let table, 2 * state.answers.count <= table.capacity {
                table.insert(answer.word, for: key)
                return nil
            }
            let larger = AnswerTable.make(capacity: max(16, (2 * state.answers.count).nextPowerOfTwo))
            table?.copy(to: larger)
            larger.insert(answer.word, for: key)
            home.word[0].store(larger.address, ordering: .sequentiallyConsistent)
            return table
        }
        guard let outgrown else { return }
        ReaderSection.waitForReaders()
        outgrown.free()
    }

    /// The root of the shapes of scopes that are opened in the imposer.
    var rootShape: UncountedReference<ScopeShape> {
        shape.unretained ?? UncountedReference(shape.storeIfNil(ScopeShape()))
    }

    /// Forgets everything, also in the shapes of scopes: afterwards no reader finds any of it, and none is held here.
    ///
    /// - Parameter deferred: Receives the answers.
    func forget(into deferred: inout DeferredRelease) {
        let (table, answers) = state.withLock { state -> (AnswerTable?, [Answer]) in
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
        shape.load()?.forget(into: &deferred)
    }
}

/// A reference to the word that holds the address of a table.
@frozen
@usableFromInline
struct AnswerTableReference: Sendable {
    @usableFromInline
    let word: AtomicWordPointer

    init(word: AtomicWordPointer) {
        self.word = word
    }

    /// The reference for the process's primary imposer.
    static var processPrimary: AnswerTableReference {
        AnswerTableReference(word: .primaryAnswers)
    }

    fileprivate static func make() -> AnswerTableReference {
        AnswerTableReference(word: .make())
    }

    fileprivate func free() {
        if word != .primaryAnswers { word.free() }
    }
}

extension Int {
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (bitWidth - (self - 1).leadingZeroBitCount)
    }
}
