extension Imposer {
    /// Tells it from all other imposers of the process.
    var number: SerialNumber { branch.number }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        branch.registry.withLock { $0.record(for: key) }
    }

    /// Whether a registration of this imposer can answer: an alias of what is not imposed here any more can't.
    func isInForce(_ record: RegistrationRecord) -> Bool {
        record.original == nil || source(of: record) != nil
    }

    /// The registration that gives the instance of another one: the same, or what it is an alias of, which may be an
    /// alias again.
    ///
    /// - Returns: Nil if that is not imposed here any more, or if the aliases go round in a circle.
    func source(of record: RegistrationRecord) -> RegistrationRecord? {
        branch.registry.withLock { $0.source(of: record) }
    }

    /// What the answers begin with that it shares with other scopes of its parent: only scopes do, where nothing but the
    /// scope itself comes between it and what all of them search.
    var rootShape: Unmanaged<ScopeShape>? {
        guard scopeState != nil else { return nil }
        return unretainedParent?._withUnsafeGuaranteedRef { $0.isScoped ? nil : $0.branch.rootShape }
    }

    /// All registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { branch.records }

    var registrationCount: Int {
        branch.registry.withLock { $0.count }
    }

    /// What was said to be given in scopes, in the order in which that was said.
    var expectations: [Expectation] {
        branch.registry.withLock { $0.expectations }?.content ?? []
    }

    /// What keeps the instances of a registration that this imposer holds.
    ///
    /// - Returns: Nil if it does not hold it any more.
    func keeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : branch.openBook()?.keeper(for: record, heldBy: self)
    }

    /// The same, if anything was ever kept.
    func existingKeeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : branch.book?.existingKeeper(for: record)
    }

    /// Lets go of all instances that are kept of its registrations.
    ///
    /// - Returns: What went wrong until it returned.
    @discardableResult
    func forgetAllInstances() -> [ImposeError] {
        if let handled { return handled.forgetAllInstances() }
        var garbage = Garbage()
        forgetAllInstances(into: &garbage) { forget in forget(nil) }
        return garbage.release(telling: homeDirectory, of: numbersUpward)
    }

    /// - Parameter closing: Calls what it is given with the reason why nothing may be kept here any more, or nil if it may.
    func forgetAllInstances(into garbage: inout Garbage, closing: ((InstanceStore.Closing?) -> Void) -> Void) {
        let scopes = scopesThatKeep
        Branch.reset([branch] + scopes) {
            closing { branch.forgetInstances($0, into: &garbage) }
            forgetInstances(in: scopes, into: &garbage)
            // One that was opened meanwhile may have built something with what is forgotten now. What is opened from now on
            // can't.
            let known = Set(scopes.map(ObjectIdentifier.init))
            let others = scopesThatKeep.filter { !known.contains(ObjectIdentifier($0)) }
            Branch.reset(others) { forgetInstances(in: others, into: &garbage) }
            forgetAnswers(into: &garbage)
        }
    }

    /// Lets go of what scopes keep of its registrations.
    private func forgetInstances(in scopes: [Branch], into garbage: inout Garbage) {
        for case let record? in records where record.option.lifetime == .scopedInstance {
            for scope in scopes { scope.book?.forget(record, into: &garbage) }
        }
    }

    /// To be called after a change to the registrations that may change an answer, here or in an imposer that searches
    /// this one.
    func forgetAnswers() {
        change { _ in }
    }

    /// To be called after a change to a registration of this imposer, which the copies of its directory share.
    func forgetAnswersOfAllCopies() {
        // What is said to one scope's registration is not said to those of others.
        stopSharingAnswers()
        forgetAnswers()
        guard let directory else { return }
        for copy in DirectoryCopies.all(of: directory) { copy.imposers.first?.forgetAnswers() }
    }

    /// To be called after a scope of its own was given something.
    func forgetAnswersBelow() {
        if branch.hasBranches { forgetAnswers() }
    }

    /// Makes a scope's answers its own, before something changes that other scopes don't share.
    func stopSharingAnswers() {
        if scopeState != nil { branch.registry.withLock { _ in branch.stopSharingAnswers() } }
    }

    /// Completes a change to the registrations: forgets instances and answers, and releases them at the very end.
    func change(_ forgetInstances: (inout Garbage) -> Void) {
        var garbage = Garbage()
        forgetInstances(&garbage)
        forgetAnswers(into: &garbage)
        garbage.release(telling: homeDirectory, of: numbersUpward)
    }

    func forget(_ record: RegistrationRecord?, into garbage: inout Garbage) {
        guard let record else { return }
        record.leave(number)
        garbage.add(record)
        if record.owner == number { record.forgetInstances(.outdated, into: &garbage) }
        branch.forEachKeeping { $0.book?.forget(record, into: &garbage) }
        forEachThatSearches { $0.book?.forget(record, into: &garbage) }
    }

    /// What may keep instances of this imposer's registrations besides itself: open scopes.
    private var scopesThatKeep: [Branch] {
        var keepers: [SerialNumber: Branch] = [:]
        branch.forEachKeeping { keepers[$0.number] = $0 }
        forEachThatSearches { keepers[$0.number] = $0 }
        keepers[number] = nil
        return keepers.values.filter(\.mayKeepForOthers)
    }

    private func forgetAnswers(into garbage: inout Garbage) {
        forEachThatSearches { $0.unsharedAnswers?.forget(into: &garbage) }
    }

    /// Goes through all imposers that may search this one: itself, those below it, and all of its directory.
    private func forEachThatSearches(_ body: (Branch) -> Void) {
        branch.forEach(body)
        guard let directory else { return }
        for imposer in directory.imposers where imposer !== self { imposer.branch.forEach(body) }
    }
}

extension RegistrationRecord {
    /// The instance that an imposer keeps of it for no arguments, if there is one.
    func existingInstance(in holder: Imposer) -> Any? {
        guard original == nil, let kept = holder.existingKeeper(for: self)?.existingInstance else { return nil }
        return value(of: kept)
    }
}
