/// The objects that a change has taken out of every thread's reach, and that are to be released.
///
/// The code that makes the change releases them when the change is complete: disposers and deinits are user code, which
/// may look at the imposer.
struct DeferredRelease: Sendable {
    struct Entry {
        let kept: AnyCachedInstance
        let keeper: InstanceKeeper
        /// The position of the first disposer that was not run yet.
        var nextDisposer = 0
        var registration: RegistrationRecord { keeper.registration }
    }

    /// Whether nothing was ever added, as with most changes.
    private(set) var isEmpty = true
    /// Whether there are instances.
    var hasInstances: Bool { !entries.isEmpty }
    /// Whether any of them has disposers.
    var hasDisposers: Bool { entries.contains { $0.kept.hasDisposers } }
    var isSorted = false
    var entries: [Entry] = []
    /// The keepers that were in a book. Like the given values, they are taken over as they are when a scope ends, which
    /// scopes do too often for another list.
    private var bookedKeepers: [BookedKeeper] = []
    /// Values that scopes were given.
    private var given: [Given?] = []
    /// Everything else that was added. In one list, since nearly all changes add little, and an empty one costs as well.
    private var held: [any Sendable] = []

    /// Takes an instance, or a construction that nobody can find any more.
    mutating func add(_ slot: InstanceSlot, of keeper: InstanceKeeper) {
        isEmpty = false
        switch slot {
        case .made(let kept): entries.append(Entry(kept: kept, keeper: keeper))
        case .building(let construction): held.append(construction)
        }
    }

    /// Keeps something from being released while something is locked, and the user's closures in it: a registration, or
    /// answers.
    mutating func hold(_ dropped: some Sendable) {
        isEmpty = false
        held.append(dropped)
    }

    /// Keeps the keepers of a book from being released while something is locked.
    mutating func add(_ added: [BookedKeeper]) {
        if added.isEmpty { return }
        isEmpty = false
        bookedKeepers = bookedKeepers.isEmpty ? added : bookedKeepers + added
    }

    mutating func add(_ dropped: [Given?]) {
        if dropped.isEmpty { return }
        isEmpty = false
        given = given.isEmpty ? dropped : given + dropped
    }

    /// Keeps what was in a list from being released while something is locked.
    mutating func hold<Element: Sendable>(all dropped: [Element]) {
        if !dropped.isEmpty { hold(dropped) }
    }

    /// Makes room for the instances of this many keepers, which most often keep one each.
    mutating func reserve(_ count: Int) {
        if entries.isEmpty, count > 0 { entries.reserveCapacity(count) }
    }
}
