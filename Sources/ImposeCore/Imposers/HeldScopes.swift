/// The scopes that contexts hold through a directory that ends with its body, so that it can let go of them then.
///
/// It must: an imposer that is in no directory may keep an object that holds a context, and be the parent of the
/// context's scope, which holds that imposer.
final class HeldScopes: Sendable {
    private struct State {
        /// The scopes, and the number of contexts that hold each; nil once the directory has ended.
        var scopes: [SerialNumber: (scope: Imposer, holders: Int)]? = [:]
    }
    private let state = LockedState(State())

    /// Holds a scope until `letGo` has been called as often, or the directory ends.
    func hold(_ scope: Imposer) {
        state.withLock { $0.scopes?[scope.node.number, default: (scope, 0)].holders += 1 }
    }

    func letGo(of number: SerialNumber) {
        let old = state.withLock { state -> Imposer? in
            state.scopes?[number]?.holders -= 1
            return state.scopes?[number]?.holders == 0 ? state.scopes?.removeValue(forKey: number)?.scope : nil
        }
        // Released here, with the lock open: it may be the last reference.
        withExtendedLifetime(old) {}
    }

    /// Lets go of all scopes, and holds none from now on.
    ///
    /// - Returns: The scopes, to be released with all locks open.
    func letGoOfAll() -> [Imposer] {
        state.withLock { state in
            let scopes = state.scopes?.values.map(\.scope)
            state.scopes = nil
            return scopes ?? []
        }
    }
}
