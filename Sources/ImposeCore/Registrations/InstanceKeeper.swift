/// The state of the instance for one list of arguments.
enum InstanceSlot {
    case made(AnyCachedInstance)
    case building(Construction)

    fileprivate var isGone: Bool {
        guard case .made(let kept) = self else { return false }
        return kept.isGone
    }
}

/// The instances that are kept of one registration: none, one, or one for each list of arguments.
///
/// It does not know their type: unspecialised generic code spends more time on asking the runtime for types than on
/// everything else. `TypedRegistration` knows.
struct InstanceStore {
    /// The reason that instances may no longer be kept here.
    enum Closing {
        /// The registration was replaced or removed.
        case outdated
        /// The keeper of the instances was disposed of.
        case disposed
        /// The imposer was shut down, and may be opened again.
        case shutDown

        /// Whether an instance that is still being built has to be disposed of by its builder.
        var isEndOfKeeper: Bool { self != .outdated }
    }

    fileprivate var closing: Closing?
    /// The slot for no arguments.
    private var plain: InstanceSlot? {
        didSet {
            guard case .made(let kept)? = plain, kept.isHeld else { return plainInstance = nil }
            // Invariant: a strongly held instance is a `StrongInstance`.
            plainInstance = UncountedReference(knownDowncast(kept, to: StrongInstance.self))
        }
    }
    /// The instance for no arguments, if there is one and it is held, in the form that is found fastest.
    fileprivate private(set) var plainInstance: UncountedReference<StrongInstance>?
    private var byArguments: [ArgumentsKey: InstanceSlot] = [:]
    /// The number of argument lists above which dead entries are pruned.
    private var mostBeforePruning = 16
    /// Dropped arguments. They are user objects, so the code that holds the lock has to take them out, and release them
    /// when the lock is open.
    private var dropped: [ArgumentsKey] = []

    fileprivate subscript(arguments: ArgumentsKey?) -> InstanceSlot? {
        get { arguments.map { byArguments[$0] } ?? plain }
        set {
            guard let arguments else {
                plain = newValue
                return
            }
            if let newValue {
                byArguments[arguments] = newValue
            } else if let index = byArguments.index(forKey: arguments) {
                dropped.append(byArguments.remove(at: index).key)
            }
            if byArguments.count > mostBeforePruning { prune() }
        }
    }

    /// Whether the instance for no arguments is being made by this construction.
    fileprivate func isBuilding(_ construction: Construction) -> Bool {
        if case .building(let current)? = plain { return current === construction }
        return false
    }

    /// Keeps an instance for no arguments; nil for none.
    fileprivate mutating func keepPlain(_ kept: AnyCachedInstance?) {
        plain = kept.map { .made($0) }
    }

    /// Whether the slot for no arguments is empty.
    fileprivate var isEmpty: Bool { plain == nil }

    /// Drops the argument lists whose instances are gone. Takes amortised constant time.
    private mutating func prune() {
        dropped += byArguments.lazy.filter { $0.value.isGone }.map(\.key)
        byArguments = byArguments.filter { !$0.value.isGone }
        mostBeforePruning = max(16, 2 * byArguments.count)
    }

    /// Holds all finished instances weakly; the ones that can't be held weakly are dropped.
    ///
    /// - Returns: The slots of the instances as they were.
    fileprivate mutating func weakenAll() -> [InstanceSlot] {
        var held: [InstanceSlot] = []
        func weakened(_ slot: InstanceSlot) -> InstanceSlot? {
            guard case .made(let kept) = slot else { return slot }
            held.append(slot)
            return kept.weakened().map(InstanceSlot.made)
        }
        plain = plain.flatMap(weakened)
        dropped += byArguments.keys
        byArguments = byArguments.compactMapValues(weakened)
        return held
    }

    /// Takes everything out.
    fileprivate mutating func forgetAll(of keeper: InstanceKeeper, into deferred: inout DeferredRelease) {
        if let slot = exchange(&plain, with: nil) { deferred.add(slot, of: keeper) }
        if byArguments.isEmpty { return }
        for (arguments, slot) in exchange(&byArguments, with: [:]) {
            dropped.append(arguments)
            deferred.add(slot, of: keeper)
        }
    }

    /// The constructions under way.
    fileprivate var constructions: [Construction] {
        ([plain].compactMap { $0 } + byArguments.values).compactMap { slot in
            guard case .building(let construction) = slot else { return nil }
            return construction
        }
    }

    fileprivate mutating func takeDropped() -> [ArgumentsKey] {
        dropped.isEmpty ? [] : exchange(&dropped, with: [])
    }
}

/// A keeper of the instances of one registration: the registration itself for its imposer, another object for a scope.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. `instances` is only touched under the lock.
package class InstanceKeeper: @unchecked Sendable {
    /// The registration whose instances these are.
    var registration: RegistrationRecord { fatalError("The subclasses say") }

    /// Whether an instance that is built during a reset of the imposer is not kept here.
    var isSubjectToResets: Bool { true }

    // Both are part of the object, since there are many keepers.
    private final let lock = BriefLock()
    @exclusivity(unchecked)
    private final var instances = InstanceStore()

    /// The next step of a caller that wants an instance.
    enum Claim {
        /// Take it.
        case made(AnyCachedInstance)
        /// Wait for another thread or task, which is building it.
        case wait(Construction)
        /// Build it, then call `finish`.
        case build(Construction)
        /// Claim it, if it is to be built: there is none, and nobody builds it. Only `look` returns this.
        case unclaimed
        /// Look again: nothing is kept here any more.
        case closed
    }

    /// Asks for the instance, and takes on its building if nobody has.
    ///
    /// - Parameters:
    ///   - arguments: Nil for none.
    ///   - gone: An instance that was found here before and turned out to be gone.
    ///   - epoch: The epoch of the imposer that keeps the instance.
    ///   - task: The task that will build it, if one does.
    final func claim(
        _ arguments: ArgumentsKey?,
        besides gone: AnyCachedInstance?,
        in epoch: borrowing ResetEpoch,
        for task: @autoclosure () -> ConstructionTask? = nil
    ) -> Claim {
        lock.withLock {
            let found = found(arguments, besides: gone, in: epoch)
            guard case .unclaimed = found else { return found }
            let construction = Construction(
                for: ObjectIdentifier(self),
                in: isSubjectToResets ? epoch.begin() : ResetEpoch.any,
                task()
            )
            instances[arguments] = .building(construction)
            construction.dropped = instances.takeDropped()
            return .build(construction)
        }
    }

    /// Asks for the instance, and leaves the building to others. Takes the parameters of `claim`.
    final func look(_ arguments: ArgumentsKey?, besides gone: AnyCachedInstance?, in epoch: borrowing ResetEpoch)
        -> Claim
    {
        lock.withLock { found(arguments, besides: gone, in: epoch) }
    }

    /// Under the lock: the state of the instance, as a claim.
    private final func found(
        _ arguments: ArgumentsKey?,
        besides gone: AnyCachedInstance?,
        in epoch: borrowing ResetEpoch
    ) -> Claim {
        if instances.closing != nil { return .closed }
        switch instances[arguments] {
        case .made(let kept) where kept !== gone: return .made(kept)
        case .building(let construction) where !construction.isAbandoned && epoch.isStill(construction.epoch):
            return .wait(construction)
        // A construction from before a reset is for requests from before the reset. A construction whose thread has
        // ended is for nobody.
        case .made, .building, nil: return .unclaimed
        }
    }

    /// Takes on the building of the instance for no arguments.
    ///
    /// - Returns: Nil if there is an instance, or somebody is building it, or nothing is kept here any more.
    final func begin(in epoch: borrowing ResetEpoch) -> Construction? {
        lock.withLock {
            guard instances.closing == nil, instances.isEmpty else { return nil }
            let construction = Construction(for: ObjectIdentifier(self), in: epoch.begin())
            instances[nil] = .building(construction)
            return construction
        }
    }

    /// The instance for no arguments, if there is one and it is held.
    final var value: OwnValue {
        lock.withLock {
            guard let kept = instances.plainInstance else { return .nothing }
            return kept.with { $0.reference.map { .object($0) } } ?? .kept(kept.retained())
        }
    }

    /// Ends a construction: keeps its outcome, unless the construction was forgotten before it was finished.
    ///
    /// - Returns: False if the keeper was disposed of meanwhile. Then nobody else gets the instance.
    final func finish(
        _ construction: Construction,
        _ arguments: ArgumentsKey?,
        with made: AnyCachedInstance?,
        in epoch: borrowing ResetEpoch
    ) -> Bool {
        lock.withLock {
            if instances.closing?.isEndOfKeeper ?? false { return false }
            construction.outcome = made
            if arguments == nil {
                guard instances.isBuilding(construction) else { return true }
                construction.isKept = made != nil && epoch.isStill(construction.epoch)
                instances.keepPlain(construction.isKept ? made : nil)
                return true
            }
            defer { construction.dropped += instances.takeDropped() }
            guard case .building(let current) = instances[arguments], current === construction else { return true }
            construction.isKept = made != nil && epoch.isStill(construction.epoch)
            instances[arguments] = construction.isKept ? made.map(InstanceSlot.made) : nil
            return true
        }
    }

    /// Keeps an instance that was handed in, in place of the one for no arguments.
    ///
    /// - Returns: False if nothing is kept here any more.
    final func replace(with kept: AnyCachedInstance, into deferred: inout DeferredRelease) -> Bool {
        let (isKept, old) = lock.withLock { () -> (Bool, InstanceSlot?) in
            if instances.closing != nil { return (false, nil) }
            let old = instances[nil]
            instances[nil] = .made(kept)
            return (true, old)
        }
        if let old { deferred.add(old, of: self) }
        return isKept
    }

    /// The constructions under way here that tasks build.
    final var taskConstructions: [Construction] {
        lock.withLock { instances.constructions.filter { $0.task != nil } }
    }

    /// The instance for no arguments, if it exists.
    final var existingInstance: AnyCachedInstance? {
        lock.withLock {
            guard case .made(let kept) = instances[nil] else { return nil }
            return kept
        }
    }

    /// Lets go of all instances, including the ones under construction.
    ///
    /// - Parameters:
    ///   - closing: The reason that nothing may be kept here any more; nil if it may.
    ///   - deferred: Receives the instances, to release them when nothing is locked or half done.
    final func forgetInstances(_ closing: InstanceStore.Closing?, into deferred: inout DeferredRelease) {
        lock.withLock {
            instances.closing = instances.closing ?? closing
            instances.forgetAll(of: self, into: &deferred)
            deferred.hold(all: instances.takeDropped())
        }
    }

    /// Keeps instances again, if it was closed by a shutdown.
    final func reopen() {
        lock.withLock {
            if instances.closing == .shutDown { instances.closing = nil }
        }
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    ///
    /// - Parameter deferred: Receives the instances.
    final func holdWeakly(into deferred: inout DeferredRelease) {
        lock.withLock {
            for slot in instances.weakenAll() { deferred.add(slot, of: self) }
            deferred.hold(all: instances.takeDropped())
        }
    }
}
