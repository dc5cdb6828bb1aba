/// The state that is shared by everything that is built for one awaited outermost injection: the keepers of
/// `.graphInstance` registrations.
///
/// An injection that nobody awaits has `GraphInstances` instead, which one thread uses alone. This is used by all tasks
/// that build for the injection.
final class InjectionGraph: Sendable {
    private let keepers = LockedState<[GraphInstances.Key: GraphKeeper]>([:])

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
        return keepers.withLock { keepers in
            if let keeper = keepers[key] { return keeper }
            let keeper = GraphKeeper(registration, heldBy: holder, in: scope)
            keepers[key] = keeper
            return keeper
        }
    }

    /// Lets go of the instances. Call it when the outermost injection ends.
    func end() {
        let keepers = keepers.withLock { exchange(&$0, with: [:]) }
        // Released here, with the lock open.
        withExtendedLifetime(keepers) {}
    }
}

/// A keeper of the instances of one registration for one injection.
///
/// `@unchecked Sendable`: nothing in it changes except the state that the superclass guards.
private final class GraphKeeper: InstanceKeeper, @unchecked Sendable {
    private let kept: RegistrationRecord
    // Held, since the key of this keeper is made of their addresses.
    private let holder: any AnyObject & Sendable
    private let scope: (any AnyObject & Sendable)?

    init(
        _ registration: RegistrationRecord,
        heldBy holder: any AnyObject & Sendable,
        in scope: (any AnyObject & Sendable)?
    ) {
        kept = registration
        self.holder = holder
        self.scope = scope
    }

    override var registration: RegistrationRecord { kept }

    // Instances for one injection stay shared, whatever the imposer forgets meanwhile.
    override var isSubjectToResets: Bool { false }
}
