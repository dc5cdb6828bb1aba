// Providers that are to be awaited.

extension Provider {
    /// Wraps an asynchronous function, whatever its parameters and its actor.
    ///
    /// The compiler need not know that it may leave its thread: the caller vouches for that.
    init<Instance, each Parameter>(
        awaiting function: @escaping @isolated(any) (repeat each Parameter) async throws -> Instance
    ) {
        let sending = SendingFunction(UncheckedAwaitedFunction(call: function))
        let call = ProviderFunction<AwaitedCall<Instance>> { source, _ in
            let parameters = UncheckedTransfer((repeat try source.next((each Parameter).self)))
            return AwaitedCall { UncheckedTransfer(try await sending.call(repeat each parameters.value)) }
        }
        let types = TypeList<repeat each Parameter>.types
        self.init(
            kind: .asynchronousCode,
            instanceType: Instance.self,
            parameters: types,
            function: UntypedFunction(call),
            isolation: function.isolation
        )
    }
}

/// A call of an asynchronous function, with its parameters.
struct AwaitedCall<Instance>: Sendable {
    let run: @Sendable () async throws -> UncheckedTransfer<Instance>
}

/// An asynchronous function of which the compiler does not know that it may leave its thread.
private struct UncheckedAwaitedFunction<Instance, each Parameter> {
    let call: @isolated(any) (repeat each Parameter) async throws -> Instance
}

/// The same function, which may leave its thread, and whose result the caller may keep although it was made on another
/// actor.
///
/// It is up to the registration whether that is right: see `Docs/Threads.md`.
private struct SendingFunction<Instance, each Parameter>: Sendable {
    let call: @isolated(any) @Sendable (repeat each Parameter) async throws -> sending Instance

    /// Invariant: `@Sendable` and `sending` are promises to the compiler. They change neither how a function is
    /// represented nor how it is called.
    init(_ function: UncheckedAwaitedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: SendingFunction<Instance, repeat each Parameter>.self)
    }
}
