// The path of nearly every injection: the answer is known. It is inlined into the user's module, with the structs that
// it uses.

public import Synchronization

extension AnswerTableReference {
    /// The remembered answer to a request for a type, or else the result of `resolve`.
    ///
    /// It does not return an optional, whose type would have to be looked up where the code is not specialised.
    ///
    /// - Parameters:
    ///   - type: The type that is requested.
    ///   - scope: The current scope; nil where it is certain that there is none.
    ///   - fileID: The file of the injection.
    ///   - line: The line of the injection.
    ///   - resolve: Called if nothing is remembered.
    @inlinable
    @inline(__always)
    func answer<T>(
        to type: T.Type,
        in scope: UncountedReference<Imposer>? = nil,
        fileID: StaticString,
        line: UInt,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        let counter = ReaderSection.counter
        ReaderSection.enter(counter)
        let table = word[0].load(ordering: .sequentiallyConsistent)
        let answer = table == 0 ? 0 : AnswerTable(address: table).answer(for: UInt(bitPattern: ObjectIdentifier(type)))
        if answer & 1 == 0 {
            guard let kept = ValueReference<T>(address: answer) else {
                ReaderSection.leave(counter)
                return try resolve()
            }
            // Invariant: under the key of T, or of a class below it, an even word is the address of a T.
            let instance = kept.pointee
            ReaderSection.leave(counter)
            return instance
        }
        // A class that is known only at run time, or an answer that a scope has itself.
        guard answer & 2 == 0, ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            // `resolve` is not passed on: its captures would then be stored in memory for every answer, whatever it is.
            do throws(Unanswered) {
                return try special(answer, counter, to: type, in: scope, fileID: fileID, line: line)
            } catch {
                if let error = error.reason { throw error }
                return try resolve()
            }
        }
        // Invariant: an odd one is the address, plus 1, of an object that makes a T. It is retained before we leave.
        let maker = UncountedReference<FactoryAnswer<T>>(knownAddress: answer ^ 1).object
        ReaderSection.leave(counter)
        // It keeps the objects alive that its uncounted references refer to.
        defer { withExtendedLifetime(maker) {} }
        return try maker.make(in: scope, fileID: fileID, line: line)
    }
}

extension AnswerTableReference {
    /// The answers that need not be inlined: instances that a scope has itself or has to make, and requests for a class
    /// below the static type.
    ///
    /// Begins in the section in which the answer was found, and looks at the scope without holding the answer: threads
    /// that count references to a shared object wait for each other.
    ///
    /// - Parameters:
    ///   - word: The answer.
    ///   - counter: The section's counter.
    @usableFromInline
    @inline(never)
    func special<T>(
        _ word: UInt,
        _ counter: AtomicWordPointer,
        to type: T.Type,
        in scope: UncountedReference<Imposer>?,
        fileID: StaticString,
        line: UInt
    ) throws(Unanswered) -> T {
        // For a class that is known only at run time, the object that makes an instance is not of our static type.
        guard ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            ReaderSection.leave(counter)
            throw Unanswered(reason: nil)
        }
        let position = Answer.position(of: word)
        ReaderSection.leave(counter)
        if let scope {
            // Invariant: a value that is there is of the requested type.
            switch scope.with({ $0.node.own(at: position, as: type) }) {
            case .nothing: break
            case .object(let object): return knownInstance(object.take(), as: T.self)
            case .kept(let kept): return kept.take().instance(as: T.self)
            case .given(let given): return given.take().value(as: T.self)
            }
        }
        if let scope, case .kept = position, let begun = ScopedMaking(of: type, remembered: self, in: scope) {
            do {
                return try begun.make(type, in: scope, at: Location(fileID: fileID, line: line))
            } catch {
                throw Unanswered(reason: begun.holder.reported(error))
            }
        }
        // Looked up again, and held this time.
        ReaderSection.enter(counter)
        let table = self.word[0].load(ordering: .sequentiallyConsistent)
        let again = table == 0 ? 0 : AnswerTable(address: table).answer(for: UInt(bitPattern: ObjectIdentifier(type)))
        guard again & 3 == 3 else {
            ReaderSection.leave(counter)
            throw Unanswered(reason: nil)
        }
        let maker = UncountedReference<FactoryAnswer<T>>(knownAddress: again ^ 3).object
        ReaderSection.leave(counter)
        defer { withExtendedLifetime(maker) {} }
        do {
            return try maker.make(in: scope, fileID: fileID, line: line)
        } catch {
            throw Unanswered(reason: error)
        }
    }
}

/// The reason that a remembered answer gave no instance.
@frozen
@usableFromInline
struct Unanswered: Error {
    /// Nil if the request has to be resolved.
    @usableFromInline
    let reason: ImposeError?
}

extension AnswerTableReference {
    /// The kept instance that every request for a type gets here; nil if there is none, or none is known yet.
    @inlinable
    @inline(__always)
    func kept<T>(_ type: T.Type) -> T? {
        let counter = ReaderSection.counter
        ReaderSection.enter(counter)
        defer { ReaderSection.leave(counter) }
        let table = word[0].load(ordering: .sequentiallyConsistent)
        let answer = table == 0 ? 0 : AnswerTable(address: table).answer(for: UInt(bitPattern: ObjectIdentifier(type)))
        // Invariant: as in `answer`. An odd word means an object that makes an instance.
        guard answer & 1 == 0, let kept = ValueReference<T>(address: answer) else { return nil }
        return kept.pointee
    }
}

extension Imposer {
    /// The instance for a request of nothing but a type: remembered, or else resolved.
    @inlinable
    @inline(__always)
    func instance<T>(of type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T {
        // A scope that is running goes first.
        guard ContextCount.isZero else { return try resolved(type, fileID: fileID, line: line) }
        return try home.answer(to: type, fileID: fileID, line: line) { () throws(ImposeError) -> T in
            try resolved(type, fileID: fileID, line: line)
        }
    }

    /// Resolves a request that is not remembered.
    @usableFromInline
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        try searching { origin throws(ImposeError) in
            try origin.resolved(type, named: name, rules, wantsReasons: wantsReasons, fileID: fileID, line: line)
        }
    }
}

extension Origin {
    /// The instance for a request: remembered, if such requests are, or else resolved.
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        func resolve() throws(ImposeError) -> T {
            try searched(type, named: name, rules, wantsReasons: wantsReasons, fileID: fileID, line: line)
        }
        guard name == nil, case .nearest = rules, let home = remembering?.home else { return try resolve() }
        let scope = scope.map { UncountedReference($0) }
        // The scope and the table are alive as long as this is.
        return try withExtendedLifetime(self) { () throws(ImposeError) -> T in
            try home.answer(to: type, in: scope, fileID: fileID, line: line, orElse: resolve)
        }
    }

    /// Searches for an instance that no table of answers has.
    func searched<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        let location = Location(fileID: fileID, line: line)
        let request = Request(type, named: name, rules: rules, at: location, wantsReasons: wantsReasons)
        return try Resolver.resolve(request, as: type, from: self)
    }
}
