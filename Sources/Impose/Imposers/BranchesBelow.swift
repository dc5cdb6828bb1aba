private import CImposeRuntime

/// What most branches do without: others that they have to do with.
///
/// Those below a branch are in several lists, each with a lock of its own, in memory that no two of them share: a server
/// opens scopes on all its threads. A thread adds to the same list each time. The numbers of the branches, which the
/// process counts, say in which order they were made.
///
/// Who has to find all of them looks at one list after the other. That is enough: who changes something takes it down, or
/// changes it, before he looks, and who adds a branch does so before he looks at what was taken down. Whatever list it is,
/// of the two the one that comes second to its lock sees the other.
///
/// `@unchecked Sendable`: each list is only touched under its lock, and the places of what is in it too.
final class BranchesBelow: @unchecked Sendable {
    /// Where a branch is in a list.
    struct Place {
        fileprivate unowned(unsafe) var older: Branch?
        fileprivate unowned(unsafe) var newer: Branch?
        /// The position of the list. Written before the branch is in it, and never again.
        fileprivate var list = 0
        /// Whose branch it is, as long as it is in the list.
        fileprivate var imposer: Unmanaged<Imposer>?
    }

    private struct List: ~Copyable {
        let lock = BriefLock()
        /// The one that was made last.
        ///
        /// Invariant: an imposer takes its branch off the list when its deinit begins, so each one in it is alive.
        unowned(unsafe) var newest: Branch?

        /// Those in it, the latest first.
        var branches: [Branch] {
            var branches: [Branch] = []
            var next = newest
            while let branch = next {
                branches.append(branch)
                next = branch.place.older
            }
            return branches
        }
    }

    /// Those to whom a branch has lent registrations, and of whom it has borrowed some.
    struct Loans {
        /// Scopes elsewhere that keep instances of this imposer's registrations.
        var borrowers: [SerialNumber: Branch] = [:]
        /// The other way round.
        var lenders: [Branch] = []
    }

    let loans = Guarded(Loans())
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
    var branches: [Branch] {
        var branches: [Branch] = []
        for position in 0..<count {
            let list = list(at: position)
            branches += list.pointee.lock.withLock { list.pointee.branches }
        }
        if count > 1 { branches.sort { $0.number > $1.number } }
        return branches
    }

    /// Adds the branch of an imposer, which must take it off when its deinit begins.
    func add(_ branch: Branch, of imposer: Imposer) {
        let position = count == 1 ? 0 : Int(impose_current_thread().pointee.position) % count
        let list = list(at: position)
        branch.place.list = position
        list.pointee.lock.withLock {
            branch.place.imposer = .passUnretained(imposer)
            branch.place.older = list.pointee.newest
            list.pointee.newest?.place.newer = branch
            list.pointee.newest = branch
        }
    }

    /// Takes a branch off, if it is there.
    func remove(_ branch: Branch) {
        let list = list(at: branch.place.list)
        list.pointee.lock.withLock {
            guard exchange(&branch.place.imposer, with: nil) != nil else { return }
            let (older, newer) = (branch.place.older, branch.place.newer)
            if let newer { newer.place.older = older } else { list.pointee.newest = older }
            older?.place.newer = newer
            branch.place.older = nil
            branch.place.newer = nil
        }
    }

    /// The imposer of a branch that is or was here, unless that is about to go.
    func imposer(of branch: Branch) -> Imposer? {
        list(at: branch.place.list).pointee.lock.withLock {
            // Invariant: the memory is there, since a deinit that has begun waits for the lock to take itself off.
            guard let imposer = branch.place.imposer, impose_try_retain(imposer.toOpaque()) else { return nil }
            return imposer.takeRetainedValue()
        }
    }
}
