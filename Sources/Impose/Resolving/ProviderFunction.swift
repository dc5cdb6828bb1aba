/// The user's code as it is called: a function of parameters that are drawn from a source.
///
/// It consists of the user's function and an adapter, which knows the types of that function's parameters. The adapter
/// is compiled in the user's module: here, to take a pack apart is a walk through metadata. It captures nothing, so that
/// a registration allocates nothing for it.
struct ProviderFunction<Instance>: Sendable {
    typealias Adapter = @Sendable (inout ParameterSource, UserFunction) throws -> Instance

    private let function: UserFunction
    private let adapter: Adapter

    /// Wraps code of this library, which ignores the function that it is handed.
    init(_ code: @escaping Adapter) {
        function = .none
        adapter = code
    }

    @inline(__always)
    func callAsFunction(_ source: inout ParameterSource) throws -> Instance {
        try adapter(&source, function)
    }
}

extension UntypedFunction {
    init<Instance>(_ function: ProviderFunction<Instance>) {
        self = knownFunction(function, as: UntypedFunction.self)
    }

    /// The function that this was made of.
    ///
    /// Invariant: it makes instances of the type. And both types are structs of two functions.
    @inline(__always)
    func typed<Instance>(as type: Instance.Type) -> ProviderFunction<Instance> {
        knownFunction(self, as: ProviderFunction<Instance>.self)
    }
}

extension UserFunction {
    /// Invariant: an adapter for this type of function alone calls it.
    @inlinable
    @_transparent
    init<Instance, each Parameter>(_ function: IsolatedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: UserFunction.self)
    }
}

/// What calls a function with parameters drawn from a source.
@frozen
@usableFromInline
struct FunctionAdapter<Instance>: Sendable {
    let call: @Sendable (inout ParameterSource, UserFunction) throws -> Instance

    /// Invariant: it is called with what a function of the adapter's type was made into. That is laid out and passed
    /// like the function itself: both are a struct of one function.
    @inlinable
    @_transparent
    init<each Parameter>(_ adapter: TypedAdapter<Instance, repeat each Parameter>) {
        self = knownFunction(adapter, as: FunctionAdapter<Instance>.self)
    }

    /// The adapter as a provider keeps it: see `UntypedFunction.typed`.
    var untyped: UserFunction { knownFunction(self, as: UserFunction.self) }
}

/// The same for functions of one type.
///
/// It takes the function from its caller's hands. Were it handed one without a type, it would hold what it casts it to.
@frozen
@usableFromInline
struct TypedAdapter<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @Sendable (inout ParameterSource, PlainFunction<Instance, repeat each Parameter>) throws -> Instance

    @inlinable
    @_transparent
    init() {
        call = { source, function in try function.call(repeat try source.next((each Parameter).self)) }
    }
}

/// A function that carries its actor with it.
@frozen
@usableFromInline
struct IsolatedFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @isolated(any) @Sendable (repeat each Parameter) throws -> Instance

    @inlinable
    @_transparent
    init(call: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Instance) {
        self.call = call
    }
}

/// The same function as it is called on its own actor, where there is nothing to wait for.
///
/// Nobody makes one: an adapter is handed a function as this type, which says nothing of the actor.
///
/// Invariant: its caller has made sure that it is on the actor.
@frozen
@usableFromInline
struct PlainFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @Sendable (repeat each Parameter) throws -> Instance
}

/// A list of types. It is made here: in the user's module, that would be compiled for each registration.
@usableFromInline
struct TypeList<each Element> {
    @usableFromInline
    static var types: [any Any.Type] {
        var types: [any Any.Type] = []
        repeat types.append((each Element).self)
        return types
    }
}
