/// What most nodes do without: others that they have to do with.
///
/// Those below a node are in several lists, each with a lock of its own, in memory that no two of them share: a server
/// opens scopes on all its threads. A thread adds to the same list each time. The numbers of the nodes, which the
/// process counts, say in which order they were made.
///
/// Who has to find all of them looks at one list after the other. That is enough: who changes something takes it down, or
/// changes it, before he looks, and who adds a node does so before he looks at what was taken down. Whatever list it is,
/// of the two the one that comes second to its lock sees the other.
///
/// `@unchecked Sendable`: each list is only touched under its lock, and the places of what is in it too.
final class NodesBelow: @unchecked Sendable {
    /// Where a node is in a list.
    struct Place {
        fileprivate var older: UncountedReference<ImposerNode>?
        fileprivate var newer: UncountedReference<ImposerNode>?
        /// The position of the list. Written before the node is in it, and never again.
        fileprivate var list = 0
        /// Whose node it is, as long as it is in the list.
        fileprivate var imposer: UncountedReference<Imposer>?
    }

    private struct List: ~Copyable {
        let lock = BriefLock()
        /// The one that was made last.
        ///
        /// Invariant: an imposer takes its node off the list when its deinit begins, so each one in it is alive.
        var newest: UncountedReference<ImposerNode>?

        /// Those in it, the latest first.
        var nodes: [ImposerNode] {
            var nodes: [ImposerNode] = []
            var next = newest
            while let node = next?.object {
                nodes.append(node)
                next = node.place.older
            }
            return nodes
        }
    }

    /// Those to whom a node has lent registrations, and of whom it has borrowed some.
    struct Loans {
        /// Scopes elsewhere that keep instances of this imposer's registrations.
        var borrowers: [SerialNumber: ImposerNode] = [:]
        /// The other way round.
        var lenders: [ImposerNode] = []
    }

    let loans = LockedState(Loans())
    private let lists: SpacedArray<List>
    private static let most = 32

    /// - Parameter areMany: Whether several threads may add to it all the time.
    init(areMany: Bool) {
        lists = SpacedArray(count: areMany ? Self.most : 1) { List() }
    }

    /// Those below, the latest first.
    var nodes: [ImposerNode] {
        var nodes: [ImposerNode] = []
        for position in 0..<lists.count {
            nodes += lists[position].lock.withLock { lists[position].nodes }
        }
        if lists.count > 1 { nodes.sort { $0.number > $1.number } }
        return nodes
    }

    /// Adds the node of an imposer, which must take it off when its deinit begins.
    func add(_ node: ImposerNode, of imposer: Imposer) {
        let position = lists.count == 1 ? 0 : ThreadRecord.current.position % lists.count
        node.place.list = position
        lists[position].lock.withLock {
            node.place.imposer = UncountedReference(imposer)
            node.place.older = lists[position].newest
            lists[position].newest?.with { $0.place.newer = UncountedReference(node) }
            lists[position].newest = UncountedReference(node)
        }
    }

    /// Takes a node off, if it is there.
    func remove(_ node: ImposerNode) {
        let position = node.place.list
        lists[position].lock.withLock {
            guard exchange(&node.place.imposer, with: nil) != nil else { return }
            let (older, newer) = (node.place.older, node.place.newer)
            if let newer { newer.with { $0.place.older = older } } else { lists[position].newest = older }
            older?.with { $0.place.newer = newer }
            node.place.older = nil
            node.place.newer = nil
        }
    }

    /// The imposer of a node that is or was here, unless that is about to go.
    func imposer(of node: ImposerNode) -> Imposer? {
        lists[node.place.list].lock.withLock {
            // Invariant: the memory is there, since a deinit that has begun waits for the lock to take itself off.
            node.place.imposer?.objectIfAlive
        }
    }
}
