/// The part of an imposer that its ancestors reach without retaining it, in order to invalidate what it has cached.
///
/// The nodes form a tree that follows the imposers and their parents.
///
/// `@unchecked Sendable`: all that changes has a lock or is atomic; `place` is only touched by `NodesBelow`.
package final class ImposerNode: InstanceKeeper, @unchecked Sendable {
    /// The position in the order of all imposers of the process; never used again.
    let number: SerialNumber
    let title: ImposerTitle
    let registry = LockedState(Registry())
    let ownAnswers = OnceReference<AnswerCache>()
    /// The address of the shape that a scope shares with others, or a `ShapeState`.
    ///
    /// Invariant: only changed under the lock of the registry. A shape lives as long as the scope's parent.
    let shapeWord = AtomicField<UInt>(ShapeState.none)
    /// The nodes of the imposers below.
    ///
    /// A searcher sets this before it locks the parent's registry; a writer reads it after unlocking that. The one
    /// that locks second sees the other.
    private let below = OnceReference<NodesBelow>()
    /// Its place among the nodes below the node above.
    @exclusivity(unchecked)
    var place = NodesBelow.Place()
    /// Whether the node above is still to remove it from its list.
    private let isAdopted = AtomicField(false)
    /// Whether it is the node of a scope which its directory does not find through its own imposers.
    let isGuest: Bool
    /// The node of a scope's parent.
    ///
    /// Invariant: only looked at on behalf of the imposer, whose parent lives as long.
    let upper: UncountedReference<ImposerNode>?
    /// What inspecting notes of it.
    let notes = OnceReference<Notes>()
    private let told = OnceReference<ToldRequests>()
    private let end = OnceReference<Disposal>()
    /// The end of the body that a scope was opened for, and of the disposal that follows.
    let body = Ending()
    /// The keys that were imposed on a scope when it was disposed of.
    ///
    /// Invariant: set under the registry's lock, when the registry is emptied. So code that finds it empty finds this.
    let closed = OnceReference<Boxed<[RegistrationKey]>>()
    /// The address of the shape that a scope had then, whose keys are the same; 0 if it had none.
    let closedShape = AtomicField<UInt>(0)
    /// Whether it answers nothing once it is disposed of, no matter who would keep the instance.
    private let isBarring = AtomicField(false)
    private static let lastNumber = AtomicField<SerialNumber>(0)

    /// Makes the node of a scope.
    ///
    /// - Parameters:
    ///   - title: The name that it was opened under.
    ///   - isGuest: Whether it is a guest of its directory.
    ///   - upper: The node of the scope's parent.
    init(scope title: ScopeTitle, isGuest: Bool, below upper: UncountedReference<ImposerNode>) {
        number = Self.lastNumber.add(1, ordering: .relaxed)
        self.title = .scope(title)
        self.isGuest = isGuest
        self.upper = upper
        // Invariant: it is the same object.
        super.init(below: UncountedReference(known: upper))
    }

    /// - Parameter answers: Nil for a copy that remembers nothing.
    init(_ title: ImposerTitle, answers: AnswerCache?) {
        upper = nil
        isGuest = false
        number = Self.lastNumber.add(1, ordering: .relaxed)
        self.title = title
        super.init()
        if let answers { _ = ownAnswers.storeIfNil(answers) }
    }

    /// The answers that are remembered here; nil for a scope that has never had its own registrations: each of its
    /// answers is its parent's.
    var answers: AnswerCache? { ownAnswers.load() ?? shape?.answers }

    /// The root of the shapes of scopes that are opened in the imposer, which is in no scope.
    var rootShape: UncountedReference<ScopeShape>? {
        ownAnswers.unretained?.with { $0.rootShape }
    }

    /// The answers that it shares with no other imposer.
    var unsharedAnswers: AnswerCache? { ownAnswers.load() }

    /// Returns the requests that observers were told of.
    func openToldRequests() -> ToldRequests {
        told.load() ?? told.storeIfNil(ToldRequests())
    }

    var remembersAnswers: Bool { ownAnswers.isSet || shapeWord.load(ordering: .acquiring) != ShapeState.none }

    /// Copies the registrations of another node; both hold them from then on.
    func copyRegistrations(of original: ImposerNode) {
        let copy = original.registry.withLock { $0.copy() }
        registry.withLock { $0 = copy }
    }

    /// The name that a scope was opened under.
    var name: InjectionName? {
        guard case .scope(let title) = title else { return nil }
        return title.name
    }

    /// Whether it is the node of a scope.
    var isOfScope: Bool {
        guard case .scope = title else { return false }
        return true
    }

    /// The disposal, or nil if it was not disposed of.
    var disposal: Disposal? { end.load() }

    var isDisposed: Bool { end.isSet }

    /// Whether it was disposed of, answers nothing any more and stops searches. Most scopes don't stop a search that
    /// they had no answer for.
    var isBarred: Bool {
        guard let disposal else { return false }
        if isOfScope { return disposal.body != nil || isBarring.load(ordering: .acquiring) }
        return true
    }

    /// Adds the node of an imposer whose parent has this node.
    ///
    /// - Parameter imposer: The imposer. It is not held, and must take itself out when its deinit begins, and its node
    ///   before it ends.
    func adopt(_ child: ImposerNode, of imposer: Imposer) {
        child.isAdopted.store(true, ordering: .relaxed)
        if !below.isSet { _ = openBelow() }
        below.unretained?.with { $0.add(child, of: imposer) }
    }

    /// Returns whether the node above still has to remove it from its list, which is true only once.
    func takeLeave() -> Bool {
        isAdopted.load(ordering: .relaxed) && isAdopted.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Finds the imposer of a node no more, whose deinit has begun.
    func forgetImposer(of child: ImposerNode) {
        below.unretained?.with { $0.forgetImposer(of: child) }
    }

    func disown(_ child: ImposerNode) {
        below.unretained?.with { $0.remove(child) }
        guard child.below.isSet else { return }
        let lenders = child.below.load()?.loans.withLock { exchange(&$0.lenders, with: []) }
        for lender in lenders ?? [] { lender.below.load()?.loans.withLock { $0.borrowers[child.number] = nil } }
    }

    /// Makes a lender, which is no ancestor, look here, too, when one of its registrations goes.
    func borrow(from lender: ImposerNode) {
        let isNew = lender.openBelow().loans.withLock { $0.borrowers.updateValue(self, forKey: number) == nil }
        if isNew { openBelow().loans.withLock { $0.lenders.append(lender) } }
    }

    /// Whether it may have nodes below it.
    var hasNodesBelow: Bool { below.isSet }

    private func openBelow() -> NodesBelow {
        below.load() ?? below.storeIfNil(NodesBelow(areMany: !isOfScope))
    }

    /// The scopes below that were opened under a name and are still held, the latest first.
    ///
    /// They are not even held weakly here: a weak reference makes every use of an object slower.
    func scopes(named name: InjectionName) -> [Imposer] {
        guard let below = below.load() else { return [] }
        // Compared with the lock open: a name's `==` is user code.
        return below.nodes.filter { $0.name == name && !$0.isDisposed }.compactMap { below.imposer(of: $0) }
    }

    /// Returns an imposer, which must be this node's own, and all imposers below it that are alive, in the order they
    /// were made.
    func withAllBelow(of imposer: Imposer) -> [Imposer] {
        guard let below = below.load() else { return [imposer] }
        let children = below.nodes.reversed().compactMap { below.imposer(of: $0) }
        return [imposer] + children.flatMap { $0.node.withAllBelow(of: $0) }
    }

    /// Calls `body` with this node and all those below it.
    func forEach(_ body: (ImposerNode) -> Void) {
        body(self)
        guard let below = below.load() else { return }
        for child in below.nodes { child.forEach(body) }
    }

    /// Calls `body` with all nodes below this one, and with their imposers; with nil in place of one that is going: its
    /// deinit has begun.
    func forEachBelow(_ body: (ImposerNode, Imposer?) -> Void) {
        guard let below = below.load() else { return }
        for child in below.nodes {
            body(child, below.imposer(of: child))
            child.forEachBelow(body)
        }
    }

    /// Calls `body` with the nodes elsewhere that keep instances of this imposer's registrations.
    func forEachBorrowing(_ body: (ImposerNode) -> Void) {
        guard let below = below.load() else { return }
        for borrower in below.loans.withLock({ Array($0.borrowers.values) }) { body(borrower) }
    }

    /// Runs a change that may let go of instances, with a lock held that others have, too: see `Imposer.change`.
    func changing<Result>(_ body: () -> Result) -> Result { StripedLock.withLock(of: self, body) }

    /// The registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { registry.withLock { $0.records } }

    /// Lets go of all instances and registrations for good: providers may hold the imposer.
    private func dropEverything(into deferred: inout DeferredRelease) {
        forgetAll(.disposed, into: &deferred)
        // Where nothing can be remembered, nothing was ever imposed; a copy's registrations are its original's.
        guard remembersAnswers else { return }
        dropRegistrations(into: &deferred)
    }

    private func dropRegistrations(into deferred: inout DeferredRelease) {
        var dropped = registry.withLock { registry in
            if hasShape {
                closedShape.store(shapeWord.load(ordering: .relaxed), ordering: .releasing)
            } else if isOfScope {
                // Others stop every search, whatever it is for.
                _ = closed.setIfNil(Boxed(registry.keysInForce))
            }
            shapeWord.store(ShapeState.unshared, ordering: .sequentiallyConsistent)
            deferred.add(registry.takeGiven())
            return exchange(&registry, with: Registry())
        }
        let records = dropped.records
        // By position: a copy has many, none of them its own.
        for position in records.indices where records[position]?.owner == number { records[position]?.leave(number) }
        deferred.hold(all: records)
        unsharedAnswers?.forget(into: &deferred)
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    func holdAllWeakly(into deferred: inout DeferredRelease) {
        holdWeakly(into: &deferred)
        unsharedAnswers?.forget(into: &deferred)
    }

    /// Closes this node and the scopes below for good, except those that another disposal has closed: what these kept
    /// is its own to dispose of, since somebody may be waiting for that.
    ///
    /// - Parameters:
    ///   - deferred: Receives the instances.
    /// - Returns: The disposal that came before this one; nil if none did.
    func dispose(_ disposal: Disposal, into deferred: inout DeferredRelease) -> Disposal? {
        // Injections see that it is closed before anything is gone.
        guard end.setIfNil(disposal) else { return end.load() }
        dropEverything(into: &deferred)
        guard let below = below.load() else { return nil }
        for child in below.nodes { _ = child.dispose(disposal, into: &deferred) }
        return nil
    }

    /// Closes this node, in which nothing was ever kept, since it belongs to something that has ended: it answers
    /// nothing, and no search passes it.
    func disposeOfNothing(_ disposal: Disposal) {
        isBarring.store(true, ordering: .releasing)
        var deferred = DeferredRelease()
        _ = dispose(disposal, into: &deferred)
    }

    /// Empties it when its imposer goes: others may hold it for another moment, but not its content.
    ///
    /// - Parameters:
    ///   - owner: Its imposer, or one above it, if there still is any.
    ///   - isFound: Whether the node stays below its parent until this returns.
    func clear(for owner: (any InstanceOwner)?, isFound: Bool = false) {
        var deferred = DeferredRelease()
        let disposal = Disposal(at: nil)
        _ = dispose(disposal, into: &deferred)
        if !isFound, deferred.hasDisposers, let owner { disposal.announce([owner]) }
        deferred.release(for: owner, completing: disposal)
    }
}
