/// What a property wrapper holds: nothing until it is injected or assigned. Copies of a wrapper share it.
///
/// `@unchecked Sendable`: the reference to the value is guarded by a lock. The wrappers are Sendable only if their
/// values are.
final class InjectedValue<Value>: @unchecked Sendable {
    private let state: Guarded<Kept<Value>?>

    init() {
        state = Guarded(nil)
    }

    init(_ value: Value) {
        state = Guarded(Kept(value))
    }

    /// The value, if there is one already.
    var current: Kept<Value>? {
        state.withLock { $0 }
    }

    /// Takes a value that was injected. Where several threads have injected at once, the first one's value counts.
    func settle(_ value: Value) -> Value {
        let injected = Kept(value)
        return state.withLock { state in
            let settled = state ?? injected
            state = settled
            return settled
        }.value
    }

    /// Replaces the value.
    func assign(_ value: Value) {
        let assigned = Kept(value)
        let old = state.withLock { exchange(&$0, with: assigned) }
        // Here, with the lock open, since a deinit is the user's code.
        withExtendedLifetime(old) {}
    }
}
