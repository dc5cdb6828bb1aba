/// What the user wrote to make an instance, with its parameters and its actor in view.
struct Provider<Instance>: Sendable {
    /// The types of the parameters, in order.
    let parameters: [any Any.Type]
    /// The actor that the code belongs to, or nil if it runs anywhere.
    let isolation: (any Actor)?
    /// Calls the user's code with parameters drawn from a source. To be called on `isolation` only.
    let make: @Sendable (inout ParameterSource) throws -> Instance

    /// Wraps an expression.
    init(expression: @escaping @Sendable () throws -> Instance) {
        parameters = []
        isolation = nil
        make = { _ in try expression() }
    }

    /// Wraps a function, whatever its parameters and its actor.
    init<each Parameter>(
        function: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Instance
    ) {
        var types: [any Any.Type] = []
        repeat types.append((each Parameter).self)
        parameters = types
        isolation = function.isolation
        let plain = PlainFunction(IsolatedFunction(call: function))
        make = { source in try plain.call(repeat try source.next((each Parameter).self)) }
    }

    /// Wraps an instance that exists.
    init(instance: consuming sending Instance) {
        let kept = Kept(instance)
        parameters = []
        isolation = nil
        make = { _ in kept.value }
    }
}

/// A function that carries its actor with it.
private struct IsolatedFunction<Instance, each Parameter>: Sendable {
    let call: @isolated(any) @Sendable (repeat each Parameter) throws -> Instance
}

/// The same function as one calls it on its own actor, where there is nothing to wait for.
private struct PlainFunction<Instance, each Parameter>: Sendable {
    let call: @Sendable (repeat each Parameter) throws -> Instance

    /// Drops the isolation from the type, the way `assumeIsolated` of the standard library does.
    ///
    /// Invariant: an `@isolated(any)` function differs from a plain one in what its context begins with, not in how
    /// it is called, and whoever calls it here has made sure that the caller is on the actor. A function type with a
    /// pack can't be cast bare, hence the two structs.
    init(_ function: IsolatedFunction<Instance, repeat each Parameter>) {
        self = unsafeBitCast(function, to: PlainFunction<Instance, repeat each Parameter>.self)
    }
}

/// Where one call of a provider gets its parameters from. `next` is part of resolving.
struct ParameterSource {
    /// The imposer that holds the registration: parameters are injected from there.
    ///
    /// Invariant: whoever calls the provider holds it, and the source is gone before.
    unowned(unsafe) let holder: Imposer
    /// The line that a parameter's injection is put down to: that of the registration.
    let place: SourcePlace
    /// The arguments of the injection by the position of the parameter that they fill; empty if there are none.
    let arguments: [Int: Argument]
    /// The position of the next parameter.
    var position = 0
}
