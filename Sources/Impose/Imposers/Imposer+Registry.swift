extension Imposer {
    /// Tells it from all other imposers of the process.
    var number: SerialNumber { node.number }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        node.registry.withLock { $0.record(for: key) }
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
        node.registry.withLock { $0.source(of: record) }
    }

    /// What the answers begin with that it shares with other scopes of its parent: only scopes do, where nothing but the
    /// scope itself comes between it and what all of them search.
    var rootShape: UncountedReference<ScopeShape>? {
        guard scopeState != nil else { return nil }
        return unretainedParent?.with { $0.isScoped ? nil : $0.node.rootShape }
    }

    /// All registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { node.records }

    var registrationCount: Int {
        node.registry.withLock { $0.count }
    }

    /// What was said to be given in scopes, in the order in which that was said.
    var expectations: [Expectation] {
        node.registry.withLock { $0.expectations }?.content ?? []
    }

    /// What keeps the instances of a registration that this imposer holds.
    ///
    /// - Returns: Nil if it does not hold it any more.
    func keeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : node.openBook()?.keeper(for: record, heldBy: self)
    }

    /// The same, if anything was ever kept.
    func existingKeeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : node.book?.existingKeeper(for: record)
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
        if node.hasNodesBelow { forgetAnswers() }
    }

    /// Makes a scope's answers its own, before something changes that other scopes don't share.
    func stopSharingAnswers() {
        if scopeState != nil { node.registry.withLock { _ in node.stopSharingAnswers() } }
    }

    /// Completes a change to the registrations: forgets instances and answers, and releases them at the very end.
    func change(_ forgetInstances: (inout DeferredRelease) -> Void) {
        var deferred = DeferredRelease()
        forgetInstances(&deferred)
        forgetAnswers(into: &deferred)
        deferred.release(telling: homeDirectory, of: numbersUpward)
    }

    func forget(_ record: RegistrationRecord?, into deferred: inout DeferredRelease) {
        guard let record else { return }
        record.leave(number)
        deferred.add(record)
        if record.owner == number { record.forgetInstances(.outdated, into: &deferred) }
        node.forEachKeeping { $0.book?.forget(record, into: &deferred) }
        forEachThatSearches { $0.book?.forget(record, into: &deferred) }
    }

    func forgetAnswers(into deferred: inout DeferredRelease) {
        forEachThatSearches { $0.unsharedAnswers?.forget(into: &deferred) }
    }

    /// Goes through all imposers that may search this one: itself, those below it, and all of its directory.
    func forEachThatSearches(_ body: (ImposerNode) -> Void) {
        node.forEach(body)
        guard let directory else { return }
        for imposer in directory.imposers where imposer !== self { imposer.node.forEach(body) }
    }
}

extension RegistrationRecord {
    /// The instance that an imposer keeps of it for no arguments, if there is one.
    func existingInstance(in holder: Imposer) -> Any? {
        guard original == nil, let kept = holder.existingKeeper(for: self)?.existingInstance else { return nil }
        return value(of: kept)
    }
}
