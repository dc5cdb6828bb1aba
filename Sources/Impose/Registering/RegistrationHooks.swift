/// What the user wants to be done with the instances of one registration, besides making them.
struct RegistrationHooks<Instance>: Sendable {
    /// Wrap what the provider makes, the first one innermost.
    var decorators: [@Sendable (Instance) throws -> Instance] = []
    /// Are told of each instance that was made.
    var creators: [@Sendable (Instance) -> Void] = []
    /// Are told of each instance that was made and is let go.
    var disposers: [@Sendable (Instance) -> Void] = []
    /// Are told of each instance that is stored.
    var storers: [@Sendable (Instance) -> Void] = []

    /// The provider's code with everything that belongs to the making of an instance.
    func completing(_ provider: Provider<Instance>) -> Provider<Instance>.Function {
        let function = provider.function
        // What the user handed in was not made here.
        let creators = provider.isInstance ? [] : creators
        if decorators.isEmpty, creators.isEmpty { return function }
        return { [decorators] source in
            var instance = try function(&source)
            for decorator in decorators { instance = try decorator(instance) }
            for creator in creators { creator(instance) }
            return instance
        }
    }
}
