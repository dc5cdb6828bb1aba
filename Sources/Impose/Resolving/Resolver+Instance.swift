// From a request to an instance, by code that blocks where it has to wait: the driver of `CellAccess`.
//
// The functions call each other in this order. Where the registration is replaced meanwhile, those from `instanceOnce`
// and `make` on throw `outdated`, and their callers search again.
//   find → instance(from:) → make, or convertedInstance → make (if the types differ)
//   findRegistration, findOutside → instanceOnce → registrationInstance (places arguments) → make, or convertedInstance
//   make → call (nobody keeps it)
//   make → keptOrBuilt → CellAccess → buildClaimed → call → CellAccess.keep

extension Resolver {
    /// The instance for a request without arguments, in a section, from what was found for it.
    @inline(__always)
    func instance<T>(
        from found: SearchResult,
        for request: BorrowedRequest,
        as type: T.Type,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T {
        var found = found
        while true {
            switch found {
            case .kept(let word): return keptInstance(at: word, as: type)
            case .given(let instance, let offered): return try takeGiven(instance, as: offered, request)
            case .registration(let registration, let holder, let pendingAnswer):
                do {
                    if registration.with({ $0.instanceType == type }) {
                        return try make(registration, holder, pendingAnswer, nil, type, for: request, on: thread)
                    }
                    return try convertedInstance(registration, holder, pendingAnswer, nil, for: request, on: thread)
                } catch {
                    try error.throwUnlessOutdated()
                }
            case .nothing: return try nilOrThrowMissing(request)
            }
            found = try find(request)
        }
    }

    /// The instance for any request, in a section.
    @inline(__always)
    func instance<T>(for request: BorrowedRequest, as type: T.Type, on thread: ThreadRecord) throws(ImposeError) -> T {
        if !request.isForTypeAlone {
            if request.query.rules.allowsCasting { return try castableInstance(for: request, on: thread) }
            if !request.arguments.isEmpty {
                return try instance(for: request, on: thread, searchingBy: findRegistration)
            }
        }
        return try instance(from: find(request), for: request, as: type, on: thread)
    }

    /// The same for a request that the caller holds.
    func instance<T>(for request: Request, as type: T.Type, on thread: ThreadRecord) throws(ImposeError) -> T {
        try request.withBorrowed { request throws(ImposeError) in try instance(for: request, as: type, on: thread) }
    }

    /// The instance for a parameter of the type and name that its registration has: from the next imposer outward.
    func outerInstance<T>(for request: BorrowedRequest, on thread: ThreadRecord) throws(ImposeError) -> T {
        try instance(for: request, on: thread, searchingBy: findOutside)
    }

    /// The instance by what a search finds, which begins again if that was replaced or removed meanwhile.
    @inline(never)
    private func instance<T>(
        for request: BorrowedRequest,
        on thread: ThreadRecord,
        searchingBy search: (BorrowedRequest) throws(ImposeError) -> SearchResult
    ) throws(ImposeError) -> T {
        while true {
            do throws(ImposeError) { return try instanceOnce(from: search(request), for: request, on: thread) } catch {
                try error.throwUnlessOutdated()
            }
        }
    }

    /// Searches for any request. A remembered instance was made without arguments: if the request has some, this
    /// searches for the registration.
    func findRegistration(_ request: BorrowedRequest) throws(ImposeError) -> SearchResult {
        while true {
            let found = try find(request)
            guard case .kept = found, !request.arguments.isEmpty else { return found }
            if let result = try firstResult(request, in: searchOrder) { return result }
        }
    }

    /// What is found for a parameter of its registration's own key, further out than what is asked.
    func findOutside(_ request: BorrowedRequest) throws(ImposeError) -> SearchResult {
        // A parameter `T?` counts as the own key of a registration for `T`. But if the holder has something for `T?`
        // itself, the parameter asks for that.
        if request.query.isOptional, asked.with({ $0.state.withLock { $0.has(request.query.key) } }) {
            return try find(request)
        }
        let outer = searchOrder.drop { UncountedReference($0) != asked }.dropFirst()
        if let result = try firstResult(request, in: outer) { return result }
        if request.query.isOptional { return .nothing }
        throw ImposeError(.circular(type: request.query.requested), request)
    }

    /// What the first of some nodes decides on; nil if none has anything.
    func firstResult(_ request: BorrowedRequest, in nodes: some Sequence<Node>) throws(ImposeError) -> SearchResult? {
        for node in nodes {
            let found = try node.decide(request.query).searchResult(request, in: node)
            if let found { return found }
        }
        return nil
    }

    /// The instance by what was found for a request, which may have arguments. It does not search again.
    ///
    /// - Throws: Also `outdated`, if the registration was replaced or removed since.
    func instanceOnce<T>(
        from found: SearchResult,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T {
        switch found {
        case .kept(let word): return keptInstance(at: word, as: T.self)
        case .given(let given, let offered): return try value(given, from: offered, for: request)
        case .registration(let registration, let holder, let pendingAnswer):
            let arguments = request.arguments.isEmpty ? nil : request.arguments
            let pendingAnswer = arguments == nil ? pendingAnswer : nil
            return try registrationInstance(registration, holder, pendingAnswer, arguments, for: request, on: thread)
        case .nothing: return try nilOrThrowMissing(request)
        }
    }

    /// The instance for an alias, whose holder is asked: a request for the alias is a request for the original.
    @inline(never)
    func originalInstance<T>(
        _ key: RegistrationKey,
        as type: T.Type,
        _ arguments: InjectionArguments?,
        at location: Location,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T {
        // It was removed meanwhile, and with it the alias.
        guard asked.with({ $0.state.withLock { $0.has(key) } }) else { throw .outdated }
        let request = Request(Query(key), arguments: arguments?.list ?? [], at: location)
        return try instance(for: request, as: type, on: thread)
    }

    /// Nil as an optional type, or the error that says that nothing is imposed.
    @inline(never)
    func nilOrThrowMissing<T>(_ request: BorrowedRequest) throws(ImposeError) -> T {
        if request.query.isOptional, let nothing = Casting.nothing(as: T.self) { return nothing }
        throw ImposeError(.missing(searchOrder, []), request)
    }

    // MARK: Making

    /// The instance of a registration, made or kept, for requests that may have arguments.
    ///
    /// - Parameter pendingAnswer: What it may be remembered for.
    /// - Throws: Also `outdated`, if the registration was replaced or removed since it was found.
    @inline(never)
    private func registrationInstance<T>(
        _ registration: UncountedReference<RegistrationRecord>,
        _ holder: UncountedReference<Node>,
        _ pendingAnswer: PendingAnswer?,
        _ arguments: [Argument]?,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T {
        var placed: InjectionArguments?
        if let arguments { placed = try registration.object.place(arguments, for: request) }
        defer { withExtendedLifetime(placed) {} }
        let arguments = placed.map { UncountedReference($0) }
        if registration.with({ $0.instanceType == T.self }) {
            return try make(registration, holder, pendingAnswer, arguments, T.self, for: request, on: thread)
        }
        return try convertedInstance(registration, holder, pendingAnswer, arguments, for: request, on: thread)
    }

    /// The same for a registration that the caller holds, as well as what holds that.
    ///
    /// - Returns: Nil if the registration was replaced or removed meanwhile.
    func registrationInstance<T>(
        _ registration: RegistrationRecord,
        heldBy holder: Node,
        _ arguments: [Argument]? = nil,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T? {
        let (registration, holder) = (UncountedReference(registration), UncountedReference(holder))
        do throws(ImposeError) {
            // A constant of type `T`: in a `return`, the compiler would choose `T?` for the generic parameter.
            let instance: T = try registrationInstance(registration, holder, nil, arguments, for: request, on: thread)
            return instance
        } catch {
            try error.throwUnlessOutdated()
            return nil
        }
    }

    /// The instance of a registration, made or kept, as its own type.
    ///
    /// - Parameters:
    ///   - pendingAnswer: What it may be remembered for.
    ///   - arguments: The caller holds them: counted here, they would be released after each call.
    /// - Throws: Also `outdated`, if the registration was replaced or removed since it was found.
    @inline(__always)
    private func make<Made>(
        _ registration: UncountedReference<RegistrationRecord>,
        _ holder: UncountedReference<Node>,
        _ pendingAnswer: PendingAnswer?,
        _ arguments: UncountedReference<InjectionArguments>?,
        _ type: Made.Type,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) throws(ImposeError) -> Made {
        let build = BuildFrame.begin(registration, for: request, on: thread)
        defer { build.end() }
        if registration.with({ $0.isMadeAnew }) {
            if build.closesCycle() { throw .circular(build) }
            let made = try call(build, in: context, heldBy: holder, arguments, registration.with { $0.hooks }, type)
            if Inspector.isObserving { note(build, heldBy: holder) }
            return made
        }
        return try keptOrBuilt(build, heldBy: holder, pendingAnswer, arguments, type)
    }

    /// The instance of a registration whose instances are kept.
    @inline(never)
    private func keptOrBuilt<Made>(
        _ build: ValueReference<BuildFrame>,
        heldBy holder: UncountedReference<Node>,
        _ pendingAnswer: PendingAnswer?,
        _ arguments: UncountedReference<InjectionArguments>?,
        _ type: Made.Type
    ) throws(ImposeError) -> Made {
        let access = try CellAccess(build, heldBy: holder, for: self, arguments)
        if let instance = try access.instanceUnlessClaimed() {
            access.remember(instance, as: type, for: pendingAnswer)
            if Inspector.isObserving { note(build, heldBy: holder) }
            return instance.take(as: type)
        }
        return try buildClaimed(access, pendingAnswer, arguments, type)
    }

    /// Builds an instance that was claimed.
    ///
    /// Transparent: as a call it takes 300 bytes of the stack for each level, without optimisation.
    @_transparent
    func buildClaimed<Made>(
        _ access: CellAccess,
        _ pendingAnswer: PendingAnswer?,
        _ arguments: UncountedReference<InjectionArguments>?,
        _ type: Made.Type,
        isOnActor: Bool = false
    ) throws(ImposeError) -> Made {
        let build = access.build
        build.pointee.keeper = access.keeper
        // Read once: the hooks of its making are those of its end.
        let hooks = access.registration.with { $0.hooks }
        let made: Made
        do throws(ImposeError) {
            if build.closesCycle() { throw .circular(build) }
            let inner = context.inside(access.keeper)
            made = try call(build, in: inner, heldBy: access.holder, arguments, hooks, type, isOnActor: isOnActor)
        } catch {
            build.giveUp()
            throw error
        }
        try access.keep(made, hooks, pendingAnswer)
        if Inspector.isObserving { note(build, heldBy: access.holder, hasBuilt: true) }
        return made
    }

    /// Tells the inspector that a registration has answered a request, whose frame ends here: observers' injections are
    /// no part of it.
    ///
    /// - Parameter hasBuilt: Whether a kept instance was made for it. An alias makes none.
    @inline(never)
    func note(_ build: ValueReference<BuildFrame>, heldBy holder: UncountedReference<Node>, hasBuilt: Bool = false) {
        if build.pointee.asyncFrame == nil { build.end() }
        let record = build.pointee.registration.object
        let isAlias = record.original != nil
        let key = RegistrationKey(type: build.pointee.requested, name: record.key.name)
        let request = RequestFacts(key, at: build.pointee.location)
        let answer = RegistrationFacts(record, in: holder.object)
        let duration = build.pointee.duration
        // From here on observers may take the frame's place.
        if hasBuilt, !isAlias, !record.isInstance { Inspector.note(.built(answer, duration: duration, for: request)) }
        let ownDuration = record.isMadeAnew && !isAlias ? duration : nil
        Inspector.note(.resolved(request, of: NodeFacts(asked.object), answer: answer, duration: ownDuration))
    }

    /// Calls the provider of a frame's registration, in a context.
    ///
    /// - Parameter isOnActor: Whether the calling code has gone to the provider's actor.
    @inline(__always)
    func call<Made>(
        _ build: ValueReference<BuildFrame>,
        in context: Context,
        heldBy holder: UncountedReference<Node>,
        _ arguments: UncountedReference<InjectionArguments>?,
        _ hooks: Boxed<Hooks>?,
        _ type: Made.Type,
        isOnActor: Bool = false
    ) throws(ImposeError) -> Made {
        let registration = build.pointee.registration
        let needsOnlyCall = registration.with { $0.needsOnlyCall }
        if !needsOnlyCall, !isOnActor { try registration.object.checkActor(for: build) }
        let isElsewhere = !isInCurrentContext || context != self.context
        if isElsewhere { Context.enter(context) }
        defer { if isElsewhere { Context.leave() } }
        let resolver = parameterResolver(context, heldBy: holder)
        var source = ParameterSource(resolver, for: registration, arguments, on: build.pointee.thread)
        do {
            if needsOnlyCall, hooks == nil {
                return try registration.with { $0.provider.reference }.call(&source, making: type)
            }
            return try registration.object.callProvider(&source, hooks, for: build)
        } catch {
            throw .thrown(error, by: build)
        }
    }

    // MARK: Conversion

    /// The instance of a registration for a type that its own one is a subtype of.
    @inline(never)
    private func convertedInstance<T>(
        _ registration: UncountedReference<RegistrationRecord>,
        _ holder: UncountedReference<Node>,
        _ pendingAnswer: PendingAnswer?,
        _ arguments: UncountedReference<InjectionArguments>?,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) throws(ImposeError) -> T {
        func convert<Made>(_ type: Made.Type) throws(ImposeError) -> T {
            let instance = try make(registration, holder, nil, arguments, type, for: request, on: thread)
            if let converted = instance as? T { return converted }
            // The types fit, so the conformance belongs to an actor.
            throw ImposeError(.conformanceIsolation(registration.object), request)
        }
        let own: any Any.Type = registration.with { $0.instanceType }
        let converted = try convert(own)
        if arguments == nil, registration.with({ $0.option.isForGood }) {
            pendingAnswer?.remember(converted, from: own)
        }
        return converted
    }

    /// Takes a value that a scope was given. The conversion is in another function, since it uses the type `T?`, which
    /// the runtime would have to look up.
    @inline(never)
    private func takeGiven<T>(
        _ instance: AnyInstance,
        as type: any Any.Type,
        _ request: BorrowedRequest
    ) throws(ImposeError) -> T {
        if type == T.self { return instance.take(as: T.self) }
        return try convert(instance, from: type, for: request)
    }

    /// The same for a request that may have arguments. A value takes none but an owner, which it need not take.
    @inline(never)
    func value<T>(_ instance: AnyInstance, from type: any Any.Type, for request: BorrowedRequest) throws(ImposeError)
        -> T
    {
        if !request.arguments.allSatisfy(\.isOwner) {
            // Counted by hand: this releases it.
            _ = instance.takeObject()
            throw ImposeError(.argumentsOfValue(request.arguments), request)
        }
        return try convert(instance, from: type, for: request)
    }

    @inline(never)
    func convert<T>(
        _ instance: AnyInstance,
        from type: any Any.Type,
        for request: BorrowedRequest
    ) throws(ImposeError) -> T {
        if let converted: T = instance.takeCast(from: type) { return converted }
        throw ImposeError(.conformanceOfValue(type), request)
    }
}

extension RegistrationRecord {
    /// The arguments of an injection with the parameters that they fill; nil for an owner that the provider does not
    /// take.
    func place(_ arguments: [Argument], for request: BorrowedRequest) throws(ImposeError) -> InjectionArguments? {
        if original != nil { return InjectionArguments(arguments, nil) }
        guard let placed = PlacedArguments(arguments, for: parameters) else {
            if arguments.allSatisfy(\.isOwner) { return nil }
            let request = Request(Query(request.requested, named: key.name), at: request.location)
            throw ImposeError(.arguments(self, arguments), request)
        }
        return InjectionArguments(arguments, placed)
    }

    /// Fails if the provider has to be awaited, or belongs to an actor that the calling code is not on.
    @inline(never)
    fileprivate func checkActor(for build: ValueReference<BuildFrame>) throws(ImposeError) {
        if isAsynchronous { throw ImposeError(.asynchronous(self), for: build) }
        guard let actor = provider.value.isolation, !ActorCheck.isOnMainActor(actor) else { return }
        throw ImposeError(.isolation(self, actor), for: build)
    }

    /// Calls the provider, wraps the instance that it makes, and checks its type.
    @inline(never)
    fileprivate func callProvider<Made>(
        _ source: inout ParameterSource,
        _ hooks: Boxed<Hooks>?,
        for build: ValueReference<BuildFrame>
    ) throws -> Made {
        try decorateAndCheck(try provider.reference.call(&source, making: Made.self), hooks, for: build)
    }

    /// Wraps an instance that the provider made, and checks its type.
    func decorateAndCheck<Made>(_ made: Made, _ hooks: Boxed<Hooks>?, for build: ValueReference<BuildFrame>) throws
        -> Made
    {
        let decorated = try hooks?.content.decorate(made, wasMade: !isInstance) ?? made
        guard isForSubclass else { return decorated }
        let type = Casting.dynamicType(of: decorated)
        if type.flatMap({ TypeRelation(to: self.type).distance(from: $0) }) != nil { return decorated }
        throw ImposeError(.wrongClass(self, made: type ?? self.type), for: build)
    }
}

extension ImposeError {
    /// Throws the error, unless the registration was replaced or removed in between: then the caller searches again.
    @inline(never)
    func throwUnlessOutdated() throws(ImposeError) { if !isOutdated { throw self } }
}
