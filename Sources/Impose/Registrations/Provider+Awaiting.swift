// Providers that are to be awaited.

extension Provider {
    /// Wraps an asynchronous function, whatever its parameters and its actor.
    ///
    /// The function need not be `@Sendable`. The caller vouches that it may be called on any thread.
    init<Instance, each Parameter>(
        awaiting function: @escaping @isolated(any) (repeat each Parameter) async throws -> Instance
    ) {
        let awaited = AwaitedFunction(UncheckedAwaitedFunction(call: function))
        let adapter = FunctionAdapter<AwaitedCall> { source, _ in
            let parameters = UncheckedTransfer((repeat try source.next((each Parameter).self)))
            return AwaitedCall { AwaitedInstance(try await awaited.call(repeat each parameters.value)) }
        }
        let types = TypeList<repeat each Parameter>.types
        self.init(.asynchronous, UserFunction(awaited), types, making: Instance.self, calledBy: adapter)
    }
}

extension ValueReference<Provider> {
    /// Draws the parameters of an asynchronous provider, and returns its call.
    func callToAwait(_ source: inout ParameterSource) throws -> AwaitedCall {
        try call(&source, making: AwaitedCall.self)
    }
}

/// A call of an asynchronous function, with its parameters.
struct AwaitedCall: Sendable {
    let run: nonisolated(nonsending) @Sendable () async throws -> AwaitedInstance
}

/// An asynchronous function that is not `@Sendable`.
private struct UncheckedAwaitedFunction<Instance, each Parameter> {
    let call: @isolated(any) (repeat each Parameter) async throws -> Instance
}

/// The same function, declared as `@Sendable` and with a `sending` result. So any thread may call it, and the caller
/// may keep the result, although another actor has made it.
///
/// It is up to the registration whether that is right: see `Docs/Threads.md`.
struct AwaitedFunction<Instance, each Parameter>: Sendable {
    fileprivate let call: @isolated(any) @Sendable (repeat each Parameter) async throws -> sending Instance

    /// Invariant: `@Sendable` and `sending` are promises to the compiler. They change neither how a function is
    /// represented nor how it is called.
    fileprivate init(_ function: UncheckedAwaitedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: AwaitedFunction<Instance, repeat each Parameter>.self)
    }
}

extension UncheckedTransfer {
    /// Runs a closure on an actor, or in place if there is none.
    nonisolated(nonsending) static func run(
        on actor: (any Actor)?,
        _ body: @escaping () throws(ImposeError) -> Value
    ) async throws(ImposeError) -> Value {
        guard let actor else { return try body() }
        return try await call(on: actor, UncheckedTransfer<Body<Value>>(Body(run: body))).value
    }

    private static func call(
        on actor: isolated any Actor,
        _ body: UncheckedTransfer<Body<Value>>
    ) async throws(ImposeError) -> UncheckedTransfer<Value> {
        UncheckedTransfer(try body.value.run())
    }
}

/// A closure in a struct: older systems don't know the types of functions that say what they throw.
private struct Body<Value> {
    let run: () throws(ImposeError) -> Value
}
