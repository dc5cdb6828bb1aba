/// The relations of a node to others, which most nodes do without.
///
/// The nodes below a node are in several lists, each with its own lock, in memory that no two of them share: a server
/// opens scopes on all its threads. A thread adds to the same list each time. The numbers of the nodes, which the
/// process counts, say in which order they were made.
///
/// Code that has to find all of them looks at one list after the other. That is enough: code that makes a change
/// records it, or makes it, before it looks, and code that adds a node does so before it looks for such a record.
/// Whichever list it is, of the two the one that comes second to its lock sees the other.
///
/// `@unchecked Sendable`: each list is only touched under its lock, and so are the places of the nodes in it.
final class NodesBelow: @unchecked Sendable {
    /// The place of a node in a list.
    struct Place {
        fileprivate var older: UncountedReference<ImposerNode>?
        fileprivate var newer: UncountedReference<ImposerNode>?
        /// The position of the list. Written before the node is in it, and never again.
        fileprivate var list = 0
    }

    private struct List: ~Copyable {
        let lock = BriefLock()
        /// The node that was added last.
        ///
        /// Invariant: each node in the list is alive, since it is removed when its imposer goes.
        var newest: UncountedReference<ImposerNode>?

        /// The nodes in the list, the latest first.
        var nodes: [ImposerNode] {
            newest.map { Array(sequence(first: $0.object) { $0.place.older?.object }) } ?? []
        }
    }

    /// The nodes that a node has lent registrations to, and those it has borrowed from.
    struct Loans {
        /// Scopes elsewhere that keep instances of this imposer's registrations.
        var borrowers: [SerialNumber: ImposerNode] = [:]
        /// Imposers elsewhere whose registrations this scope keeps instances of.
        var lenders: [ImposerNode] = []
    }

    let loans = LockedState(Loans())
    private let lists: SpacedArray<List>
    private static let most = 32

    /// - Parameter areMany: Whether several threads may add nodes all the time.
    init(areMany: Bool) {
        lists = SpacedArray(count: areMany ? Self.most : 1) { List() }
    }

    /// The nodes below, the latest first.
    var nodes: [ImposerNode] {
        var nodes: [ImposerNode] = []
        for position in 0..<lists.count {
            nodes += lists[position].lock.withLock { lists[position].nodes }
        }
        return lists.count > 1 ? nodes.inOrder { -$0.number } : nodes
    }

    /// Adds a node, which must be removed before it is released.
    func add(_ node: ImposerNode) {
        let position = lists.count == 1 ? 0 : ThreadRecord.current.position % lists.count
        node.place.list = position
        lists[position].lock.withLock {
            node.place.older = lists[position].newest
            lists[position].newest?.with { $0.place.newer = UncountedReference(node) }
            lists[position].newest = UncountedReference(node)
        }
    }

    /// Removes a node, which must be there.
    func remove(_ node: ImposerNode) {
        let position = node.place.list
        lists[position].lock.withLock {
            let (older, newer) = (node.place.older, node.place.newer)
            if let newer { newer.with { $0.place.older = older } } else { lists[position].newest = older }
            older?.with { $0.place.newer = newer }
            node.place.older = nil
            node.place.newer = nil
        }
    }
}
