// The registrations of a node: reading them, changing them, and forgetting answers after that.

extension ImposerNode {
    @inline(never)
    func record(for key: RegistrationKey) -> RegistrationRecord? {
        registry.withLock { $0.record(for: key) }
    }

    /// The registration for exactly a type and a name, if it can answer.
    func recordInForce(for key: RegistrationKey) -> RegistrationRecord? {
        record(for: key).flatMap { isInForce($0) ? $0 : nil }
    }

    /// Whether a registration of this imposer can answer: an alias whose original is not imposed here any more can't.
    func isInForce(_ record: RegistrationRecord) -> Bool {
        record.original == nil || source(of: record) != nil
    }

    /// The registration that provides the instance of another one: the same, or its original if it is an alias, which
    /// may be an alias again.
    ///
    /// - Returns: Nil if the original is not imposed here any more, or if the aliases form a cycle.
    func source(of record: RegistrationRecord) -> RegistrationRecord? {
        registry.withLock { $0.source(of: record) }
    }

    /// The root of the layouts that a scope shares with others of its parent. Nil unless it is a scope whose parent is
    /// in no scope: then nothing but the scope itself comes before the imposers that all of them search.
    var rootLayout: UncountedReference<ScopeLayout>? {
        guard isOfScope else { return nil }
        return unretainedParent?.with { parent in
            parent.isScoped ? nil : parent.ownAnswers.unretained?.with { $0.rootLayout }
        }
    }

    /// All registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { registry.withLock { $0.records } }

    /// The registrations for subtypes of a type, whatever their names, with their distances.
    func compatible(with type: any Any.Type) -> [(record: RegistrationRecord, distance: Int)] {
        // A scope has few, and nobody copies it.
        registry.withLock { $0.searched(remembersMatches: !isOfScope) }.compatible(with: type)
    }

    /// The announcements of values given in scopes, in the order in which they were made.
    var expectations: [Expectation] {
        registry.withLock { $0.expectations }?.content ?? []
    }

    /// Forgets answers. Call it after a change to the registrations that may change an answer, here or in an imposer
    /// that searches this one.
    func forgetAnswers() {
        var deferred = DeferredRelease()
        forgetAnswers(into: &deferred)
        deferred.release(for: self)
    }

    /// Forgets answers in all copies of its directory. Call it after a change to a registration, which they share.
    func forgetAnswersOfAllCopies() {
        // A change to one scope's registration is not one to the registrations of other scopes.
        stopSharingAnswersOfScope()
        forgetAnswers()
        guard let directory else { return }
        for copy in DirectoryCopies.all(of: directory) { copy.members.first?.forgetAnswers() }
    }

    /// Makes a scope's answers its own, before a change that other scopes don't share.
    func stopSharingAnswersOfScope() {
        if isOfScope { registry.withLock { _ in stopSharingAnswers() } }
    }

    /// Makes a change to the registrations, forgets instances and answers, and releases them at the very end.
    ///
    /// An end further up that looks for releases, see `Disposal.all`, has taken out before whatever it found kept,
    /// and takes the lock of each node that it looks at. Either it comes first: then the change takes nothing that the
    /// end has not taken or left to the change's node for good. Or it comes second: then what the change has taken out
    /// is announced, and stays so until the last disposer is done, or the change has taken nothing. So nothing need be
    /// announced where nothing was kept, as with nearly every change.
    ///
    /// - Parameter body: Changes the registrations and forgets instances, with the lock held. It releases nothing.
    func change(_ body: (inout DeferredRelease) -> Void) {
        var deferred = DeferredRelease()
        // Held as long as the lock is: reading a weak reference may leave one with the last strong one. The process's stays.
        let directory = isOfProcess || isScopeOfProcess ? nil : homeDirectory
        let disposal = changing {
            body(&deferred)
            return deferred.hasInstances ? Disposal(changing: self) : nil
        }
        forgetAnswers(into: &deferred)
        withExtendedLifetime(directory) { _ = deferred.release(for: self, completing: disposal) }
    }

    /// Lets go of what is kept of registrations that were taken out.
    func letGo(of records: [RegistrationRecord], into deferred: inout DeferredRelease) {
        if records.isEmpty { return }
        for record in records { record.noteRemoved(from: number) }
        deferred.hold(records)
        func forget(in node: ImposerNode) {
            // With the last reference to a scope that has just ended its directory may go, and run deinits: not here, where
            // the caller has a lock.
            if node.isOfScope { deferred.hold(node) }
            for record in records { node.forget(record, into: &deferred) }
        }
        forEachBorrowing(forget)
        forEachThatSearches(forget)
    }

    func forgetAnswers(into deferred: inout DeferredRelease) {
        forEachThatSearches { $0.ownAnswers.unretained?.with { $0.forget(into: &deferred) } }
    }

    /// Calls `body` for all imposers that may search this one: itself, those below it, and all of its directory.
    func forEachThatSearches(_ body: (ImposerNode) -> Void) {
        forEach(body)
        guard let directory else { return }
        for imposer in directory.imposers where imposer.node !== self { imposer.node.forEach(body) }
    }
}
