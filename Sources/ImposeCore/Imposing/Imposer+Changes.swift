// The changes of an imposer's registrations that the public methods are made of.

extension Imposer {
    /// Adds a registration, unless the policy keeps an earlier one.
    func add<T>(_ typed: TypedRegistration<T>, onConflict policy: ConflictPolicy) -> Registration<T> {
        if let handled { return handled.add(typed, onConflict: policy) }
        return Registration(typed, imposer: self, isInForce: add(typed.record, onConflict: policy))
    }

    /// - Returns: Whether it is held now.
    private func add(_ record: RegistrationRecord, onConflict policy: ConflictPolicy) -> Bool {
        // No injection searches an imposer that was disposed of.
        guard !node.isDisposed else { return false }
        let watch = ChangeWatch(self)
        var (isAdded, replaced) = (false, RegistrationRecord?.none)
        change { deferred in
            (isAdded, replaced) = node.registry.withLock { registry in
                // A disposal closes the imposer first and then empties the registry, under the same lock.
                if node.isDisposed { return (false, nil) }
                if policy == .keep, registry.record(for: record.key) != nil { return (false, nil) }
                return (true, node.add(record, to: &registry, root: rootShape))
            }
            forget(replaced, into: &deferred)
        }
        if let replaced { ModuleRun.current?.note(record, replacing: replaced, on: self) }
        if isAdded { watch?.report(record, replacing: replaced) }
        return isAdded
    }

    func removeRecord(for key: RegistrationKey) -> Bool {
        if let handled { return handled.removeRecord(for: key) }
        let watch = ChangeWatch(self)
        var removed: RegistrationRecord?
        // Also forgets answers if there was none: another thread may be about to complete its removal.
        change { deferred in
            removed = node.registry.withLock { registry in
                guard registry.record(for: key) != nil else { return nil }
                if scopeState != nil { node.stopSharingAnswers() }
                return registry.remove(key)
            }
            forget(removed, into: &deferred)
        }
        watch?.report(removed: [removed].compactMap { $0 })
        return removed != nil
    }

    func removeAllRecords() {
        if let handled { return handled.removeAllRecords() }
        let watch = ChangeWatch(self)
        var dropped = Registry()
        var removed: [RegistrationRecord] = []
        change { deferred in
            dropped = node.registry.withLock { registry in
                // Enters the registrations of given values, so that they are removed with the others.
                _ = registry.records
                if scopeState != nil { node.stopSharingAnswers() }
                deferred.add(registry.takeGiven())
                return exchange(&registry, with: Registry())
            }
            removed = dropped.records.compactMap { $0 }
            for record in removed { forget(record, into: &deferred) }
        }
        watch?.report(removed: removed)
    }
}
