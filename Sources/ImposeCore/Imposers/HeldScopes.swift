/// The scopes that contexts hold through a directory that ends with its body, so that it can let go of them then.
///
/// It must: an imposer that is in no directory may keep an object that holds a context, and be the parent of the
/// context's scope, which holds that imposer.
final class HeldScopes: Sendable {
    private struct Entry {
        /// Nil once the directory has ended.
        var scope: Imposer?
        /// The number of contexts that hold it.
        var holders = 0
        let name: InjectionName?
        let location: Location
    }

    private struct State {
        var entries: [SerialNumber: Entry] = [:]
        var disposal: Disposal?
    }

    private let state = LockedState(State())

    /// Holds a scope until `letGo` has been called as often, or the directory ends.
    func hold(_ scope: Imposer, openedAt location: Location) {
        state.withLock { state in
            let held = state.disposal == nil ? scope : nil
            let new = Entry(scope: held, name: scope.node.name, location: location)
            state.entries[scope.number, default: new].holders += 1
        }
    }

    func letGo(of number: SerialNumber) {
        let old = state.withLock { state -> Entry? in
            state.entries[number]?.holders -= 1
            return state.entries[number]?.holders == 0 ? state.entries.removeValue(forKey: number) : nil
        }
        // Released here, with the lock open: it may be the last reference.
        withExtendedLifetime(old) {}
    }

    /// The scope with a number, which must be held; if the directory has ended, a disposed one in its place.
    func scope(_ number: SerialNumber, in directory: Directory) -> Imposer? {
        let (entry, disposal) = state.withLock { ($0.entries[number], $0.disposal) }
        guard let entry else { return nil }
        if let scope = entry.scope { return scope }
        let state = ScopeState(named: ScopeTitle(name: entry.name), in: directory, at: entry.location)
        let scope = Imposer(scope: state, in: directory.imposer(for: .primary))
        // The directory has ended, but the imposer may not have been disposed of yet.
        if let disposal { scope.node.disposeOfNothing(disposal) }
        return scope
    }

    /// Lets go of all scopes, and holds none from now on.
    ///
    /// - Returns: The scopes, to be released with all locks open.
    func letGoOfAll(_ disposal: Disposal) -> [Imposer] {
        state.withLock { state in
            state.disposal = disposal
            let scopes = state.entries.values.compactMap(\.scope)
            for number in state.entries.keys { state.entries[number]?.scope = nil }
            return scopes
        }
    }
}
