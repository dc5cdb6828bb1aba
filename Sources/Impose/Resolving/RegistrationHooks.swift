/// The user's closures for the instances of one registration, besides the provider that makes them.
struct RegistrationHooks<Instance>: Sendable {
    /// Closures that wrap the provider's instance, the first one innermost.
    var decorators: [@Sendable (Instance) throws -> Instance] = []
    /// Closures that are told of each instance that was made.
    var creators: [@Sendable (Instance) -> Void] = []
    /// Closures that are told of each instance that was made and is let go.
    var disposers: [Disposer] = []
    /// Closures that are told of each instance that is stored.
    var storers: [@Sendable (Instance) -> Void] = []

    /// Whether the provider alone makes the instances: nothing wraps them, or is told of them.
    ///
    /// Counted: to ask whether an array is empty, the runtime makes a table for each type in it.
    var leaveMakingToProvider: Bool { decorators.count == 0 && creators.count == 0 }

    /// A provider's code, followed by the decorators and creators.
    func completing(_ registration: TypedRegistration<Instance>) -> ProviderFunction<Instance> {
        let function = registration.function
        if leaveMakingToProvider { return function }
        // An instance that the user handed in was not made here.
        let wasMade = !registration.record.provider.isInstance
        return ProviderFunction { [self] source, _ in try complete(try function(&source), wasMade: wasMade) }
    }

    /// Wraps an instance that a provider made, and tells of it.
    func complete(_ made: Instance, wasMade: Bool) throws -> Instance {
        var instance = made
        for decorator in decorators { instance = try decorator(instance) }
        if wasMade {
            for creator in creators { creator(instance) }
        }
        return instance
    }
}
