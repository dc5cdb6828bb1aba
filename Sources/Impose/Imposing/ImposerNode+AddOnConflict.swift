// The addition of a registration, and what becomes of an earlier one.

extension ImposerNode {
    /// Adds a registration, unless the policy keeps an earlier one.
    ///
    /// - Returns: Whether it is held now.
    func add(_ record: RegistrationRecord, onConflict policy: ConflictPolicy) -> Bool {
        // No injection searches an imposer that was disposed of.
        guard !isDisposed else { return false }
        let events = ChangeEvents(self)
        var (isAdded, replaced) = (false, RegistrationRecord?.none)
        change { deferred in
            (isAdded, replaced) = registry.withLock { registry in
                // A disposal closes the imposer first and then empties the registry, under the same lock.
                if isDisposed { return (false, nil) }
                if policy == .keep, registry.record(for: record.key) != nil { return (false, nil) }
                return (true, add(record, to: &registry, root: rootLayout))
            }
            if let replaced { letGo(of: [replaced], into: &deferred) }
        }
        if isAdded {
            events?.report(record, replacing: replaced)
            SharedImposerWatch.tell(of: .imposed(record.type, ModuleRun.current?.start ?? record.location), in: self)
        }
        return isAdded
    }
}
