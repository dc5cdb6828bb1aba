/// The scopes that contexts hold through a directory that ends with its body, so that it can let go of them then.
///
/// It must: an imposer that is in no directory may keep an object that holds a context, and be the parent of the
/// context's scope, which holds that imposer.
final class HeldScopes: Sendable {
    /// The scopes, and the number of contexts that hold each; nil once the directory has ended.
    private let scopes = LockedState<[SerialNumber: (scope: Imposer, holders: Int)]?>([:])

    /// Holds a scope until `letGo` has been called as often, or the directory ends.
    func hold(_ scope: Imposer) {
        scopes.withLock { $0?[scope.node.number, default: (scope, 0)].holders += 1 }
    }

    func letGo(of number: SerialNumber) {
        let old = scopes.withLock { scopes -> Imposer? in
            scopes?[number]?.holders -= 1
            return scopes?[number]?.holders == 0 ? scopes?.removeValue(forKey: number)?.scope : nil
        }
        // Released here, with the lock open: it may be the last reference.
        withExtendedLifetime(old) {}
    }

    /// Lets go of all scopes, and holds none from now on.
    ///
    /// - Returns: The scopes, to be released with all locks open.
    func letGoOfAll() -> [Imposer] {
        scopes.withLock { exchange(&$0, with: nil) }?.values.map(\.scope) ?? []
    }
}
