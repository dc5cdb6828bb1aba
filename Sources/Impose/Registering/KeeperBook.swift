/// What an imposer keeps of registrations that are not its own: a scope of those with a scoped lifetime, an imposer of
/// a copied directory of those that it has in common with the original.
struct KeeperBook: Sendable {
    /// What keeps the instances of one registration here.
    ///
    /// `@unchecked Sendable`: nothing in it changes but what the superclass guards.
    private final class BookedKeeper: InstanceKeeper, @unchecked Sendable {
        /// Held, so that nothing else gets the address that it is found by.
        private let held: RegistrationRecord

        init(_ registration: RegistrationRecord) {
            held = registration
        }

        override var registration: RegistrationRecord { held }
    }

    private struct State {
        var keepers: [ObjectIdentifier: BookedKeeper] = [:]
        var closing: InstanceStore.Closing?
    }

    private let state = Guarded(State())

    /// What keeps the instances of a registration here, made at first use.
    ///
    /// - Parameter holder: The imposer that holds the registration.
    /// - Returns: Nil if the holder does not hold it any more, or nothing is kept here any more.
    func keeper(for registration: RegistrationRecord, heldBy holder: Imposer) -> InstanceKeeper? {
        state.withLock { state in
            if let keeper = state.keepers[ObjectIdentifier(registration)] { return keeper }
            // Under the lock, so that who replaces the registration finds what is added here: that one changes the
            // registry first, and then looks here.
            guard state.closing == nil, holder.record(for: registration.key) === registration else { return nil }
            let keeper = BookedKeeper(registration)
            state.keepers[ObjectIdentifier(registration)] = keeper
            return keeper
        }
    }

    func existingKeeper(for registration: RegistrationRecord) -> InstanceKeeper? {
        state.withLock { $0.keepers[ObjectIdentifier(registration)] }
    }

    /// Lets go of one registration's instances, for good.
    func forget(_ registration: RegistrationRecord, into garbage: inout Garbage) {
        guard let keeper = state.withLock({ $0.keepers.removeValue(forKey: ObjectIdentifier(registration)) }) else {
            return
        }
        keeper.forgetInstances(.outdated, into: &garbage)
        garbage.add(keeper.registration)
    }

    /// Lets go of all instances.
    ///
    /// - Parameter closing: Why nothing may be kept here any more; nil if it may.
    func forgetAll(_ closing: InstanceStore.Closing?, into garbage: inout Garbage) {
        let keepers = state.withLock { state in
            state.closing = state.closing ?? closing
            return exchange(&state.keepers, with: [:])
        }
        for keeper in keepers.values {
            keeper.forgetInstances(closing ?? .outdated, into: &garbage)
            garbage.add(keeper.registration)
        }
    }

    func holdWeakly(into garbage: inout Garbage) {
        for keeper in state.withLock({ Array($0.keepers.values) }) { keeper.holdWeakly(into: &garbage) }
    }
}
