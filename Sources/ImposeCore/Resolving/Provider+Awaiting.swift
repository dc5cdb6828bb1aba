// Providers that are to be awaited.

extension Provider {
    /// Wraps an asynchronous function, whatever its parameters and its actor.
    init<each Parameter>(
        awaiting function: @escaping @isolated(any) @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        let sending = SendingFunction(AwaitedFunction(call: function))
        self.init(parameters: TypeList<repeat each Parameter>.types, isolation: function.isolation) { source in
            try await sending.call(repeat try await source.next((each Parameter).self))
        }
    }

    /// Wraps an asynchronous function that may leave its thread, although the compiler does not know it.
    init<each Parameter>(awaitingUnchecked function: UncheckedAwaitedFunction<Instance, repeat each Parameter>) {
        self.init(awaiting: AwaitedFunction(function).call)
    }
}

/// An asynchronous function that carries its actor with it.
private struct AwaitedFunction<Instance, each Parameter>: Sendable {
    let call: @isolated(any) @Sendable (repeat each Parameter) async throws -> Instance

    init(call: @escaping @isolated(any) @Sendable (repeat each Parameter) async throws -> Instance) {
        self.call = call
    }

    /// Takes the caller's word that the function may leave its thread.
    ///
    /// Invariant: `@Sendable` is a promise to the compiler. It changes neither how a function is represented nor how it
    /// is called.
    init(_ function: UncheckedAwaitedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: AwaitedFunction<Instance, repeat each Parameter>.self)
    }
}

/// An asynchronous function of which the compiler does not know that it may leave its thread.
struct UncheckedAwaitedFunction<Instance, each Parameter> {
    let call: @isolated(any) (repeat each Parameter) async throws -> Instance
}

/// The same function, whose result the caller may keep although it was made on another actor.
///
/// It is up to the registration whether that is right: see `Docs/Concurrency.md`.
private struct SendingFunction<Instance, each Parameter>: Sendable {
    let call: @isolated(any) @Sendable (repeat each Parameter) async throws -> sending Instance

    /// Invariant: `sending` is a promise to the compiler that changes nothing in how a function is called.
    init(_ function: AwaitedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: SendingFunction<Instance, repeat each Parameter>.self)
    }
}
