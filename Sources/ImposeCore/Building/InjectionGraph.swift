/// The state that is shared by everything that is built for one awaited outermost injection: the keepers of
/// `.graphInstance` registrations.
///
/// An injection that nobody awaits has `GraphInstances` instead, which one thread uses alone. This is used by all tasks
/// that build for the injection.
final class InjectionGraph: Sendable {
    /// The keepers, each with the objects whose addresses are in its key.
    private let entries = LockedState<[GraphInstances.Key: (keeper: InstanceKeeper, objects: [any Sendable])]>([:])

    /// Returns the keeper of a registration's instances for this injection.
    ///
    /// - Parameters:
    ///   - registration: A registration with the lifetime `.graphInstance`.
    ///   - holder: The imposer that holds it.
    ///   - scope: The scope that its instances are made in.
    func keeper(
        of registration: RegistrationRecord,
        heldBy holder: any AnyObject & Sendable,
        in scope: (any AnyObject & Sendable)?
    ) -> InstanceKeeper {
        // The keeper itself tells arguments apart.
        let key = GraphInstances.Key(of: registration, heldBy: holder, nil, in: scope)
        return entries.withLock { entries in
            if let entry = entries[key] { return entry.keeper }
            // Not below the node of an imposer: instances for one injection stay shared, whatever is reset meanwhile.
            let keeper = InstanceKeeper()
            entries[key] = (keeper, [registration, holder] + (scope.map { [$0] } ?? []))
            return keeper
        }
    }

    /// Lets go of the instances. Call it when the outermost injection ends.
    func end() {
        let entries = entries.withLock { exchange(&$0, with: [:]) }
        // Released here, with the lock open.
        withExtendedLifetime(entries) {}
    }
}
