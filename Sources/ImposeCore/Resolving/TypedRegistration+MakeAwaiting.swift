extension TypedRegistration {
    /// Makes an instance that nobody keeps, in the caller's scope and task.
    nonisolated(nonsending) func makeUnkept(awaiting delivery: Delivery) async throws(ImposeError) -> Instance {
        let (request, holder, scope) = (delivery.request, delivery.holder, delivery.origin.scope)
        let element = AsynchronousPath.Element(request, record)
        let context = Context.needed(for: holder, scope, isKept: false)
        // Its arguments must be Hashable, as for any graph instance, although this outermost one is shared with nobody.
        if record.isOfGraph { _ = try record.argumentsKey(of: request) }
        guard record.provider.hasAsynchronousFunction else {
            if record.parameters.isEmpty {
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
        let parameters = try await record.parameters(for: request, on: element, heldBy: holder, in: scope, context)
        let ready = request.ready(with: parameters, on: record.isolation)
        return try await Carried.on(record.isolation) { () throws(ImposeError) in
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
        guard let function = record.provider.asynchronousFunction(making: Instance.self) else {
            preconditionFailure("What awaits nothing is called on the actor that it belongs to")
        }
        // An asynchronous function that belongs to no actor runs on none, and an alias where the caller is.
        // Named on its own, since in an expression the macro is nil.
        let caller: (any Actor)? = #isolation
        let actor = record.isAsynchronous ? record.isolation : record.isolation ?? caller
        let source = try record.source(for: request, heldBy: holder, in: scope, on: actor)
        let instance: Instance
        do {
            instance = try await hooks({ $0.completing(function, on: record.isolation) }, orElse: function)(source)
        } catch {
            if error is CancellationError, Task.isCancelled { throw ImposeError(.cancelled(record), request) }
            throw ImposeError.thrown(error, by: record, for: request)
        }
        try checkType(instance, request)
        return instance
    }
}
