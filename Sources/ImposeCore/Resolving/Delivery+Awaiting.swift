extension Delivery {
    /// Gets the instance for code on an actor, and awaits whatever it needs.
    ///
    /// - Returns: Nil if the registration was replaced or removed since it was chosen.
    /// - Throws: An error; of kind `isolation` if the instance may not leave another actor. Then nothing is made.
    nonisolated(nonsending) func instanceAwaiting<Requested>(
        as type: Requested.Type,
        for recipient: (any Actor)?
    ) async throws(ImposeError) -> Requested? {
        if registration.isForItsActor, let actor = registration.isolation, actor !== recipient {
            throw ImposeError(.notSendable(registration, actor), request)
        }
        return try await instanceAwaiting(as: type)
    }

    /// Gets the instance, and awaits whatever it needs.
    ///
    /// - Returns: Nil if the registration was replaced or removed since it was chosen.
    nonisolated(nonsending) func instanceAwaiting<Requested>(
        as type: Requested.Type
    ) async throws(ImposeError) -> Requested? {
        guard isKept else { return try await registration.makeUnkeptAwaiting(as: type, for: self) }
        guard try await prepareAwaiting() else { return nil }
        return try instance(as: type)
    }

    /// Gets an instance that is kept.
    ///
    /// - Returns: False if the registration was replaced or removed since it was chosen.
    nonisolated(nonsending) private func prepareAwaiting() async throws(ImposeError) -> Bool {
        let arguments = try registration.argumentsKey(of: request)
        var gone: AnyCachedInstance?
        while true {
            guard let location = try InstanceLocation(of: registration, heldBy: holder, for: request, from: origin)
            else {
                try refuseIfShutDown(holder)
                return false
            }
            switch try look(arguments, in: location, besides: gone) {
            case .made(let kept):
                if take(kept) { return true }
                gone = kept
            case .closed:
                try refuse(location)
                return false
            case .build(let construction):
                start(construction, arguments, in: location)
                if try await join(construction, hasStartedIt: true) { return true }
            case .wait(let construction):
                if try await join(construction) { return true }
            case .unclaimed:
                switch try await attemptWhenReady(in: location) {
                case .instance:
                    return true
                case .outdated:
                    return false
                case .wait(let construction):
                    if try await join(construction) { return true }
                }
            }
        }
    }

    /// Asks the keeper, and claims the construction if a task has to build the instance.
    private func look(
        _ arguments: ArgumentsKey?,
        in location: InstanceLocation,
        besides gone: AnyCachedInstance?
    ) throws(ImposeError) -> InstanceSlot.Claim {
        let found = location.keeper.look(location.registration, arguments, besides: gone)
        guard case .unclaimed = found, registration.isAsynchronous else { return found }
        // A cancelled task gets an instance that is there, and begins nothing.
        if Task.isCancelled { throw ImposeError(.cancelled(registration), request) }
        if AsynchronousPath.closesCircle(element(in: location)) {
            throw ImposeError.circular(request, closing: registration.type)
        }
        return location.keeper.claim(
            location.registration,
            arguments,
            besides: gone,
            for: ConstructionTask(ImposeError.Step(request, registeredAs: registration.type))
        )
    }

    private func element(in location: InstanceLocation, _ construction: Construction? = nil) -> AsynchronousPath.Element
    {
        AsynchronousPath.Element(request, registration, keeper: ObjectIdentifier(location.keeper), construction)
    }

    /// Awaits the parameters of a provider that is not asynchronous itself, and calls it. Its own injections are part
    /// of the same injection as its parameters.
    nonisolated(nonsending) private func attemptWhenReady(in location: InstanceLocation) async throws(ImposeError)
        -> Attempt
    {
        try await AsynchronousPath.sharing { () async throws(ImposeError) -> Attempt in
            let ready = try await makeReady(in: location)
            let attempt = try await Carried.on(registration.isolation, ready.attempt)
            if case .instance = attempt { take(from: ready) }
            return attempt
        }
    }

    /// Awaits the parameters of a provider that is not asynchronous itself. Nobody waits for that: all that need the
    /// same instance do the same, and the first one to have all parameters builds it.
    nonisolated(nonsending) private func makeReady(in location: InstanceLocation) async throws(ImposeError) -> Delivery
    {
        let context = Context.needed(for: holder, location.scope, isKept: registration.isKept)
        let parameters = try await registration.parameters(
            for: request,
            on: element(in: location),
            heldBy: holder,
            in: location.scope,
            context
        )
        let ready = request.ready(with: parameters, on: registration.isolation)
        return Delivery(self, for: ready, memory)
    }

    private func start(_ construction: Construction, _ arguments: ArgumentsKey?, in location: InstanceLocation) {
        let element = element(in: location, construction)
        let outer = AsynchronousPath.innermost
        // An instance that is shared in this injection is part of it, whichever task builds it.
        let path = AsynchronousPath.begun(element, for: outer, in: registration.isKept ? nil : outer?.graph)
        let context = Context.ofTask(for: holder, location.scope, isKept: registration.isKept)
        let work = Carried((Delivery(self, for: request), arguments, location))
        // An instance that a running body needs is made for it, although there is a shutdown that waits for the body.
        let bodies = Awaiting.bodies
        WaitGraph.start(construction) {
            await Awaiting.goingOn(bodies) {
                await Context.run(in: context) {
                    let (delivery, arguments, location) = work.value
                    await delivery.buildInTask(construction, arguments, in: location, on: path)
                }
            }
        }
    }

    /// Waits for an instance that a task or another thread builds.
    ///
    /// - Parameter hasStartedIt: Whether the task that builds it was started here.
    /// - Returns: False if the keeper has to be asked again.
    nonisolated(nonsending) private func join(
        _ construction: Construction,
        hasStartedIt: Bool = false
    ) async throws(ImposeError) -> Bool {
        let wait = await WaitGraph.waitInTask(
            for: construction,
            hasStartedIt: hasStartedIt,
            in: Awaiting.numbers,
            whenWaiting: ShutdownCaller.noteChange
        )
        switch wait {
        case .circle(let steps):
            throw ImposeError.circular(request, closing: registration.type, through: steps)
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

extension RegistrationRecord {
    /// Awaits the parameters of a provider that is not asynchronous itself.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - element: What is being built.
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that the instance is made in.
    ///   - context: The context to run in, if the calling code does not run in it.
    nonisolated(nonsending) func parameters(
        for request: Request,
        on element: AsynchronousPath.Element,
        heldBy holder: Imposer,
        in scope: Imposer?,
        _ context: Context.Change?
    ) async throws(ImposeError) -> FilledParameters {
        if parameters.isEmpty, !request.hasArguments { return .none }
        // A provider is called on its actor; one that has none, where the caller is.
        let caller: (any Actor)? = #isolation
        let source = try source(for: request, heldBy: holder, in: scope, on: isolation ?? caller)
        return try await AsynchronousPath.building(element, for: request) { () async throws(ImposeError) in
            guard let context else { return try await source.all(parameters) }
            return try await context.runAwaiting { () async throws(ImposeError) in try await source.all(parameters) }
        }
    }

    /// The source of its provider's parameters.
    ///
    /// - Parameter actor: The actor that the provider is called on.
    func source(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?,
        on actor: (any Actor)?
    ) throws(ImposeError) -> AsynchronousSource {
        AsynchronousSource(
            origin: Origin(asked: holder, scope: scope),
            location: location,
            actor: actor,
            arguments: try fill(request)
        )
    }
}
