// The call of an asynchronous provider.

extension TypedRegistration {
    /// Makes the instance for a delivery by an asynchronous function. We are in the context that it is made in, and on
    /// its path.
    nonisolated(nonsending) func makeAwaiting(
        for delivery: Delivery,
        _ parameters: FilledParameters
    ) async throws(ImposeError) -> Instance {
        let (request, actor) = (delivery.request, record.isolation)
        let hooks: RegistrationHooks<Instance>? = hooks({ $0.leaveMakingToProvider ? nil : $0 }, orElse: nil)
        var instance: Instance
        do {
            instance = try await call(for: delivery, parameters).run().value
            if let hooks {
                let made = instance
                instance = try await UncheckedTransfer.on(actor) { () throws(ImposeError) in
                    Result { try hooks.complete(made, wasMade: true) }
                }.get()
            }
        } catch {
            if error is CancellationError, Task.isCancelled { throw ImposeError(.cancelled(record), request) }
            throw ImposeError.thrown(error, by: record, for: request)
        }
        try checkType(instance, request)
        return instance
    }

    /// The call of the user's asynchronous function.
    private func call(for delivery: Delivery, _ parameters: FilledParameters) throws -> AwaitedCall<Instance> {
        // The source does not hold the parameters.
        defer { withExtendedLifetime(parameters) {} }
        var source = source(for: delivery, parameters)
        return try record.provider.function.typed(as: AwaitedCall<Instance>.self)(&source)
    }
}
