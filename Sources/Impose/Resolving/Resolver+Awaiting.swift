// From a request to an instance, by code that awaits: the other driver of `CellAccess`.
//
// No section lasts over an await. What is used after an await is held by the frames, by the context of the calling
// code, or here. Of the asynchronous functions only those are generic that need the requested type: a generic one is
// several times as large.

/// An instance without its type, as code that awaits hands it on.
///
/// `@unchecked Sendable`: whether the code that gets it may run on another actor is up to the registration.
struct AwaitedInstance: @unchecked Sendable {
    private let object: AnyObject
    private let type: any Any.Type

    init<Value>(_ value: Value) { (object, type) = (AnyInstance(of: value).takeObject(), Value.self) }

    /// - Parameter instance: One of a registration, which this takes.
    init(_ instance: AnyInstance, of registration: RegistrationRecord) {
        (object, type) = (instance.takeObject(), registration.instanceType)
    }

    /// The instance as its own type.
    var value: Any { AnyInstance(retaining: object).takeAny(of: type) }

    /// The instance as a type that its own one is a subtype of.
    ///
    /// - Parameter failure: The error to throw if the type conforms only on an actor that this code does not run on.
    func value<T>(as type: T.Type, or failure: @autoclosure () -> ImposeError) throws(ImposeError) -> T {
        if self.type == type { return AnyInstance(retaining: object).take(as: type) }
        if let value: T = AnyInstance(retaining: object).takeCast(from: self.type) { return value }
        throw failure()
    }

    /// The instance after the hooks of its making.
    func decoratedAndChecked(for frame: AsyncFrame, _ hooks: Boxed<Hooks>?) throws(ImposeError) -> AwaitedInstance {
        func decorate<Own>(_ own: Own.Type) throws(ImposeError) -> AwaitedInstance {
            let made = AnyInstance(retaining: object).take(as: own)
            do {
                return AwaitedInstance(try frame.registration.decorateAndCheck(made, hooks, for: frame.reference))
            } catch {
                throw .thrown(error, by: frame.reference)
            }
        }
        return try decorate(self.type)
    }

    /// Keeps it, and ends its building. In a section.
    func keep(of frame: AsyncFrame, by keeper: Node) throws(ImposeError) {
        func keep<Own>(as own: Own.Type) throws(ImposeError) {
            let instance = AnyInstance(retaining: object).take(as: own)
            try CellAccess(of: frame, keptBy: keeper).keep(instance, frame.registration.hooks, nil)
        }
        try keep(as: self.type)
    }
}

extension Resolver {
    /// The instance for a request, and all that has to be awaited for it.
    ///
    /// - Parameter actor: That of the code which gets the instance.
    nonisolated(nonsending) func awaitedInstance<T>(
        for request: Request,
        as type: T.Type,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> T {
        if request.query.rules.allowsCasting {
            return try await AsyncFrame.Graph.sharing { graph async throws(ImposeError) in
                try await awaitedCastableInstance(for: request, as: type, for: actor, in: graph)
            }
        }
        return try await awaitedInstance(for: request, as: type, for: actor, findRegistration)
    }

    /// The instance by what a search finds, which begins again if that was replaced or removed meanwhile.
    nonisolated(nonsending) private func awaitedInstance<T>(
        for request: Request,
        as type: T.Type,
        for actor: (any Actor)?,
        _ search: (BorrowedRequest) throws(ImposeError) -> SearchResult
    ) async throws(ImposeError) -> T {
        while true {
            let beginning = try withReadSection { _ throws(ImposeError) in
                try request.withBorrowed { request throws(ImposeError) in
                    try self.beginning(search(request), of: request, as: type)
                }
            }
            switch beginning {
            case .instance(let instance): return instance
            case .registration(let registration, let holder):
                let made = try await registrationInstance(registration, holder, request, for: actor)
                if let made { return try converted(made, of: registration, request) }
            }
        }
    }

    /// The instances of all that match a request.
    nonisolated(nonsending) func awaitedInstances<T>(
        for request: Request,
        as type: T.Type,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> [T] {
        try await AsyncFrame.Graph.sharing { graph async throws(ImposeError) in
            again: while true {
                var instances: [T] = []
                let candidates = try withReadSection { _ throws(ImposeError) in try allCandidates(for: request) }
                for candidate in candidates {
                    if let given = candidate.given {
                        instances.append(try instance(given, of: candidate, for: request))
                    } else if let registration = candidate.registration {
                        // What is made for one may change the others.
                        if !registration.isStillHeld(by: candidate.holder) { continue again }
                        let holder = candidate.holder
                        let made = try await registrationInstance(registration, holder, request, for: actor, in: graph)
                        guard let made else { continue again }
                        instances.append(try converted(made, of: registration, request))
                    }
                }
                return instances
            }
        }
    }

    /// Makes the instance of a registration, if there is none yet. Returns it to nobody.
    nonisolated(nonsending) func prepare(
        _ registration: RegistrationRecord,
        heldBy holder: Node,
        at location: Location
    ) async throws(ImposeError) {
        let request = Request(Query(registration.key), at: location)
        // Nil if it was replaced or removed meanwhile: then it is not wanted any more.
        _ = try await registrationInstance(registration, holder, request, for: registration.provider.value.isolation)
    }

    // MARK: Beginning

    private enum Beginning<T> {
        case instance(T)
        case registration(RegistrationRecord, Node)
    }

    private func beginning<T>(
        _ found: SearchResult,
        of request: BorrowedRequest,
        as type: T.Type
    ) throws(ImposeError) -> Beginning<T> {
        switch found {
        case .kept(let word): return .instance(keptInstance(at: word, as: type))
        case .given(let instance, let offered): return .instance(try value(instance, from: offered, for: request))
        case .registration(let registration, let holder, let pendingAnswer):
            if request.arguments.isEmpty, let object = readyObject(of: registration, in: holder),
                let ready = ready(object, registration, pendingAnswer, as: type)
            {
                return .instance(ready)
            }
            return .registration(registration.object, holder.object)
        case .nothing: return .instance(try nilOrThrowMissing(request))
        }
    }

    /// The object of the instance that a holder keeps of its own registration; nil if there is none, or if it may be
    /// for one actor alone.
    private func readyObject(
        of registration: UncountedReference<RegistrationRecord>,
        in holder: UncountedReference<Node>
    ) -> AnyObject? {
        let isReady = registration.with { $0.option.isForGood && ($0.isSendable || $0.provider.value.isolation == nil) }
        return isReady ? holder.with { $0.state.withLock { $0.cells.object(registration.with { $0.number }) } } : nil
    }

    /// The instance, which is remembered from now on; nil if it can't be converted here.
    private func ready<T>(
        _ object: AnyObject,
        _ registration: UncountedReference<RegistrationRecord>,
        _ pendingAnswer: PendingAnswer?,
        as type: T.Type
    ) -> T? {
        let own = registration.with { $0.instanceType }
        guard let instance: T = AnyInstance(retaining: object).takeCast(from: own) else { return nil }
        if own == type {
            pendingAnswer?.remember(object, as: type, isHeld: true)
        } else {
            pendingAnswer?.remember(instance, from: own)
        }
        return instance
    }

    func withReadSection<Result>(_ body: (ThreadRecord) throws(ImposeError) -> Result) throws(ImposeError) -> Result {
        try Injection.run(asking: asked.object, in: context, body)
    }

    // MARK: Making

    private func converted<T>(
        _ made: AwaitedInstance,
        of registration: RegistrationRecord,
        _ request: Request
    ) throws(ImposeError) -> T {
        try made.value(as: T.self, or: ImposeError(.conformanceIsolation(registration), request))
    }

    /// The instance of a registration, made or kept.
    ///
    /// - Returns: Nil if the registration was replaced or removed since it was found.
    nonisolated(nonsending) private func registrationInstance(
        _ registration: RegistrationRecord,
        _ holder: Node,
        _ request: Request,
        for actor: (any Actor)?,
        in graph: AsyncFrame.Graph? = nil
    ) async throws(ImposeError) -> AwaitedInstance? {
        if !registration.isSendable, let isolation = registration.provider.value.isolation, isolation !== actor {
            throw ImposeError(.notSendable(registration, isolation), request)
        }
        let arguments =
            request.arguments.isEmpty ? nil : try registration.place(request.arguments, for: request.typeOnly)
        do throws(ImposeError) {
            while true {
                let made = try await nextPass(registration, holder, request, arguments, for: actor, in: graph)
                if let made { return made }
            }
        } catch {
            try error.throwUnlessOutdated()
            return nil
        }
    }

    /// Does one pass of `registrationInstance`. It is a function of its own, since the compiler repeats the body of a
    /// loop for each await in it.
    ///
    /// 1. If the instance is there, or somebody builds it, this gets it, or waits for it.
    /// 2. An asynchronous provider whose instance is kept is called by a build task, which this awaits.
    /// 3. Any other asynchronous provider is called here.
    /// 4. For a synchronous one the parameters are awaited. Then `attempt` calls it on its actor, and waits for nobody.
    ///
    /// - Returns: Nil if the next pass is to be made.
    @inline(never)
    nonisolated(nonsending) private func nextPass(
        _ registration: RegistrationRecord,
        _ holder: Node,
        _ request: Request,
        _ arguments: InjectionArguments?,
        for actor: (any Actor)?,
        in graph: AsyncFrame.Graph?
    ) async throws(ImposeError) -> AwaitedInstance? {
        let isolation = registration.provider.value.isolation
        let frame = AsyncFrame(registration, holder, request, in: graph)
        let (step, keeper) = try withReadSection { _ throws(ImposeError) in try self.step(frame, arguments) }
        switch step {
        case .instance(let instance): return AwaitedInstance(instance, of: registration)
        case .wait(let number): return try await wait(for: number, in: keeper!, nil, registration, request)
        case .build: break
        }
        if AsyncFrame.isOnPath(registration, for: keeper) {
            frame.reference.giveUp()
            throw ImposeError(.circular(type: registration.type), request)
        }
        frame.keeper = keeper
        if let keeper, let buildTask = frame.buildTask {
            // A cancelled task gets an instance that is there, see above, but starts no build task.
            if Task.isCancelled {
                frame.reference.giveUp()
                throw ImposeError(.cancelled(registration), request)
            }
            start(buildTask, of: frame, arguments, keptBy: keeper)
            let number = frame.reference.pointee.number
            return try await wait(for: number, in: keeper, buildTask, registration, request)
        }
        defer { frame.end() }
        if registration.isAsynchronous { return try await callHere(frame, arguments, keptBy: keeper) }
        let (inner, held) = parameterResolver(for: frame, keptBy: keeper)
        defer { withExtendedLifetime(held) {} }
        let parameters = try await frame.run { () async throws(ImposeError) in
            try await self.parameters(of: frame, arguments, in: inner.context, for: isolation ?? actor)
        }
        let attempt = try await UncheckedTransfer.run(on: isolation) { () throws(ImposeError) in
            try self.attempt(frame, parameters)
        }
        switch attempt {
        case .made(let made): return made
        case .wait(let number): return try await wait(for: number, in: keeper!, nil, registration, request)
        }
    }

    /// Calls an asynchronous provider.
    ///
    /// - Parameter graph: The node that keeps the instance, if it is a graph instance; nil if nobody does. Only this
    ///   injection has the node. If the call fails, other requests of the injection for the instance try again.
    nonisolated(nonsending) private func callHere(
        _ frame: AsyncFrame,
        _ arguments: InjectionArguments?,
        keptBy graph: Node?
    ) async throws(ImposeError) -> AwaitedInstance {
        do throws(ImposeError) {
            let made = try await call(frame, arguments, in: context)
            if let graph { try withReadSection { _ throws(ImposeError) in try made.keep(of: frame, by: graph) } }
            return made
        } catch {
            if graph != nil { frame.reference.giveUp() }
            throw error
        }
    }

    /// Takes the first step, and claims the instance if a task is to build it.
    ///
    /// - Returns: Also what keeps the instance; nil if nobody does. Then there is nothing to wait for.
    private func step(
        _ frame: AsyncFrame,
        _ arguments: InjectionArguments?
    ) throws(ImposeError) -> (CellAccess.Step, Node?) {
        if frame.registration.isMadeAnew { return (.build, nil) }
        let arguments = arguments.map { UncountedReference($0) }
        let access = try CellAccess(frame.reference, heldBy: UncountedReference(frame.holder), for: self, arguments)
        let keeper = access.keeper.object
        frame.reference.pointee.keeper = access.keeper
        if frame.registration.isAsynchronous { return (try access.step(), keeper) }
        return (try access.stepWithoutClaiming(), keeper)
    }

    /// Returns the resolver for the parameters of an instance that is built for a keeper.
    ///
    /// - Returns: Also what holds the nodes of the resolver, see `held`.
    func parameterResolver(for frame: AsyncFrame, keptBy keeper: Node?) -> (Resolver, (Node, Node?, Node?)) {
        ReadSection.within((keeper ?? frame.holder).directoryID) {
            let resolver = parameterResolver(
                context.inside(keeper.map { UncountedReference($0) }),
                heldBy: frame.holder
            )
            return (resolver, resolver.held)
        }
    }

    private enum Attempt {
        case made(AwaitedInstance)
        case wait(number: Int)
    }

    /// Makes the instance, unless somebody else builds it. Waits for nobody.
    ///
    /// - Parameter arguments: All that the provider gets.
    private func attempt(_ frame: AsyncFrame, _ arguments: InjectionArguments?) throws(ImposeError) -> Attempt {
        try withReadSection { thread throws(ImposeError) in
            try attempt(frame, arguments, as: frame.registration.instanceType, on: thread)
        }
    }

    private func attempt<Made>(
        _ frame: AsyncFrame,
        _ arguments: InjectionArguments?,
        as type: Made.Type,
        on thread: ThreadRecord
    ) throws(ImposeError) -> Attempt {
        let (record, arguments) = (frame.registration, arguments.map { UncountedReference($0) })
        let (registration, holder) = (UncountedReference(record), UncountedReference(frame.holder))
        // What the thread makes for this instance shares the graph instances of the injection.
        if !thread.hasGraph { thread.graph = frame.graphNode { Node(graphOf: frame.holder.directoryKind) } }
        let build = BuildFrame.begin(registration, for: frame.reference.pointee.request, on: thread)
        defer { build.end() }
        if record.isMadeAnew {
            let made = try call(build, in: context, heldBy: holder, arguments, record.hooks, type, isOnActor: true)
            return .made(AwaitedInstance(made))
        }
        let access = try CellAccess(build, heldBy: holder, for: self, arguments)
        switch try access.step() {
        case .instance(let instance): return .made(AwaitedInstance(instance, of: record))
        case .wait(let number): return .wait(number: number)
        case .build: return .made(AwaitedInstance(try buildClaimed(access, nil, arguments, type, isOnActor: true)))
        }
    }

    /// Injects the parameters of a provider that are not given, one after the other. Handles are left to the call.
    ///
    /// - Parameters:
    ///   - inner: What the provider runs in.
    ///   - actor: The one that it runs on.
    /// - Returns: All that the provider gets.
    nonisolated(nonsending) func parameters(
        of frame: AsyncFrame,
        _ arguments: InjectionArguments?,
        in inner: Context,
        for actor: (any Actor)?
    ) async throws(ImposeError) -> InjectionArguments? {
        let registration = frame.registration
        if registration.parameters.isEmpty { return arguments }
        return try await inner.runBindingIfNeeded { () async throws(ImposeError) -> InjectionArguments? in
            let resolver = self.parameterResolver(inner, heldBy: frame.holder)
            nonisolated(nonsending) func inject<Parameter>(_ type: Parameter.Type) async throws(ImposeError)
                -> Argument?
            {
                let isOwn = registration.original == nil && registration.isOwnKey(type)
                let name = registration.original?.name
                let list = registration.original == nil ? [] : arguments?.list ?? []
                let request = Request(Query(type, named: name), arguments: list, at: registration.location)
                if !isOwn, registration.original == nil, try resolver.isHandle(request) { return nil }
                // A parameter with the registration's own key is asked of the next imposer outwards.
                let search = isOwn ? resolver.findOutside : resolver.findRegistration
                let value = try await resolver.awaitedInstance(for: request, as: type, for: actor, search)
                return Argument(value: value, type: type)
            }
            if let original = registration.original {
                return InjectionArguments(arguments?.list ?? [], nil, original: try await inject(original.type))
            }
            var awaited: [Int: Argument] = [:]
            for (position, type) in registration.parameters.enumerated() {
                if arguments?.placed?.hasValue(at: position) ?? false { continue }
                if let argument = try await inject(type) { awaited[position] = argument }
            }
            let placed = arguments?.placed ?? PlacedArguments([], for: registration.parameters)
            return InjectionArguments(arguments?.list ?? [], placed?.adding(awaited))
        }
    }

    /// Whether a parameter gets a handle: its type is one, and nothing is imposed for it.
    private func isHandle(_ request: Request) throws(ImposeError) -> Bool {
        guard Resolver.isHandle(request.query.requested) else { return false }
        return try withReadSection { _ throws(ImposeError) in
            // The request is a parameter's, which has no name and no rule: its type is all.
            return if case .nothing = try find(request.typeOnly) { true } else { false }
        }
    }

    // MARK: Casting

    /// See `castableInstance`.
    nonisolated(nonsending) private func awaitedCastableInstance<T>(
        for request: Request,
        as type: T.Type,
        for actor: (any Actor)?,
        in graph: AsyncFrame.Graph
    ) async throws(ImposeError) -> T {
        again: while true {
            var search = CastingSearch<T>(request)
            for node in searchOrder {
                let found = try await awaitedCast(of: node, &search, request, for: actor, in: graph)
                guard case .some(let found) = found else { continue again }
                if let found { return found }
            }
            return try search.nilOrThrowMissing(in: searchOrder)
        }
    }

    /// What one node has for such a request, perhaps nothing.
    ///
    /// - Returns: Nil if a registration was replaced or removed since it was found. A nil inside an optional if the
    ///   node has nothing.
    @inline(never)
    nonisolated(nonsending) private func awaitedCast<T>(
        of node: Node,
        _ search: inout CastingSearch<T>,
        _ request: Request,
        for actor: (any Actor)?,
        in graph: AsyncFrame.Graph
    ) async throws(ImposeError) -> T?? {
        let beginning: Beginning<T>? = try withReadSection { _ throws(ImposeError) in
            try request.withBorrowed { request throws(ImposeError) in
                guard let found = try firstResult(request, in: [node]) else { return nil }
                return try self.beginning(found, of: request, as: T.self)
            }
        }
        switch beginning {
        case .instance(let instance): return instance
        case .registration(let registration, let holder):
            let made = try await registrationInstance(registration, holder, request, for: actor, in: graph)
            guard let made else { return nil }
            return try converted(made, of: registration, request) as T
        case nil: break
        }
        for candidate in node.candidates(named: request.query.name) {
            guard let registration = candidate.registration else {
                guard search.take(givenOf: candidate) else { return nil }
                continue
            }
            if BuildFrame.currentRegistrations.contains(where: { $0 === registration }) {
                search.passOver(registration)
                continue
            }
            do throws(ImposeError) {
                let made = try await registrationInstance(registration, node, request, for: actor, in: graph)
                guard let made else { return nil }
                search.take(made.value, of: candidate)
            } catch {
                if error.kind == .disposed, hasLostScope { throw error }
                try search.take(error, of: registration)
            }
        }
        return .some(try search.answer())
    }
}

extension Imposer {
    /// The instance for a request to this imposer, here and now.
    nonisolated(nonsending) func awaited<T>(_ request: Request, as type: T.Type) async throws(ImposeError) -> T {
        let (resolver, held) = withResolver { resolver, _ in (resolver, resolver.held) }
        defer { withExtendedLifetime((held, self)) {} }
        return try await resolver.awaitedInstance(for: request, as: type, for: #isolation)
    }
}
