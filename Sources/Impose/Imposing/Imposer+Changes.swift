// What changes the registrations of an imposer, whatever the user calls it.

extension Imposer {
    /// Adds a registration, unless it is to leave an earlier one in place.
    func add<T>(_ record: TypedRegistration<T>, onConflict policy: ConflictPolicy) -> Registration<T> {
        if let handled { return handled.add(record, onConflict: policy) }
        // Nobody can ask one that was disposed of.
        guard !branch.isDisposed else { return Registration(record: record, imposer: self, isInForce: false) }
        let watch = WinnerWatch(self)
        let (isAdded, replaced) = branch.registry.withLock { registry -> (Bool, RegistrationRecord?) in
            // Whoever disposes of it closes it first and then empties the registry, under the same lock.
            if branch.isDisposed { return (false, nil) }
            if policy == .keep, registry.record(for: record.key) != nil { return (false, nil) }
            return (true, branch.add(record, to: &registry, root: rootShape))
        }
        if let replaced { Provision.current?.note(record, replacing: replaced, on: self) }
        change { garbage in forget(replaced, into: &garbage) }
        if isAdded { watch?.report(record, replacing: replaced) }
        return Registration(record: record, imposer: self, isInForce: isAdded)
    }

    func removeRecord(for key: RegistrationKey) -> Bool {
        if let handled { return handled.removeRecord(for: key) }
        let watch = WinnerWatch(self)
        let removed = branch.registry.withLock { registry -> RegistrationRecord? in
            guard registry.record(for: key) != nil else { return nil }
            if scopeState != nil { branch.stopSharingAnswers() }
            return registry.remove(key)
        }
        // Also if there was none: somebody else may be about to complete its removal.
        change { garbage in forget(removed, into: &garbage) }
        watch?.report(removed: [removed].compactMap { $0 })
        return removed != nil
    }

    func removeAllRecords() {
        if let handled { return handled.removeAllRecords() }
        let watch = WinnerWatch(self)
        var given: [Given?] = []
        var dropped = branch.registry.withLock { registry in
            // The registrations of what was given are among the others.
            _ = registry.records
            if scopeState != nil { branch.stopSharingAnswers() }
            given = registry.takeGiven()
            return exchange(&registry, with: Registry())
        }
        let removed = dropped.records.compactMap { $0 }
        change { garbage in
            for record in removed { forget(record, into: &garbage) }
            garbage.add(given)
        }
        watch?.report(removed: removed)
    }
}
