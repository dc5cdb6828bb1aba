/// A value on its way from one task or actor to another.
///
/// `@unchecked Sendable`: the sender does not touch it again until it has come back, if it ever does.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension UncheckedTransfer {
    /// Runs a closure on an actor, or in place if there is none.
    nonisolated(nonsending) static func on(
        _ actor: (any Actor)?,
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
