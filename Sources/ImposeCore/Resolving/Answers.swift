// What follows once an answer has been found. None of it is inlined into the user's module: what makes an instance knows
// its type by its metadata.

extension AnswerTableReference {
    /// The remembered answer to a request for a type, or else the result of `resolve`.
    ///
    /// It does not return an optional, whose type would have to be looked up.
    ///
    /// - Parameters:
    ///   - type: The type that is requested.
    ///   - scope: The current scope; nil where it is certain that there is none.
    ///   - fileID: The file of the injection.
    ///   - line: The line of the injection.
    ///   - resolve: Called if nothing is remembered.
    @inline(__always)
    func answer<T>(
        to type: T.Type,
        in scope: UncountedReference<ImposerNode>? = nil,
        fileID: StaticString,
        line: UInt,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        let found = found(ObjectIdentifier(type))
        if found.isKept { return found.takeKept(as: type) }
        return try made(found, type, in: scope, fileID: fileID, line: line, orElse: resolve)
    }

    /// The instance of an answer that is not kept, or else the result of `resolve`.
    ///
    /// - Parameter found: What was found for the type.
    @inline(__always)
    func made<T>(
        _ found: FoundAnswer,
        _ type: T.Type,
        in scope: UncountedReference<ImposerNode>? = nil,
        fileID: StaticString,
        line: UInt,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        // `resolve` is not passed on: its captures would then be stored in memory for every answer, whatever it is.
        do throws(Unanswered) {
            return try made(found, type, in: scope, fileID: fileID, line: line)
        } catch {
            if let error = error.reason { throw error }
            return try resolve()
        }
    }

    @inline(__always)
    private func made<T>(
        _ found: FoundAnswer,
        _ type: T.Type,
        in scope: UncountedReference<ImposerNode>?,
        fileID: StaticString,
        line: UInt
    ) throws(Unanswered) -> T {
        // A class that is known only at run time, an answer that a scope has itself, or nothing.
        guard found.isMade, ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            if found.isNothing { throw Unanswered(reason: nil) }
            return try special(found, to: type, in: scope, fileID: fileID, line: line)
        }
        // Invariant: the answer is one for a T. It is announced before we leave, and keeps the objects alive that its
        // uncounted references refer to.
        let answer = Answer.found(found.word)
        let hazard = Hazard(answer.address, on: found.thread)
        ReaderSection.leave(found.thread)
        defer { hazard.end() }
        do {
            let location = Location(fileID: fileID, line: line)
            return try answer.with { try $0.make(type, in: scope, on: found.thread, at: location) }
        } catch {
            throw Unanswered(reason: .known(error))
        }
    }

    /// The answers that are seldom: instances that a scope has itself or has to make, and requests for a class below the
    /// static type.
    ///
    /// Begins in the section in which the answer was found, and looks at the scope without holding the answer: threads
    /// that count references to a shared object wait for each other.
    ///
    /// - Parameter found: The answer, which is not nothing.
    @inline(never)
    func special<T>(
        _ found: FoundAnswer,
        to type: T.Type,
        in scope: UncountedReference<ImposerNode>?,
        fileID: StaticString,
        line: UInt
    ) throws(Unanswered) -> T {
        // For a class that is known only at run time, the object that makes an instance is not of our static type.
        guard ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            found.leave()
            throw Unanswered(reason: nil)
        }
        let position = Answer.found(found.word).with(\.position)
        found.leave()
        if let scope {
            // Invariant: a value that is there is of the requested type.
            switch scope.with({ $0.own(at: position, as: type) }) {
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
        let again = self.found(ObjectIdentifier(type))
        guard again.isOfScopes else {
            again.leave()
            throw Unanswered(reason: nil)
        }
        let answer = Answer.found(again.word).object
        again.leave()
        defer { _fixLifetime(answer) }
        do {
            return try answer.makeOutOfLine(type, in: scope, at: Location(fileID: fileID, line: line))
        } catch {
            throw Unanswered(reason: error)
        }
    }
}

/// The reason that a remembered answer gave no instance.
struct Unanswered: Error {
    /// Nil if the request has to be resolved.
    let reason: ImposeError?
}

extension Imposer {
    /// The instance for a request of nothing but a type, once it is known that none is kept for it outside contexts.
    ///
    /// - Parameter found: What was found instead.
    @usableFromInline
    func made<T>(
        _ found: FoundAnswer,
        _ type: T.Type,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        try home.made(found, type, fileID: fileID, line: line) { () throws(ImposeError) -> T in
            try resolved(type, wantsReasons: wantsReasons, fileID: fileID, line: line)
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
