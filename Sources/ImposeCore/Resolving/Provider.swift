/// The user's code that makes an instance, with its parameters and its actor in view.
struct Provider<Instance>: Sendable {
    /// The same without the type of the instances.
    let untyped: UntypedProvider

    private init(
        _ kind: UntypedProvider.Kind,
        _ function: ProviderFunction<Instance>,
        _ parameters: [any Any.Type] = [],
        _ isolation: (any Actor)? = nil
    ) {
        let code = UntypedFunction(function)
        untyped = UntypedProvider(kind: kind, parameters: parameters, function: code, isolation: isolation)
    }

    /// Wraps code that can only be awaited.
    ///
    /// - Parameter call: Takes the parameters of a call that is then awaited.
    init(parameters: [any Any.Type], isolation: (any Actor)?, awaiting call: ProviderFunction<AwaitedCall<Instance>>) {
        let code = UntypedFunction(call)
        untyped = UntypedProvider(kind: .asynchronousCode, parameters: parameters, function: code, isolation: isolation)
    }

    /// Wraps code of this library that may be called anywhere.
    init(parameters: [any Any.Type], function: ProviderFunction<Instance>) {
        self.init(.code, function, parameters)
    }

    /// Wraps an expression.
    init(expression: @escaping @Sendable () throws -> Instance) {
        self.init(.expression, ProviderFunction { _, _ in try expression() })
    }

    /// Wraps a function, whatever its parameters and its actor.
    init(parameters: [any Any.Type], function: UserFunction, calledBy adapter: FunctionAdapter<Instance>) {
        self.init(.code, ProviderFunction(function, calledBy: adapter), parameters, function.isolation)
    }

    /// Wraps an instance that exists.
    init(instance: consuming sending Instance) {
        // The user has given up theirs.
        let held = UncheckedTransfer(instance)
        self.init(.instance, ProviderFunction { _, _ in held.value })
    }
}

extension UntypedProvider {
    /// Makes the provider without the type of its instances. What it has is moved, where a property of what is consumed
    /// would be copied.
    init(_ provider: Provider<some Any>) { self = provider.untyped }
}

/// The source of the parameters of one call of a provider.
@usableFromInline
struct ParameterSource {
    /// The imposer that holds the registration: parameters are injected from there.
    ///
    /// Invariant of all references here: the provider's caller holds the objects for longer than the source is there.
    let holder: UncountedReference<ImposerNode>
    /// The scope that parameters are injected in.
    let scope: UncountedReference<ImposerNode>?
    /// The table of remembered answers.
    let home: AnswerTableReference
    /// The registration of the provider.
    let registration: UncountedReference<RegistrationRecord>
    /// The arguments of the injection by the position of the parameter that they fill, if there are any.
    let arguments: UncountedReference<FilledParameters>?
    /// The position of the next parameter.
    var position = 0

    /// The line that counts as the line of a parameter's injection: the registration's.
    var location: Location { registration.with { $0.location } }
}
