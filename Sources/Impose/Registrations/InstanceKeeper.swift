/// An object that keeps instances, in a slot for each registration and list of arguments: the node of an imposer or of a
/// scope, or a part of an awaited injection.
///
/// It does not know their types: unspecialised generic code spends more time on asking the runtime for types than on
/// everything else. `TypedRegistration` knows.
///
/// Why an instance is made exactly once, and none is kept of a registration that is gone:
/// 1. A slot is claimed, filled and emptied under the lock. So of those who want an instance one builds it, and all others
///    find the construction.
/// 2. A removal first marks the registration (`RegistrationRecord.noteRemoved`) and then takes its entry out here. An entry
///    is added under the lock, after a look at the mark: either the removal finds the entry, or the mark is seen.
/// 3. A reset counts an epoch before it takes anything out. What was begun before that is handed out, but not kept.
/// 4. An end closes this under the same lock under which it takes everything out. An instance that is finished after that
///    is refused, and its builder disposes of it.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. What changes is only touched under the lock.
package class InstanceKeeper: @unchecked Sendable {
    /// Tells the instances that were built before a reset from those built after it.
    final let epoch: ResetEpoch
    private final let lock = BriefLock()
    @exclusivity(unchecked)
    private final var slots: SlotTable
    @exclusivity(unchecked)
    private final var closing: KeeperClosing?
    /// The number of registrations of which the last scope kept instances that has ended here, and kept any.
    private final let countInLastScope = AtomicField(0)

    /// - Parameter upper: The node of a scope's parent.
    init(below upper: UncountedReference<InstanceKeeper>? = nil) {
        epoch = ResetEpoch(upper: upper)
        // Scopes of one imposer are most often for the same work.
        slots = SlotTable(expecting: upper?.with { $0.countInLastScope.load(ordering: .relaxed) } ?? 0)
    }

    private final func noteCountForNextScope(_ count: Int) {
        epoch.upper?.with { upper in
            // Scopes end on all threads, which would wait for each other to write.
            guard count > 0, upper.countInLastScope.load(ordering: .relaxed) != count else { return }
            upper.countInLastScope.store(count, ordering: .relaxed)
        }
    }

    /// Asks for an instance, and takes on its building if nobody has, or leaves that to others.
    ///
    /// - Parameters:
    ///   - registration: The registration, and whether it is gone.
    ///   - arguments: Nil for none.
    ///   - gone: An instance that was found here before and turned out to be gone.
    ///   - isToBuild: Whether the caller will build it if nobody does.
    ///   - task: The task that will build it, if one does.
    final func claim(
        _ registration: RegistrationToKeep,
        _ arguments: ArgumentsKey?,
        besides gone: AnyCachedInstance?,
        isToBuild: Bool = true,
        for task: @autoclosure () -> ConstructionTask? = nil
    ) -> InstanceSlot.Claim {
        func construction() -> Construction? {
            isToBuild ? Construction(for: ObjectIdentifier(self), in: epoch.begin(), task()) : nil
        }
        if let arguments {
            return argumentSlots(of: registration)?.claim(arguments, besides: gone, in: epoch, construction) ?? .closed
        }
        return lock.withLock {
            guard let position = position(for: registration) else { return .closed }
            let found = slots[position].slot.look(besides: gone, in: epoch)
            guard case .unclaimed = found, let construction = construction() else { return found }
            slots.put(.building(construction), at: position)
            return .build(construction)
        }
    }

    /// Under the lock: the position of a registration's entry, which is added if there is none; nil if nothing is kept of
    /// it any more.
    private final func position(for registration: RegistrationToKeep) -> Int? {
        if closing != nil { return nil }
        if let position = slots.position(of: registration.held.uncounted.identity) { return position }
        return registration.isGone ? nil : slots.add(registration.held)
    }

    /// The slots of a registration's instances for lists of arguments, made at first use; nil if nothing is kept of it any
    /// more.
    private final func argumentSlots(of registration: RegistrationToKeep) -> ArgumentSlots? {
        lock.withLock {
            guard let position = position(for: registration) else { return nil }
            if let slots = slots[position].byArguments { return slots }
            let added = ArgumentSlots()
            slots.put(added, at: position)
            return added
        }
    }

    /// Takes on the building of the instance for no arguments.
    ///
    /// - Returns: Nil if there is an instance, or somebody is building it, or nothing is kept of the registration.
    final func begin(_ registration: RegistrationToKeep) -> Construction? {
        lock.withLock {
            guard let position = position(for: registration), slots[position].slot.isEmpty else { return nil }
            let construction = Construction(for: ObjectIdentifier(self), in: epoch.begin())
            slots.put(.building(construction), at: position)
            return construction
        }
    }

    /// Ends a construction: keeps its outcome, unless the construction was forgotten before it was finished.
    ///
    /// - Returns: False if the keeper was disposed of meanwhile. Then nobody else gets the instance.
    final func finish(
        _ construction: Construction,
        of registration: ObjectIdentifier,
        _ arguments: ArgumentsKey?,
        with made: AnyCachedInstance?
    ) -> Bool {
        let (isOpen, others) = lock.withLock { () -> (Bool, ArgumentSlots?) in
            if closing?.isEndOfKeeper ?? false { return (false, nil) }
            construction.outcome = made
            guard let position = slots.position(of: registration) else { return (true, nil) }
            if arguments != nil { return (true, slots[position].byArguments) }
            var slot = slots[position].slot
            slot.finish(construction, with: made, in: epoch)
            slots.put(slot, at: position)
            return (true, nil)
        }
        guard let arguments, let others else { return isOpen }
        return others.finish(construction, arguments, with: made, in: epoch)
    }

    /// Keeps an instance that was handed in, in place of the one for no arguments.
    ///
    /// - Returns: False if nothing is kept of the registration any more.
    final func replace(
        _ registration: RegistrationToKeep,
        with kept: AnyCachedInstance,
        into deferred: inout DeferredRelease
    ) -> Bool {
        let old = lock.withLock { () -> InstanceSlot? in
            guard let position = position(for: registration) else { return nil }
            let old = slots[position].slot
            slots.put(.kept(kept), at: position)
            return old
        }
        guard let old else { return false }
        deferred.add(old, of: registration.held)
        return true
    }

    // MARK: Looking

    /// The state of a registration's instance for no arguments; nil if none was ever asked for.
    final func state(of registration: RegistrationRecord) -> InstanceSlot.Claim? {
        lock.withLock {
            if closing != nil { return .closed }
            return slots.position(of: ObjectIdentifier(registration)).map {
                slots[$0].slot.look(besides: nil, in: epoch)
            }
        }
    }

    /// A registration's instance for no arguments, if it exists.
    final func existingInstance(of registration: RegistrationRecord) -> AnyCachedInstance? {
        lock.withLock {
            slots.position(of: ObjectIdentifier(registration)).flatMap { slots[$0].slot.instance }
        }
    }

    /// A registration's instance for no arguments, if there is one and it is held.
    ///
    /// - Parameters:
    ///   - registration: Its address. The registration may be gone.
    ///   - number: Its `sequence`: another registration may have got the address since.
    final func value(of registration: ObjectIdentifier, numbered number: SerialNumber) -> OwnValue {
        lock.withLock {
            guard let position = slots.position(of: registration),
                slots[position].registration.uncounted.with({ $0.sequence == number }),
                let instance = slots[position].slot.instance, instance.isHeld
            else { return .nothing }
            // Invariant: an instance that is held is a `StrongInstance`.
            let kept = knownDowncast(instance, to: StrongInstance.self)
            return kept.reference.map { .object($0) } ?? .kept(RetainedReference(kept))
        }
    }

    /// The constructions under way here that tasks build.
    final var taskConstructions: [Construction] {
        let (constructions, others) = lock.withLock { () -> ([Construction], [ArgumentSlots]) in
            var (constructions, others): ([Construction], [ArgumentSlots]) = ([], [])
            slots.forEach { position in
                if let construction = slots[position].slot.taskConstruction { constructions.append(construction) }
                if let slots = slots[position].byArguments { others.append(slots) }
            }
            return (constructions, others)
        }
        return constructions + others.flatMap(\.taskConstructions)
    }

    // MARK: Letting go

    /// Lets go of one registration's instances, including the ones under construction. Call it after the registration
    /// was marked.
    final func forget(_ registration: RegistrationRecord, into deferred: inout DeferredRelease) {
        guard let entry = lock.withLock({ slots.remove(ObjectIdentifier(registration)) }) else { return }
        entry.forget(.outdated, into: &deferred)
    }

    /// Lets go of all instances, including the ones under construction.
    ///
    /// - Parameters:
    ///   - closing: The reason that nothing may be kept here any more; nil if it may.
    ///   - deferred: Receives the instances, to release them when nothing is locked or half done.
    final func forgetAll(_ closing: KeeperClosing?, into deferred: inout DeferredRelease) {
        lock.take()
        self.closing = self.closing ?? closing
        var slots = exchange(&self.slots, with: SlotTable())
        lock.giveBack()
        noteCountForNextScope(slots.count)
        deferred.reserve(slots.count)
        slots.moveAll { $0.forget(closing ?? .outdated, into: &deferred) }
    }

    /// Keeps instances again, if it was closed by a shutdown.
    final func reopen() {
        lock.withLock {
            if closing == .shutDown { closing = nil }
        }
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    ///
    /// - Parameters:
    ///   - registration: The registration whose instances they are; nil for all.
    ///   - deferred: Receives the instances.
    final func holdWeakly(_ registration: ObjectIdentifier? = nil, into deferred: inout DeferredRelease) {
        lock.withLock {
            func weaken(_ position: Int) {
                let entry = slots[position]
                var slot = entry.slot
                if let instance = slot.weaken() { deferred.add(.kept(instance), of: entry.registration) }
                slots.put(slot, at: position)
                entry.byArguments?.holdWeakly(of: entry.registration, into: &deferred)
            }
            guard let registration else { return slots.forEach(weaken) }
            if let position = slots.position(of: registration) { weaken(position) }
        }
    }
}

extension SlotTable.Entry {
    fileprivate consuming func forget(_ closing: KeeperClosing, into deferred: inout DeferredRelease) {
        byArguments?.close(closing, of: registration, into: &deferred)
        deferred.add(slot, of: registration)
    }
}
