// The user's function without its type, and what calls it.
//
// Erasure, step by step:
//   the function   IsolatedFunction<Instance, P…> → UserFunction
//   its adapter    TypedAdapter<Instance, P…>     → FunctionAdapter<Instance> → UserFunction
//   a provider keeps both erased, and is read as a ProviderFunction<Instance> when it is called;
//   at the call the adapter gets the UserFunction where it expects its PlainFunction: the same two words.
//
// Casts of functions: each of these structs has one function, and a struct of one function is laid out and passed like
// that function. A function of an `@isolated(any)` type is called like any other; only its context is different: it
// begins with the actor (SE-0431).
//
// What the casts buy: an object of a generic class takes 1.1 µs for a type that is new to the runtime, and 0.29 µs
// after that. An object of a plain class with a cast function takes 0.2 µs each time (Swift 6.3.1, Linux on x86-64).
// And only a cast makes it possible to call a function of an actor without `await`, where the caller is known to be on
// that actor.

/// A function without its type.
@frozen
@usableFromInline
struct UserFunction: Sendable {
    private let call: @Sendable () -> Void

    /// Stands for a function where a provider has none.
    static var none: UserFunction { UserFunction {} }

    /// Invariant: only an adapter for this type of function calls it.
    @inlinable
    @_transparent
    init<Instance, each Parameter>(_ function: IsolatedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: UserFunction.self)
    }

    private init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    /// Wraps an asynchronous function, only to know its actor. The adapter captures the function itself.
    init<Instance, each Parameter>(_ function: AwaitedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: UserFunction.self)
    }

    /// The actor that it belongs to, or nil if it runs anywhere.
    ///
    /// Invariant: this is made of a function that carries its actor with it.
    var isolation: (any Actor)? { knownFunction(self, as: IsolatedUserFunction.self).call.isolation }

    /// The same of an asynchronous function.
    var isolationOfAwaited: (any Actor)? { knownFunction(self, as: IsolatedAwaitedFunction.self).call.isolation }
}

/// A function without its type that carries its actor with it.
private struct IsolatedUserFunction {
    let call: @isolated(any) @Sendable () -> Void
}

private struct IsolatedAwaitedFunction {
    let call: @isolated(any) @Sendable () async -> Void
}

/// What calls a function with parameters drawn from a source.
@frozen
@usableFromInline
struct FunctionAdapter<Instance>: Sendable {
    let call: @Sendable (inout ParameterSource, UserFunction) throws -> Instance

    init(_ call: @escaping @Sendable (inout ParameterSource, UserFunction) throws -> Instance) { self.call = call }

    /// Invariant: it is called with a `UserFunction` that was made of a function of the adapter's type.
    @inlinable
    @_transparent
    init<each Parameter>(_ adapter: TypedAdapter<Instance, repeat each Parameter>) {
        self = knownFunction(adapter, as: FunctionAdapter<Instance>.self)
    }
}

/// An adapter for functions of one type.
///
/// It takes the typed function, not the erased one: a cast in the closure would retain the function at each call.
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

/// The user's function, which carries its actor with it.
@frozen
@usableFromInline
struct IsolatedFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @isolated(any) @Sendable (repeat each Parameter) throws -> Instance

    @inlinable
    @_transparent
    init(call: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Instance) { self.call = call }
}

/// The same function as it is called on its own actor, where there is nothing to wait for.
///
/// Nobody makes one: `FunctionAdapter.init` casts an adapter that takes one to an adapter that takes a `UserFunction`.
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
