// Providers as the user makes them, each for the type of its instances.

extension Provider {
    /// Wraps code of this library that may be called anywhere.
    init<Instance>(parameters: [any Any.Type], function: ProviderFunction<Instance>) {
        self.init(.code, function, parameters: parameters)
    }

    /// Wraps an expression.
    init<Instance>(expression: @escaping @Sendable () throws -> Instance) {
        self.init(.expression, ProviderFunction<Instance> { _, _ in try expression() })
    }

    /// Wraps an instance that exists.
    init<Instance>(instance: consuming sending Instance) {
        // The user has given up theirs.
        let held = UncheckedTransfer(instance)
        self.init(.instance, ProviderFunction<Instance> { _, _ in held.value })
    }

    private init<Instance>(_ kind: Kind, _ function: ProviderFunction<Instance>, parameters: [any Any.Type] = []) {
        let code = UntypedFunction(function)
        self.init(kind: kind, instanceType: Instance.self, parameters: parameters, function: code, isolation: nil)
    }

    /// Wraps a function, whatever its parameters and its actor.
    init<Instance>(
        parameters: consuming [any Any.Type],
        function: consuming UserFunction,
        calledBy adapter: FunctionAdapter<Instance>
    ) {
        let isolation = function.isolation
        self.init(
            kind: .code,
            instanceType: Instance.self,
            parameters: parameters,
            function: UntypedFunction(function, calledBy: adapter.untyped),
            isolation: isolation
        )
    }
}
