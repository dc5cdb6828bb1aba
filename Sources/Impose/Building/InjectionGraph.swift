/// What everything shares that is built for one outermost injection that is awaited: the keepers of `.graphInstance`
/// registrations.
///
/// For an injection that nobody awaits that is `GraphInstances`, which one thread uses alone. This is used by all tasks
/// that build for the injection.
final class InjectionGraph: Sendable {
    private let keepers = LockedState<[GraphInstances.Key: GraphKeeper]>([:])

    /// What keeps the instances of a registration for this injection.
    ///
    /// - Parameters:
    ///   - registration: One with the lifetime `.graphInstance`.
    ///   - holder: The imposer that holds it.
    ///   - scope: The scope that its instances are made in.
    func keeper(
        of registration: RegistrationRecord,
        heldBy holder: any AnyObject & Sendable,
        in scope: (any AnyObject & Sendable)?
    ) -> InstanceKeeper {
        // The keeper tells arguments apart itself.
        let key = GraphInstances.Key(of: registration, heldBy: holder, nil, in: scope)
        return keepers.withLock { keepers in
            if let keeper = keepers[key] { return keeper }
            let keeper = GraphKeeper(registration, heldBy: holder, in: scope)
            keepers[key] = keeper
            return keeper
        }
    }

    /// Lets go of the instances. To be called when the outermost injection ends.
    func end() {
        let keepers = keepers.withLock { exchange(&$0, with: [:]) }
        // Released here, with the lock open.
        withExtendedLifetime(keepers) {}
    }
}

/// What keeps the instance of one registration for one injection.
///
/// `@unchecked Sendable`: nothing that is not its superclass's ever changes.
private final class GraphKeeper: InstanceKeeper, @unchecked Sendable {
    private let kept: RegistrationRecord
    // Held, since the key that leads here is made of their addresses.
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

    // What is built for one injection goes on sharing, whatever the imposer forgets meanwhile.
    override var isSubjectToResets: Bool { false }
}
