/// The slots of one registration's instances for lists of arguments, which few registrations have.
///
/// They have a lock of their own, since comparing arguments is user code.
///
/// `@unchecked Sendable`: all that changes is only touched under the lock.
final class ArgumentSlots: @unchecked Sendable {
    private let lock = BriefLock()
    @exclusivity(unchecked)
    private var slots: [ArgumentsKey: InstanceSlot] = [:]
    @exclusivity(unchecked)
    private var closing: KeeperClosing?
    /// The number of argument lists above which dead entries are pruned.
    @exclusivity(unchecked)
    private var mostBeforePruning = 16
    /// Arguments of entries that were removed. They are user objects, so the code that holds the lock takes them out, and
    /// releases them when the lock is open.
    @exclusivity(unchecked)
    private var dropped: [ArgumentsKey] = []

    /// - Parameter construction: Makes the construction to begin, if there is nothing yet; nil if others are to build.
    func claim(
        _ arguments: ArgumentsKey,
        besides gone: AnyCachedInstance?,
        in epoch: borrowing ResetEpoch,
        _ construction: () -> Construction?
    ) -> InstanceSlot.Claim {
        lock.withLock {
            if closing != nil { return .closed }
            let found = slots[arguments, default: .empty].look(besides: gone, in: epoch)
            guard case .unclaimed = found, let construction = construction() else { return found }
            slots[arguments] = .building(construction)
            if slots.count > mostBeforePruning { prune() }
            construction.dropped = takeDropped()
            return .build(construction)
        }
    }

    /// Ends a construction.
    ///
    /// - Returns: False if the keeper was disposed of meanwhile.
    func finish(
        _ construction: Construction,
        _ arguments: ArgumentsKey,
        with made: AnyCachedInstance?,
        in epoch: borrowing ResetEpoch
    ) -> Bool {
        lock.withLock {
            if closing?.isEndOfKeeper ?? false { return false }
            construction.outcome = made
            guard let index = slots.index(forKey: arguments) else { return true }
            slots.values[index].finish(construction, with: made, in: epoch)
            if slots.values[index].isEmpty { dropped.append(slots.remove(at: index).key) }
            construction.dropped += takeDropped()
            return true
        }
    }

    /// Takes everything out, for good.
    ///
    /// - Parameter registration: The registration whose instances these are.
    func close(_ closing: KeeperClosing, of registration: HeldRegistration, into deferred: inout DeferredRelease) {
        lock.withLock {
            self.closing = self.closing ?? closing
            for (arguments, slot) in exchange(&slots, with: [:]) {
                dropped.append(arguments)
                deferred.add(slot, of: registration)
            }
            deferred.hold(all: takeDropped())
        }
    }

    /// Holds all instances weakly; the ones that can't be held weakly are dropped.
    func holdWeakly(of registration: HeldRegistration, into deferred: inout DeferredRelease) {
        lock.withLock {
            for index in slots.indices {
                if let instance = slots.values[index].weaken() {
                    deferred.add(.kept(instance), of: registration)
                }
            }
            drop(where: \.isEmpty)
            deferred.hold(all: takeDropped())
        }
    }

    /// The constructions by tasks.
    var taskConstructions: [Construction] { lock.withLock { slots.values.compactMap(\.taskConstruction) } }

    /// Drops the argument lists whose instances are gone. Takes amortised constant time.
    private func prune() {
        drop(where: \.isGone)
        mostBeforePruning = max(16, 2 * slots.count)
    }

    /// Each slot is asked once: others let go of its instance meanwhile.
    private func drop(where isDropped: (InstanceSlot) -> Bool) {
        slots = slots.filter { arguments, slot in
            guard isDropped(slot) else { return true }
            dropped.append(arguments)
            return false
        }
    }

    private func takeDropped() -> [ArgumentsKey] {
        dropped.isEmpty ? [] : exchange(&dropped, with: [])
    }
}
