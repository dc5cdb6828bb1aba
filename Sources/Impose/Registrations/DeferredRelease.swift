/// The objects that a change has taken out of every thread's reach, and that are to be released.
///
/// The code that makes the change releases them when the change is complete: disposers and deinits are user code, which
/// may look at the imposer.
struct DeferredRelease: Sendable {
    struct Entry {
        let kept: AnyCachedInstance
        let held: HeldRegistration
        /// The position of the first disposer that was not run yet.
        var nextDisposer = 0
        var registration: RegistrationRecord { held.object }
    }

    /// Whether there is nothing, as with most changes.
    var isEmpty: Bool { entries.isEmpty && given.isEmpty && held.isEmpty }
    /// Whether there are instances.
    var hasInstances: Bool { !entries.isEmpty }
    /// Whether any of them has disposers.
    var hasDisposers: Bool { entries.contains { $0.kept.hasDisposers } }
    var isSorted = false
    var entries: [Entry] = []
    /// Values that scopes were given, in the list that the scope had them in: scopes end too often for another one.
    private var given: [Given?] = []
    /// Everything else that was added. In one list, since nearly all changes add little, and an empty one costs as well.
    private var held: [any Sendable] = []

    /// Takes what was in a slot: an instance, or a construction that nobody can find any more.
    @inline(never)
    mutating func add(_ slot: consuming InstanceSlot, of registration: consuming HeldRegistration) {
        switch consume slot {
        case .empty: break
        case .building(let construction): held.append(construction)
        case .kept(let instance): entries.append(Entry(kept: instance, held: registration))
        }
    }

    /// Keeps something from being released while something is locked, and the user's closures in it: a registration, or
    /// answers.
    mutating func hold(_ dropped: some Sendable) {
        held.append(dropped)
    }

    mutating func add(_ dropped: [Given?]) {
        if dropped.isEmpty { return }
        given = given.isEmpty ? dropped : given + dropped
    }

    /// Keeps what was in a list from being released while something is locked.
    mutating func hold<Element: Sendable>(all dropped: [Element]) {
        if !dropped.isEmpty { hold(dropped) }
    }

    /// Makes room for the instances of this many registrations, of which most often one each is kept.
    mutating func reserve(_ count: Int) {
        if entries.isEmpty, count > 0 { entries.reserveCapacity(count) }
    }
}
