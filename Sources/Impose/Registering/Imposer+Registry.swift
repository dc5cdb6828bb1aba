extension Imposer {
    /// Tells it from all other imposers of the process.
    var number: SerialNumber { branch.number }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        branch.registry.withLock { $0.record(for: key) }
    }

    /// Whether a registration of this imposer can answer: an alias of what is not imposed here any more can't.
    func isInForce(_ record: RegistrationRecord) -> Bool {
        record.original.map { self.record(for: $0) != nil } ?? true
    }

    /// All registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { branch.records }

    var registrationCount: Int {
        branch.registry.withLock { $0.count }
    }

    /// What keeps the instances of a registration that this imposer holds.
    ///
    /// - Returns: Nil if it does not hold it any more.
    func keeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : branch.book?.keeper(for: record, heldBy: self)
    }

    /// The same, if anything was ever kept.
    func existingKeeper(for record: RegistrationRecord) -> InstanceKeeper? {
        record.owner == number ? record : branch.book?.existingKeeper(for: record)
    }

    /// Adds a registration, unless it is to leave an earlier one in place.
    func add<T>(_ record: TypedRegistration<T>, onConflict policy: ConflictPolicy) -> Registration<T> {
        // Nobody can ask one that was disposed of.
        guard !branch.isDisposed else { return Registration(record: record, imposer: self, isInForce: false) }
        branch.willHoldRegistrations()
        let watch = WinnerWatch(self)
        let (isAdded, replaced) = branch.registry.withLock { registry -> (Bool, RegistrationRecord?) in
            // Whoever disposes of it closes it first and then empties the registry, under the same lock.
            if branch.isDisposed { return (false, nil) }
            if policy == .keep, registry.record(for: record.key) != nil { return (false, nil) }
            return (true, registry.add(record))
        }
        if let replaced { Provision.current?.note(record, replacing: replaced, on: self) }
        change { garbage in forget(replaced, into: &garbage) }
        if isAdded { watch?.report(record, replacing: replaced) }
        return Registration(record: record, imposer: self, isInForce: isAdded)
    }

    func removeRecord(for key: RegistrationKey) -> Bool {
        let watch = WinnerWatch(self)
        let removed = branch.registry.withLock { $0.remove(key) }
        // Also if there was none: somebody else may be about to complete its removal.
        change { garbage in forget(removed, into: &garbage) }
        watch?.report(removed: [removed].compactMap { $0 })
        return removed != nil
    }

    func removeAllRecords() {
        let watch = WinnerWatch(self)
        var dropped = branch.registry.withLock { exchange(&$0, with: Registry()) }
        let removed = dropped.records.compactMap { $0 }
        change { garbage in
            for record in removed { forget(record, into: &garbage) }
        }
        watch?.report(removed: removed)
    }

    func forgetAllInstances() {
        var garbage = Garbage()
        let scopes = scopesThatKeep
        Branch.reset([branch] + scopes) {
            branch.forgetInstances(into: &garbage)
            for case let record? in records where record.option.lifetime == .scopedInstance {
                for scope in scopes { scope.book?.forget(record, into: &garbage) }
            }
            forgetAnswers(into: &garbage)
        }
        garbage.release(telling: homeDirectory)
    }

    /// To be called after a change to the registrations that may change an answer, here or in an imposer that searches
    /// this one.
    func forgetAnswers() {
        change { _ in }
    }

    /// Completes a change to the registrations: forgets instances and answers, and releases them at the very end.
    func change(_ forgetInstances: (inout Garbage) -> Void) {
        var garbage = Garbage()
        forgetInstances(&garbage)
        forgetAnswers(into: &garbage)
        garbage.release(telling: homeDirectory)
    }

    private func forget(_ record: RegistrationRecord?, into garbage: inout Garbage) {
        guard let record else { return }
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
        return keepers.values.filter { $0.book != nil }
    }

    private func forgetAnswers(into garbage: inout Garbage) {
        forEachThatSearches { $0.answers?.forget(into: &garbage) }
    }

    /// Goes through all imposers that may search this one: itself, those below it, and all of its directory.
    private func forEachThatSearches(_ body: (Branch) -> Void) {
        branch.forEach(body)
        guard let directory else { return }
        for imposer in directory.imposers where imposer !== self { imposer.branch.forEach(body) }
    }
}
