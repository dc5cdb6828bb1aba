// What a registration does that takes the type of its instances: it opens that type.

extension RegistrationRecord {
    /// Hands over the instance of a delivery, as the type that was requested: the one that it has, or else a new one,
    /// which nobody keeps.
    ///
    /// - Parameter type: Passed explicitly, or the compiler would take an optional result for a request of that type.
    func handOver<Requested>(as type: Requested.Type, for delivery: Delivery) throws(ImposeError) -> Requested {
        func handOver<Instance>(_ instanceType: Instance.Type) throws(ImposeError) -> Requested {
            let typed = TypedRegistration<Instance>(self)
            let instance: Instance
            if let held = delivery.held {
                // Invariant: everything kept for this is of its type.
                instance = held.instance(as: Instance.self)
            } else {
                instance = try typed.makeUnkept(for: delivery)
            }
            return try typed.handOver(instance, for: delivery)
        }
        return try handOver(instanceType)
    }

    /// Makes the instance for a delivery. If the instance is to be kept, its construction has begun, and we are in the
    /// keeper's context.
    func makeHeld(for delivery: Delivery) throws(ImposeError) -> Made {
        func make<Instance>(_ instanceType: Instance.Type) throws(ImposeError) -> Made {
            let typed = TypedRegistration<Instance>(self)
            return try typed.made(try typed.make(for: delivery), for: delivery.request)
        }
        return try make(instanceType)
    }

    /// Makes the instance for a delivery by an asynchronous provider. We are in the context that it is made in, and on
    /// its path.
    nonisolated(nonsending) func makeAwaiting(for delivery: Delivery) async throws(ImposeError) -> Made {
        let parameters = try await delivery.parameters(try fill(delivery.request))
        nonisolated(nonsending) func make<Instance>(_ instanceType: Instance.Type) async throws(ImposeError) -> Made {
            let typed = TypedRegistration<Instance>(self)
            return try typed.made(try await typed.makeAwaiting(for: delivery, parameters), for: delivery.request)
        }
        return try await make(instanceType)
    }

    /// Whether its instance is there before anybody asks for it: it was handed in, and is not to be decorated.
    var isHandedIn: Bool {
        func isUndecorated<Instance>(_ type: Instance.Type) -> Bool {
            TypedRegistration<Instance>(self).hooks({ $0.decorators.isEmpty }, orElse: true)
        }
        return provider.isInstance && isUndecorated(instanceType)
    }

    /// Whether its instance is there as long as its imposer is: a scope that it was handed to.
    func isPart(of holder: ImposerNode) -> Bool { holder.isOfScope && isHandedIn }
}
