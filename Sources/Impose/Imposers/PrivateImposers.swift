/// The private imposers that are alive, so that an error can say "it is imposed, but over there".
///
/// It knows their registries, not the imposers: looking for near misses on one thread must not keep another thread's
/// imposer or its instances alive.
enum PrivateImposers {
    /// What is known of one: an element of a list in the order in which they were made.
    struct Entry {
        let registry: LockedState<Registry>
        /// What the imposer is called.
        let description: String
        fileprivate var older: ObjectIdentifier?
        fileprivate var newer: ObjectIdentifier?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var newest: ObjectIdentifier?

        /// The newest ones, newest first.
        func newest(_ count: Int) -> [Entry] {
            var found: [Entry] = []
            var next = newest
            while found.count < count, let entry = next.flatMap({ entries[$0] }) {
                found.append(entry)
                next = entry.older
            }
            return found
        }
    }

    private static let state = LockedState(State())
    /// There may be thousands, one for each test or request for instance. A failing injection looks at these many.
    static let mostLookedAt = 64

    static func add(_ registry: LockedState<Registry>, description: String) {
        state.withLock { state in
            let entry = Entry(registry: registry, description: description, older: state.newest)
            if let older = state.newest { state.entries[older]?.newer = registry.identity }
            state.entries[registry.identity] = entry
            state.newest = registry.identity
        }
    }

    static func remove(_ registry: LockedState<Registry>) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: registry.identity) else { return }
            if let older = entry.older { state.entries[older]?.newer = entry.newer }
            if let newer = entry.newer { state.entries[newer]?.older = entry.older } else { state.newest = entry.older }
        }
    }

    /// Those that are alive, the latest first.
    static var all: [Entry] {
        state.withLock { $0.newest($0.entries.count) }
    }

    /// Those that were made last, in the order they were made.
    ///
    /// - Complexity: Constant, however many are alive.
    static var latest: [Entry] {
        state.withLock { $0.newest(mostLookedAt) }.reversed()
    }
}
