/// The instances that an imposer keeps of registrations that are not its own. For a scope, these have a scoped
/// lifetime; for an imposer of a copied directory, it has them in common with the original.
///
/// `@unchecked Sendable`: all that changes is only touched under the lock.
final class InstanceBook: @unchecked Sendable {
    /// A construction that a thread has begun, and its keeper.
    struct Begun {
        let keeper: InstanceKeeper
        let construction: Construction
    }

    private let lock = BriefLock()
    @exclusivity(unchecked)
    private var keepers = KeeperTable()
    @exclusivity(unchecked)
    private var closing: InstanceStore.Closing?

    init() {}

    /// Returns the keeper of a registration's instances here, made at first use.
    ///
    /// - Parameter holder: The imposer that holds the registration.
    /// - Returns: Nil if the holder does not hold it any more, or nothing is kept here any more.
    func keeper(for registration: RegistrationRecord, heldBy holder: Imposer) -> InstanceKeeper? {
        let id = ObjectIdentifier(registration)
        while true {
            if let keeper = existingKeeper(for: registration) { return keeper }
            let changes = registration.departures
            guard holder.record(for: registration.key) === registration else { return nil }
            let added: (isOver: Bool, keeper: InstanceKeeper?) = lock.withLock {
                if let keeper = keepers.keeper(for: id) { return (true, keeper.object) }
                if closing != nil { return (true, nil) }
                // An imposer has let go of it since, and may have looked here before it was added.
                if registration.departures != changes { return (false, nil) }
                return (true, keepers.add(registration))
            }
            if added.isOver { return added.keeper }
        }
    }

    /// Takes on the making of a registration's instance for no arguments, if nobody has begun to make it.
    ///
    /// - Parameters:
    ///   - hold: A hold on a registration that was made for the imposer that is asked.
    ///   - epoch: The epoch of the imposer that keeps the instance.
    func begin(_ hold: RegistrationHold, in epoch: borrowing ResetEpoch) -> Begun? {
        lock.withLock {
            let id = hold.registration.identity
            if let keeper = keepers.keeper(for: id)?.object {
                return keeper.begin(in: epoch).map { Begun(keeper: keeper, construction: $0) }
            }
            // Under the lock, so that code that replaces the registration finds the keeper that is added here: that
            // code records that the registration is gone, and then looks here.
            guard closing == nil, !hold.registration.with({ $0.isOutdated }) else { return nil }
            let keeper = keepers.add(hold)
            return keeper.begin(in: epoch).map { Begun(keeper: keeper, construction: $0) }
        }
    }

    /// The kept instance of a registration, for no arguments.
    ///
    /// - Parameters:
    ///   - registration: Its address. The registration may be gone.
    ///   - number: Its `sequence`: another registration may have got the address since.
    func value(of registration: ObjectIdentifier, numbered number: SerialNumber) -> OwnValue {
        lock.withLock {
            guard let keeper = keepers.keeper(for: registration) else { return .nothing }
            return keeper.with { $0.number == number ? $0.value : .nothing }
        }
    }

    /// The constructions by tasks whose instances are to be kept here.
    var taskConstructions: [Construction] { lock.withLock { keepers.all }.flatMap(\.taskConstructions) }

    func existingKeeper(for registration: RegistrationRecord) -> InstanceKeeper? {
        lock.withLock { keepers.keeper(for: ObjectIdentifier(registration))?.object }
    }

    /// Lets go of one registration's instances, for good.
    func forget(_ registration: RegistrationRecord, into deferred: inout DeferredRelease) {
        guard let keeper = lock.withLock({ keepers.remove(ObjectIdentifier(registration)) }) else { return }
        keeper.forgetInstances(.outdated, into: &deferred)
        deferred.hold(keeper)
    }

    /// Lets go of all instances.
    ///
    /// - Parameter closing: The reason that nothing may be kept here any more; nil if it may.
    func forgetAll(_ closing: InstanceStore.Closing?, into deferred: inout DeferredRelease) {
        let keepers = lock.withLock {
            self.closing = self.closing ?? closing
            return self.keepers.removeAll()
        }
        deferred.reserve(keepers.count)
        for keeper in keepers { keeper.forgetInstances(closing ?? .outdated, into: &deferred) }
        deferred.add(keepers)
    }

    /// Keeps instances again, if a shutdown closed it.
    func reopen() {
        lock.withLock { if closing == .shutDown { closing = nil } }
    }

    func holdWeakly(into deferred: inout DeferredRelease) {
        for keeper in lock.withLock({ keepers.all }) { keeper.holdWeakly(into: &deferred) }
    }
}
