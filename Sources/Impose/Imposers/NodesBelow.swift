private import CImposeRuntime

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
        fileprivate unowned(unsafe) var older: ImposerNode?
        fileprivate unowned(unsafe) var newer: ImposerNode?
        /// The position of the list. Written before the node is in it, and never again.
        fileprivate var list = 0
        /// Whose node it is, as long as it is in the list.
        fileprivate var imposer: Unmanaged<Imposer>?
    }

    private struct List: ~Copyable {
        let lock = BriefLock()
        /// The one that was made last.
        ///
        /// Invariant: an imposer takes its node off the list when its deinit begins, so each one in it is alive.
        unowned(unsafe) var newest: ImposerNode?

        /// Those in it, the latest first.
        var nodes: [ImposerNode] {
            var nodes: [ImposerNode] = []
            var next = newest
            while let node = next {
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
    private let lists: UnsafeMutableRawPointer
    private let count: Int
    private static let most = 32
    /// At least a cache line and the one that the processor loads along with it.
    private static let stride = 128

    /// - Parameter areMany: Whether several threads may add to it all the time.
    init(areMany: Bool) {
        count = areMany ? Self.most : 1
        lists = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
        for position in 0..<count { list(at: position).initialize(to: List()) }
    }

    deinit {
        for position in 0..<count { list(at: position).deinitialize(count: 1) }
        lists.deallocate()
    }

    private func list(at position: Int) -> UnsafeMutablePointer<List> {
        (lists + position * Self.stride).assumingMemoryBound(to: List.self)
    }

    /// Those below, the latest first.
    var nodes: [ImposerNode] {
        var nodes: [ImposerNode] = []
        for position in 0..<count {
            let list = list(at: position)
            nodes += list.pointee.lock.withLock { list.pointee.nodes }
        }
        if count > 1 { nodes.sort { $0.number > $1.number } }
        return nodes
    }

    /// Adds the node of an imposer, which must take it off when its deinit begins.
    func add(_ node: ImposerNode, of imposer: Imposer) {
        let position = count == 1 ? 0 : Int(impose_current_thread().pointee.position) % count
        let list = list(at: position)
        node.place.list = position
        list.pointee.lock.withLock {
            node.place.imposer = .passUnretained(imposer)
            node.place.older = list.pointee.newest
            list.pointee.newest?.place.newer = node
            list.pointee.newest = node
        }
    }

    /// Takes a node off, if it is there.
    func remove(_ node: ImposerNode) {
        let list = list(at: node.place.list)
        list.pointee.lock.withLock {
            guard exchange(&node.place.imposer, with: nil) != nil else { return }
            let (older, newer) = (node.place.older, node.place.newer)
            if let newer { newer.place.older = older } else { list.pointee.newest = older }
            older?.place.newer = newer
            node.place.older = nil
            node.place.newer = nil
        }
    }

    /// The imposer of a node that is or was here, unless that is about to go.
    func imposer(of node: ImposerNode) -> Imposer? {
        list(at: node.place.list).pointee.lock.withLock {
            // Invariant: the memory is there, since a deinit that has begun waits for the lock to take itself off.
            guard let imposer = node.place.imposer, impose_try_retain(imposer.toOpaque()) else { return nil }
            return imposer.takeRetainedValue()
        }
    }
}
