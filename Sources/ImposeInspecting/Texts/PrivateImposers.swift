internal import Impose

/// The private imposers that are alive, so that an error can say "it is imposed, but over there".
///
/// It knows their nodes, not the imposers: looking for near misses on one thread must not keep another thread's imposer
/// or its instances alive. An imposer that goes empties its node.
enum PrivateImposers {
    /// An element of a list in the order in which the imposers were made.
    private struct Entry {
        let node: ImposerNode
        let location: Location
        var older: ObjectIdentifier?
        var newer: ObjectIdentifier?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var newest: ObjectIdentifier?

        /// The newest ones, newest first.
        func newest(_ count: Int) -> [ImposerNode] {
            var found: [ImposerNode] = []
            var next = newest
            while found.count < count, let entry = next.flatMap({ entries[$0] }) {
                found.append(entry.node)
                next = entry.older
            }
            return found
        }
    }

    private static let state = LockedState(State())
    /// There may be thousands, for instance one for each test or request. A failing injection looks at this many.
    static let mostLookedAt = 64

    static func add(_ node: ImposerNode, madeAt location: Location) {
        let id = ObjectIdentifier(node)
        state.withLock { state in
            let entry = Entry(node: node, location: location, older: state.newest)
            if let older = state.newest { state.entries[older]?.newer = id }
            state.entries[id] = entry
            state.newest = id
        }
    }

    static func remove(_ node: ImposerNode) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(node)) else { return }
            if let older = entry.older { state.entries[older]?.newer = entry.newer }
            if let newer = entry.newer { state.entries[newer]?.older = entry.older } else { state.newest = entry.older }
        }
    }

    /// The line that made one; nil if it is none of these.
    static func location(of node: ImposerNode) -> Location? {
        state.withLock { $0.entries[ObjectIdentifier(node)]?.location }
    }

    /// The nodes of all that are alive, the latest first.
    static var all: [ImposerNode] {
        state.withLock { $0.newest($0.entries.count) }
    }

    /// The nodes of those that were made last, in the order they were made.
    ///
    /// - Complexity: Constant, however many are alive.
    static var latest: [ImposerNode] {
        state.withLock { $0.newest(mostLookedAt) }.reversed()
    }
}
