/// The user's code that makes an instance: a function of parameters that are drawn from a source.
///
/// A provider consists of the user's function and an adapter, which knows the types of that function's parameters. The
/// adapter of a function that is not awaited captures nothing, and is compiled in the user's module: in this module it
/// would have to walk through metadata, to take the pack of parameters apart. Other adapters capture what they call.
///
/// Neither a provider nor its registration is generic. The runtime would have to make a generic class for each type of
/// instances, which takes longer than all the rest of `impose`.
struct Provider: ~Copyable, Sendable {
    /// What the user has handed in.
    enum Kind {
        /// A function that may be called by code that does not await.
        case function
        /// A function that has to be awaited.
        case asynchronous
        /// An expression.
        case expression
        /// The instance.
        case instance
        /// The key of another registration, for an alias.
        case original
    }

    // These two come first: `ValueReference.call` reads them as a `ProviderFunction`.
    private let function: UserFunction
    /// The adapter, whose type is gone as well.
    private let adapter: UserFunction
    let kind: Kind
    /// The type of the instances, as the compiler knew it.
    let instanceType: any Any.Type
    /// The types of the parameters, in order.
    let parameters: [any Any.Type]

    /// - Parameter instanceType: The type of the instances. `Result` is the same, but for an awaited function, whose
    ///   adapter returns an `AwaitedCall`.
    init<Result>(
        _ kind: Kind,
        _ function: consuming UserFunction,
        _ parameters: consuming [any Any.Type],
        making instanceType: any Any.Type,
        calledBy adapter: FunctionAdapter<Result>
    ) {
        self.function = function
        self.adapter = knownFunction(adapter, as: UserFunction.self)
        (self.kind, self.parameters, self.instanceType) = (kind, parameters, instanceType)
    }

    init(copying other: borrowing Provider) {
        (function, adapter, kind) = (other.function, other.adapter, other.kind)
        (instanceType, parameters) = (other.instanceType, other.parameters)
    }

    /// Wraps an expression.
    init<Instance>(expression: @escaping @Sendable () throws -> Instance) {
        let adapter = FunctionAdapter { _, _ in try expression() }
        self.init(.expression, .none, [], making: Instance.self, calledBy: adapter)
    }

    /// Wraps an instance that exists.
    init<Instance>(instance: consuming sending Instance) {
        // `sending`: the caller does not use the instance any more.
        let held = UncheckedTransfer(instance)
        let adapter = FunctionAdapter { _, _ in held.value }
        self.init(.instance, .none, [], making: Instance.self, calledBy: adapter)
    }

    /// Makes the provider of an alias, which converts an instance of its original.
    init<Original, Instance>(original key: RegistrationKey, _ convert: @escaping @Sendable (Original) -> Instance) {
        let adapter = FunctionAdapter { source, _ in convert(try source.original(key, as: Original.self)) }
        self.init(.original, .none, [key.type], making: Instance.self, calledBy: adapter)
    }

    /// The actor that the user's function belongs to; nil if it runs anywhere.
    var isolation: (any Actor)? {
        switch kind {
        case .function: function.isolation
        case .asynchronous: function.isolationOfAwaited
        case .expression, .instance, .original: nil
        }
    }
}

extension ValueReference<Provider> {
    /// Calls the provider. If it belongs to an actor, the calling code must be on that actor.
    ///
    /// The provider is called in place: a copy would count references to the functions' contexts, which all threads
    /// share.
    ///
    /// Invariant: the provider makes instances of the type, and begins with the two fields of a `ProviderFunction`.
    @inline(__always)
    func call<Instance>(_ source: inout ParameterSource, making type: Instance.Type) throws -> Instance {
        try UnsafeRawPointer(address).assumingMemoryBound(to: ProviderFunction<Instance>.self).pointee(&source)
    }
}

/// A provider as it is called.
struct ProviderFunction<Instance>: ~Copyable, Sendable {
    private let function: UserFunction
    private let adapter: @Sendable (inout ParameterSource, UserFunction) throws -> Instance

    @inline(__always)
    func callAsFunction(_ source: inout ParameterSource) throws -> Instance { try adapter(&source, function) }
}

/// A value that whoever handed it over does not use any more.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
}
