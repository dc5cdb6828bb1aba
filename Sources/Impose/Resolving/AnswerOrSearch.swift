// What follows once an answer has been found, or else the search. None of it is inlined into the user's module: what
// makes an instance knows its type by its metadata.

extension AnswerTableReference {
    /// The remembered answer to a request for a type, or else the result of `resolve`.
    ///
    /// It does not return an optional, whose type would have to be looked up.
    ///
    /// - Parameters:
    ///   - type: The type that is requested.
    ///   - scope: The current scope; nil where it is certain that there is none.
    ///   - location: The line of the injection.
    ///   - resolve: Called if nothing is remembered.
    @inline(__always)
    func answer<T>(
        to type: T.Type,
        in scope: UncountedReference<ImposerNode>? = nil,
        at location: Location,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        let found = found(ObjectIdentifier(type))
        if found.isKept { return found.takeKept(as: type) }
        return try made(found, type, in: scope, at: location, orElse: resolve)
    }

    /// The instance of an answer that is not kept, or else the result of `resolve`.
    ///
    /// - Parameter found: What was found for the type.
    @inline(__always)
    func made<T>(
        _ found: FoundAnswer,
        _ type: T.Type,
        in scope: UncountedReference<ImposerNode>? = nil,
        at location: Location,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        // For a class that is known only at run time, the object that makes an instance is not of our static type.
        guard !found.isNothing, ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            found.leave()
            return try resolve()
        }
        return try made(found, type, in: scope, at: location)
    }

    /// Gets the instance of an answer to a request for a static type. Separate, so that the stack does not hold the variables
    /// of this while another request is resolved.
    @inline(__always)
    private func made<T>(
        _ found: FoundAnswer,
        _ type: T.Type,
        in scope: UncountedReference<ImposerNode>?,
        at location: Location
    ) throws(ImposeError) -> T {
        if found.isOfScopes { return try scopedAnswer(found, to: type, in: scope, at: location) }
        // Invariant: the answer is one for a T. It is announced before we leave, and keeps the objects alive that its
        // uncounted references refer to.
        let answer = Answer.found(found.word)
        let hazard = Hazard(answer.address, on: found.thread)
        ReaderSection.leave(found.thread)
        defer { hazard.end() }
        do {
            return try answer.with { try $0.make(type, in: scope, on: found.thread, at: location) }
        } catch {
            throw .known(error)
        }
    }

    /// Gets an instance that a scope has itself, or has to make.
    ///
    /// Begins in the section in which the answer was found, and looks at the scope without holding the answer: threads
    /// that count references to a shared object wait for each other.
    ///
    /// - Parameter found: The answer.
    @inline(never)
    private func scopedAnswer<T>(
        _ found: FoundAnswer,
        to type: T.Type,
        in scope: UncountedReference<ImposerNode>?,
        at location: Location
    ) throws(ImposeError) -> T {
        let (position, asked) = Answer.found(found.word).with { ($0.position, $0.asked) }
        found.leave()
        if let scope {
            let own = scope.with { $0.own(at: position, as: type) }
            // Invariant: a value that is there is of the requested type.
            if own.exists { return own.take(as: type) }
            if case .kept = position, let begun = ScopedMaking.begin(type, remembered: self, in: scope) {
                return try begun.make(type, in: scope, at: location)
            }
        }
        // Looked up again, and held this time.
        let again = self.found(ObjectIdentifier(type))
        guard again.isOfScopes else {
            again.leave()
            // It was forgotten meanwhile. Invariant: whoever asks holds the imposer.
            let origin = Origin(asked: asked.object, scope: scope?.object)
            return try Resolver.resolve(Request(type, at: location), as: type, from: origin)
        }
        let answer = Answer.found(again.word).object
        again.leave()
        defer { _fixLifetime(answer) }
        return try answer.makeOutOfLine(type, in: scope, at: location)
    }
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
        at location: Location
    ) throws(ImposeError) -> T {
        try home.made(found, type, at: location) { () throws(ImposeError) -> T in
            try resolved(type, wantsReasons: wantsReasons, at: location)
        }
    }

    /// Resolves a request that is not remembered.
    @usableFromInline
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        wantsReasons: Bool = true,
        at location: Location
    ) throws(ImposeError) -> T {
        try searching { origin throws(ImposeError) in
            try origin.resolved(type, named: name, rules, wantsReasons: wantsReasons, at: location)
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
        at location: Location
    ) throws(ImposeError) -> T {
        func resolve() throws(ImposeError) -> T {
            try searched(type, named: name, rules, wantsReasons: wantsReasons, at: location)
        }
        guard name == nil, case .nearest = rules, let home else { return try resolve() }
        let scope = scope.map { UncountedReference($0) }
        // The scope and the table are alive as long as this is.
        return try withExtendedLifetime(self) { () throws(ImposeError) -> T in
            try home.answer(to: type, in: scope, at: location, orElse: resolve)
        }
    }

    /// Searches for an instance that no table of answers has.
    func searched<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        wantsReasons: Bool = true,
        at location: Location
    ) throws(ImposeError) -> T {
        let request = Request(type, named: name, rules: rules, at: location, wantsReasons: wantsReasons)
        return try Resolver.resolve(request, as: type, from: self)
    }
}
