/// What a table of answers has for a type: found in a section of the calling thread that lasts until the answer has been
/// taken.
///
/// Looking it up takes one call, and knows no types. So an injection leaves little code where it is made: this call, and
/// the copy of an instance that is kept.
@frozen
@usableFromInline
struct FoundAnswer {
    /// An even word is the address of a kept instance, an odd one refers to an answer: see `Answer.wordOfObject`.
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

    /// Whether an instance is made each time, and that is all there is to it.
    var isMade: Bool { word & 3 == 1 }

    /// Whether scopes have the answer themselves.
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
