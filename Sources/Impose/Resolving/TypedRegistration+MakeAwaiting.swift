extension TypedRegistration {
    /// Makes an instance that nobody keeps, in the caller's scope and task.
    nonisolated(nonsending) func makeUnkept(awaiting delivery: Delivery) async throws(ImposeError) -> Instance {
        let (request, holder, scope) = (delivery.request, delivery.holder, delivery.origin.scope)
        let element = AsynchronousPath.Element(request, self)
        let context = Context.needed(for: holder, scope, isKept: false)
        // Its arguments must be Hashable, as for any graph instance, although this outermost one is shared with nobody.
        if isOfGraph { _ = try argumentsKey(of: request) }
        guard provider.asynchronousFunction != nil else {
            if parameters.isEmpty {
                return try await makeReady(request, on: element, heldBy: holder, in: scope, context)
            }
            return try await AsynchronousPath.sharing { () async throws(ImposeError) in
                try await makeReady(request, on: element, heldBy: holder, in: scope, context)
            }
        }
        return try await AsynchronousPath.building(element, for: request) { () async throws(ImposeError) in
            guard let context else { return try await make(awaiting: request, heldBy: holder, in: scope) }
            return try await context.runAwaiting { () async throws(ImposeError) in
                try await make(awaiting: request, heldBy: holder, in: scope)
            }
        }
    }

    /// Awaits the parameters of a provider that is not asynchronous itself, and makes an instance.
    nonisolated(nonsending) private func makeReady(
        _ request: Request,
        on element: AsynchronousPath.Element,
        heldBy holder: Imposer,
        in scope: Imposer?,
        _ context: Context.Change?
    ) async throws(ImposeError) -> Instance {
        let parameters = try await parameters(for: request, on: element, heldBy: holder, in: scope, context)
        let ready = request.ready(with: parameters, on: isolation)
        return try await Carried.on(isolation) { () throws(ImposeError) in
            try self.make(for: ready, heldBy: holder, in: scope)
        }
    }

    /// Makes an instance by an asynchronous function. We are in the context that it is made in, and on its path.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it is made in.
    nonisolated(nonsending) func make(
        awaiting request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) async throws(ImposeError) -> Instance {
        guard let function = provider.asynchronousFunction else {
            preconditionFailure("What awaits nothing is called on the actor that it belongs to")
        }
        // An asynchronous function that belongs to no actor runs on none, and an alias where the caller is.
        // Named on its own, since in an expression the macro is nil.
        let caller: (any Actor)? = #isolation
        let actor = isAsynchronous ? isolation : isolation ?? caller
        let source = try source(for: request, heldBy: holder, in: scope, on: actor)
        let instance: Instance
        do {
            instance = try await (hooks?.completing(function, on: isolation) ?? function)(source)
        } catch {
            if error is CancellationError, Task.isCancelled { throw ImposeError.cancelled(request, self) }
            throw ImposeError.thrown(error, by: self, for: request)
        }
        try checkType(instance, request)
        return instance
    }
}
