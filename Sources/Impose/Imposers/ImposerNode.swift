/// The state of an imposer or a scope: its registrations, the instances that it keeps, and its end.
///
/// An `Imposer` is the user's token on it. The node ends with the token, and may be held for longer, by what was made for
/// an instance that it kept: whoever asks it then is told that it has ended. It holds its parent, and is not held by it:
/// so the nodes form a tree in which a change finds what is below without keeping it.
///
/// `@unchecked Sendable`: all that changes has a lock or is atomic; `place` is only touched by `NodesBelow`.
package final class ImposerNode: InstanceKeeper, @unchecked Sendable {
    /// The position in the order of all imposers of the process; never used again.
    let number = lastNumber.add(1, ordering: .relaxed)
    package let title: ImposerTitle
    /// The parent, without a reference to it.
    ///
    /// Invariant: held by `heldParent`, or by the process's directory, which lets go of no imposer.
    let unretainedParent: UncountedReference<ImposerNode>?
    /// Nil for a parent in the process's directory: threads that count references to one object wait for each other.
    private let heldParent: ImposerNode?
    /// Whether it is found in the process's directory, which needs no reference: reading a weak one would cost more
    /// than all else here.
    let isOfProcess: Bool
    /// The directory that it is found in, except the process's. The directory owns it, hence the weak reference.
    private weak let isolatedDirectory: Directory?
    /// The directory that a scope was opened in, or that the parent is found in, which it stays as long as.
    /// Nil for the process's.
    private let heldDirectory: Directory?
    /// Where it was opened, if it is the node of a scope.
    let opening: Location?
    /// Whether it is the node of a scope which its directory, that will end, does not find through its own imposers.
    let isGuest: Bool
    let registry = LockedState(Registry())
    let ownAnswers = OnceReference<AnswerCache>()
    /// The table in which its answers are found. For a scope, it is always empty: see `homeBelowParent`.
    let home: AnswerTableReference
    /// The address of the layout that a scope shares with others, or a `LayoutState`.
    ///
    /// Invariant: only changed under the lock of the registry. A layout lives as long as the scope's parent.
    let layoutWord = AtomicField<UInt>(LayoutState.none)
    /// The nodes of the imposers below.
    ///
    /// A searcher sets this before it locks the parent's registry; a writer reads it after unlocking that. The one
    /// that locks second sees the other.
    private let below = OnceReference<NodesBelow>()
    /// Its place among the nodes below the parent.
    @exclusivity(unchecked)
    var place = NodesBelow.Place()
    /// Whether the parent is still to remove it from its list.
    private let isAdopted = AtomicField(false)
    private let tokenLock = BriefLock()
    /// The imposer, until its deinit begins.
    @exclusivity(unchecked)
    private var token: UncountedReference<Imposer>?
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
    /// The address of the layout that a scope had then, whose keys are the same; 0 if it had none.
    let closedLayout = AtomicField<UInt>(0)
    /// Whether it answers nothing once it is disposed of, no matter who would keep the instance.
    let isBarring = AtomicField(false)

    private static let lastNumber = AtomicField<SerialNumber>(0)

    /// Makes the node of a scope.
    ///
    /// - Parameters:
    ///   - title: The name that it was opened under.
    ///   - directory: The directory that it is opened in; nil for the process's.
    init(
        scope title: ScopeTitle,
        below parent: UncountedReference<ImposerNode>,
        in directory: Directory?,
        isGuest: Bool,
        at location: Location
    ) {
        self.title = .scope(title)
        (unretainedParent, opening, self.isGuest) = (parent, location, isGuest)
        heldParent = parent.with { $0.isOfProcess } ? nil : parent.object
        (isOfProcess, isolatedDirectory) = (false, nil)
        heldDirectory = directory
        home = AnswerCache.none.home
        // Invariant: it is the same object.
        super.init(below: UncountedReference(known: parent))
    }

    /// Makes the node of an imposer in a directory, or of a private one.
    ///
    /// - Parameters:
    ///   - directory: The directory that it is found in; nil for none.
    ///   - remembersAnswers: Whether answers are remembered; where they are not, each request is seen.
    init(
        _ title: ImposerTitle,
        below parent: ImposerNode? = nil,
        in directory: Directory? = nil,
        remembersAnswers: Bool
    ) {
        self.title = title
        unretainedParent = parent.map { UncountedReference($0) }
        heldParent = parent.flatMap { $0.isOfProcess ? nil : $0 }
        isOfProcess = directory === Directory.process
        isolatedDirectory = isOfProcess ? nil : directory
        let outer = parent?.directory
        heldDirectory = outer === Directory.process ? nil : outer
        (opening, isGuest) = (nil, false)
        let answers: AnswerCache?
        if case .member(.primary) = title, isOfProcess {
            answers = AnswerCache(isProcessPrimary: true)
        } else {
            answers = remembersAnswers ? AnswerCache(isProcessPrimary: false) : nil
        }
        home = (answers ?? .none).home
        super.init()
        if let answers { _ = ownAnswers.storeIfNil(answers) }
    }

    // MARK: What it is

    /// The type by which it is found, if it is in a directory.
    var type: ImposerType? {
        guard case .member(let type) = title else { return nil }
        return type
    }

    /// Whether it is in a directory.
    package var isMember: Bool { type != nil }

    /// Whether it is the node of a scope.
    package var isOfScope: Bool { opening != nil }

    /// The name that a scope was opened under.
    package var name: InjectionName? {
        guard case .scope(let title) = title else { return nil }
        return title.name
    }

    /// The imposer in which registrations are looked for next, if there are none here.
    var parent: ImposerNode? { unretainedParent?.object }

    /// The directory that it is found in; a directory that has ended in place of one that is gone.
    var directory: Directory? {
        if isOfProcess { return .process }
        return isMember ? isolatedDirectory ?? .gone : nil
    }

    /// The directory that a scope was opened in; nil for other imposers.
    var scopeDirectory: Directory? { isOfScope ? heldDirectory ?? .process : nil }

    /// Whether it is a scope of the process's directory.
    var isScopeOfProcess: Bool { isOfScope && heldDirectory == nil }

    /// What keeps the instances alive that the directory around it has. An imposer that such an instance opens must not.
    var leaseToHold: DirectoryLease? {
        heldDirectory.flatMap { ResolutionPath.isBuildingHeldInstance ? nil : $0.lease }
    }

    /// Its imposer; nil once the imposer's deinit has begun.
    package var imposer: Imposer? {
        // Invariant: the memory is there, since a deinit that has begun waits for the lock.
        tokenLock.withLock { token?.objectIfAlive }
    }

    /// Gets its imposer, before another thread can see it.
    func attach(_ imposer: Imposer) { token = UncountedReference(imposer) }

    // MARK: Answers

    /// The answers that it shares with no other imposer.
    var unsharedAnswers: AnswerCache? { ownAnswers.load() }

    var remembersAnswers: Bool { ownAnswers.isSet || layoutWord.load(ordering: .acquiring) != LayoutState.none }

    /// Returns the requests that observers were told of.
    func openToldRequests() -> ToldRequests {
        told.load() ?? told.storeIfNil(ToldRequests())
    }

    // MARK: Nodes below

    /// Adds a node whose parent this is. It is not held, and must take itself out before it is released.
    func adopt(_ child: ImposerNode) {
        child.isAdopted.store(true, ordering: .relaxed)
        if !below.isSet { _ = openBelow() }
        below.unretained?.with { $0.add(child) }
    }

    /// Opens a scope.
    ///
    /// - Parameters:
    ///   - title: The name of the scope.
    ///   - directory: The directory to open it in; nil for the one that this imposer belongs to, or the current one.
    ///   - location: The line that opens it.
    ///   - hasBody: Whether it is disposed of when a body ends.
    func openScope(
        _ title: ScopeTitle,
        in directory: Directory? = nil,
        at location: Location,
        hasBody: Bool = false
    ) -> Imposer {
        let below = UncountedReference(self)
        // Nearly always it is the process's, without a reference to it: threads that count those wait for each other.
        var (held, isGuest): (Directory?, Bool) = (nil, false)
        if directory != nil || !isOfProcess && !isScopeOfProcess {
            let home = homeDirectory
            let directory = directory ?? home ?? .current
            held = directory === Directory.process ? nil : directory
            isGuest = home == nil && directory.endsWithBody
        }
        let node = ImposerNode(scope: title, below: below, in: held, isGuest: isGuest, at: location)
        if hasBody { node.body.begin() }
        let scope = Imposer(node, below: self)
        // Code that disposes of the parent, or ends the directory, closes it first and then looks for scopes.
        let end = isGuest ? held?.takeIn(node) : nil
        guard let refusal = disposal ?? end ?? refusingShutdown(for: self)?.refusal else { return scope }
        node.disposeOfNothing(refusal)
        // Nobody needs to wait for it.
        node.body.end()
        return scope
    }

    /// Removes it from the lists by which its parent or its directory would dispose of it.
    func leave() {
        guard isAdopted.load(ordering: .relaxed), isAdopted.exchange(false, ordering: .acquiringAndReleasing) else {
            return
        }
        unretainedParent?.with { $0.disown(self) }
        if isGuest { scopeDirectory?.dismiss(self) }
    }

    /// Removes it from these lists once it is disposed of; it stays there as long as it lives if something below it may
    /// yet have to be found. Also as long as a body runs in it, for which a shutdown waits.
    func leaveWhenDisposed() {
        if !body.isUnderWay, !hasNodesBelow { leave() }
    }

    private func disown(_ child: ImposerNode) {
        below.unretained?.with { $0.remove(child) }
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
    func scopes(named name: InjectionName) -> [Imposer] {
        // Compared with the lock open: a name's `==` is user code.
        below.load()?.nodes.filter { $0.name == name && !$0.isDisposed }.compactMap(\.imposer) ?? []
    }

    /// This node and all below it, in the order they were made.
    var withAllBelow: [ImposerNode] {
        [self] + (below.load()?.nodes.reversed() ?? []).flatMap(\.withAllBelow)
    }

    /// Calls `body` with this node and all those below it.
    func forEach(_ body: (ImposerNode) -> Void) {
        body(self)
        for child in below.unretained?.with({ $0.nodes }) ?? [] { child.forEach(body) }
    }

    /// Calls `body` with the nodes elsewhere that keep instances of this imposer's registrations.
    func forEachBorrowing(_ body: (ImposerNode) -> Void) {
        guard let below = below.load() else { return }
        for borrower in below.loans.withLock({ Array($0.borrowers.values) }) { body(borrower) }
    }

    /// Runs a change that may let go of instances, with a lock held that others have, too: see `change`.
    func changing<Result>(_ body: () -> Result) -> Result { StripedLock.withLock(of: self, body) }

    // MARK: The end

    /// The disposal, or nil if it was not disposed of.
    var disposal: Disposal? { end.load() }

    package var isDisposed: Bool { end.isSet }

    /// Lets go of all instances and registrations for good: providers may hold the imposer.
    private func dropEverything(into deferred: inout DeferredRelease) {
        forgetAll(.disposed, into: &deferred)
        let old = registry.withLock { registry -> Registry? in
            // Where nothing can be remembered, nothing was ever imposed; a copy's registrations are its original's.
            guard remembersAnswers else { return nil }
            if hasLayout {
                closedLayout.store(layoutWord.load(ordering: .relaxed), ordering: .releasing)
            } else if isOfScope {
                // Others stop every search, whatever it is for.
                _ = closed.setIfNil(Boxed(registry.keysInForce))
            }
            layoutWord.store(LayoutState.unshared, ordering: .sequentiallyConsistent)
            deferred.add(registry.takeGiven())
            return exchange(&registry, with: Registry())
        }
        guard let dropped = old else { return }
        dropped.forEachOfItsOwn { if $0.owner == number { $0.noteRemoved(from: number) } }
        deferred.hold(all: dropped.earlyRecords)
        deferred.hold(all: dropped.late)
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
        for child in below.load()?.nodes ?? [] { _ = child.dispose(disposal, into: &deferred) }
        return nil
    }

    /// Closes this node, in which nothing was ever kept, since it belongs to something that has ended: it answers
    /// nothing, and no search passes it.
    func disposeOfNothing(_ disposal: Disposal) {
        isBarring.store(true, ordering: .releasing)
        var deferred = DeferredRelease()
        _ = dispose(disposal, into: &deferred)
    }

    /// Ends it with its imposer, whose deinit has begun.
    func endWithImposer() {
        tokenLock.withLock { token = nil }
        if !isMember, !isOfScope { Inspector.current?.imposerIsGoing(self) }
        if !isDisposed {
            let disposal = Disposal(at: nil)
            var deferred = DeferredRelease()
            _ = dispose(disposal, into: &deferred)
            deferred.release(for: self, completing: disposal)
        }
        // Last: until here its parent finds it, and what goes on below.
        leave()
        Shutdown.forget(Shutdown.Subject(self))
    }
}

extension ImposerNode: CustomStringConvertible {
    package var description: String { title.description }
}
