// The delivery of an instance where the caller can await it.

extension Delivery {
    /// Gets the instance for code on an actor, and awaits whatever it needs.
    ///
    /// - Returns: False if the registration was replaced or removed since it was chosen.
    /// - Throws: An error; of kind `isolation` if the instance may not leave another actor. Then nothing is made.
    @inline(never)
    nonisolated(nonsending) func prepare(for recipient: (any Actor)?) async throws(ImposeError) -> Bool {
        if registration.isForItsActor, let actor = registration.isolation, actor !== recipient {
            throw ImposeError(.notSendable(registration, actor), request)
        }
        guard isKept else {
            try await makeUnkept()
            return true
        }
        while true {
            switch try step(isAwaited: true) {
            case .instance: return true
            case .outdated: return false
            case .wait(let construction): if try await join(construction) { return true }
            case .build:
                guard let construction = try await buildWhenReady(isKept: true) else { return held != nil }
                if try await join(construction) { return true }
            }
        }
    }

    /// Makes an instance that nobody keeps, in the caller's task.
    nonisolated(nonsending) private func makeUnkept() async throws(ImposeError) {
        // Its arguments must be Hashable, as for any graph instance, although this outermost one is shared with nobody.
        if registration.isOfGraph { _ = try registration.argumentsKey(of: request) }
        if registration.isAsynchronous {
            take(try await onPath { () async throws(ImposeError) in try await registration.makeAwaiting(for: self) })
        } else {
            _ = try await buildWhenReady(isKept: false)
        }
    }

    /// Awaits the parameters of a provider that is not asynchronous itself, and builds the instance, unless somebody
    /// else does by then: nobody waits for the parameters, so all that need the same instance await them, and the first
    /// one to have all builds it. What the provider injects is part of the same injection as its parameters.
    ///
    /// - Returns: The construction to wait for, if somebody else builds the instance.
    nonisolated(nonsending) private func buildWhenReady(isKept: Bool) async throws(ImposeError) -> Construction? {
        try await AsynchronousPath.sharing { () async throws(ImposeError) -> Construction? in
            try await awaitParameters()
            return try await UncheckedTransfer.on(registration.isolation) { () throws(ImposeError) in
                try self.attempt(isKept: isKept)
            }
        }
    }

    nonisolated(nonsending) private func awaitParameters() async throws(ImposeError) {
        if registration.parameters.isEmpty, !request.hasArguments { return take(.none) }
        let given = try registration.fill(request)
        take(try await onPath { () async throws(ImposeError) in try await parameters(given) })
    }

    /// Builds the instance, unless it is there, or somebody else builds it. Waits for nobody.
    ///
    /// - Returns: The construction to wait for, if somebody else builds the instance.
    private func attempt(isKept: Bool) throws(ImposeError) -> Construction? {
        if isKept {
            switch try step() {
            case .instance, .outdated: return nil
            case .wait(let construction): return construction
            case .build: break
            }
        }
        try build()
        return nil
    }

    /// Runs `body` as part of the building of the instance, in the context that it is made in.
    nonisolated(nonsending) private func onPath<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        let step = pathStep(in: location)
        guard ResolutionPath.canAwait(step) else { throw ImposeError(.circular(type: registration.type), request) }
        let change = Context.needed(for: holder, scope, isKept: registration.isKept)
        return try await AsynchronousPath(step).run { () async throws(ImposeError) in
            guard let change else { return try await body() }
            return try await Context.runAwaiting(in: change.context, body)
        }
    }

    private func pathStep(in location: InstanceLocation?, _ construction: Construction? = nil) -> PathStep {
        PathStep(
            type: request.type,
            location: request.location,
            registration: registration,
            keeper: location.map { ObjectIdentifier($0.keeper) },
            construction: construction
        )
    }

    /// Injects the parameters of the provider, one after the other. Handles are left to the call. We are in the context
    /// that the instance is made in, and on its path.
    ///
    /// - Parameter given: The arguments that fill some of them.
    nonisolated(nonsending) func parameters(_ given: FilledParameters?) async throws(ImposeError) -> FilledParameters {
        let origin = Origin(asked: holder, scope: scope)
        // A provider is called on its actor; one that has none, where the caller is. An asynchronous one that belongs to
        // no actor runs on none. Named on its own, since in an expression the macro is nil.
        let caller: (any Actor)? = #isolation
        let actor = registration.isAsynchronous ? registration.isolation : registration.isolation ?? caller
        nonisolated(nonsending) func inject<Parameter>(_ type: Parameter.Type) async throws(ImposeError) -> Argument {
            let next = registration.requestForOriginal(in: request) ?? Request(type, at: registration.location)
            let value: Parameter = try await Resolver.resolve(next, as: type, from: origin, for: actor)
            // An object may also be drawn as of another class: by an alias whose original was imposed for a subclass.
            return Argument(value: type is any AnyObject.Type ? value : AwaitedValue(value: value), type: type)
        }
        var filled: [Int: Argument] = [:]
        for (position, type) in registration.parameters.enumerated() {
            if let argument = given?.argument(at: position) {
                filled[position] = argument
            } else if registration.original != nil || !origin.isHandle(type) {
                filled[position] = try await inject(type)
            }
        }
        return FilledParameters(filled, wereAwaited: true)
    }

    /// Claims the construction for a task that will build the instance.
    func claimForTask(
        _ arguments: ArgumentsKey?,
        in location: InstanceLocation,
        besides gone: AnyCachedInstance?
    ) throws(ImposeError) -> InstanceSlot.Claim {
        // A cancelled task gets an instance that is there, and begins nothing.
        if Task.isCancelled { throw ImposeError(.cancelled(registration), request) }
        guard ResolutionPath.canAwait(pathStep(in: location)) else {
            throw ImposeError(.circular(type: registration.type), request)
        }
        return location.keeper.claim(
            location.registration,
            arguments,
            besides: gone,
            for: ConstructionTask(ImposeError.Step(request, registeredAs: registration.type))
        )
    }

    /// Starts the task that builds the instance.
    func start(_ construction: Construction, _ arguments: ArgumentsKey?, in location: InstanceLocation) {
        // An instance that is shared in this injection is part of it, whichever task builds it.
        let graph = registration.isKept ? InjectionGraph() : nil
        let path = AsynchronousPath(pathStep(in: location, construction), sharing: graph)
        let context = Context.ofTask(for: holder, location.scope, isKept: registration.isKept)
        let delivery = Delivery(candidate, for: request, from: origin)
        delivery.take(construction, arguments, in: location)
        let work = UncheckedTransfer(delivery)
        // An instance that a running body needs is made for it, although there is a shutdown that waits for the body.
        let bodies = WaitsForCaller.bodies
        WaitGraph.start(construction) {
            await WaitsForCaller.goingOn(bodies) {
                await Context.run(in: context) { await work.value.buildInTask(on: path) }
            }
        }
    }

    /// Waits for an instance that a task or another thread builds.
    ///
    /// - Returns: False if the keeper has to be asked again.
    nonisolated(nonsending) private func join(_ construction: Construction) async throws(ImposeError) -> Bool {
        let wait = await WaitGraph.waitInTask(
            for: construction,
            hasStartedIt: construction === begunTask,
            in: WaitsForCaller.numbers,
            whenWaiting: ShutdownCaller.noteChange
        )
        switch wait {
        case .cycle(let steps):
            throw ImposeError(.circular(type: registration.type, through: steps), request)
        case .cancelled:
            throw ImposeError(.cancelled(registration), request)
        case .over, .overBefore:
            // First: under the lock, before which another task may have written the result. Nobody gets an instance that
            // is about to be disposed of.
            if WaitGraph.isEnding(construction) { throw ImposeError(.ending(origin.scope ?? holder), request) }
            if case .overBefore = wait, construction.result == nil { return false }
            if let failure = construction.task?.failure { throw failure }
            return try take(construction)
        }
    }
}
