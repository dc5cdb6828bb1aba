/// What there is for one list of arguments.
enum InstanceSlot {
    case made(AnyKept)
    case building(Construction)

    fileprivate var isGone: Bool {
        guard case .made(let kept) = self else { return false }
        return kept.isGone
    }
}

/// The instances that are kept of one registration: none, one, or one for each list of arguments.
///
/// It does not know their type: generic code that is not specialised spends more time on asking the runtime for types
/// than on all the rest. `TypedRegistration` knows.
struct InstanceStore {
    /// Whether instances may be kept here, and if not, why not.
    enum Closing {
        /// The registration was replaced or removed.
        case outdated
        /// What keeps the instances was disposed of.
        case disposed
    }

    fileprivate var closing: Closing?
    /// For no arguments.
    private var plain: InstanceSlot?
    private var byArguments: [ArgumentsKey: InstanceSlot] = [:]
    /// How many lists of arguments there may be before those whose instance is gone are looked for.
    private var mostBeforePruning = 16
    /// Arguments that were dropped. They are the user's objects, so whoever holds the lock has to take them out, and
    /// release them when it is open.
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

    /// Drops the lists of arguments whose instance is gone. Amortised, this takes constant time.
    private mutating func prune() {
        dropped += byArguments.lazy.filter { $0.value.isGone }.map(\.key)
        byArguments = byArguments.filter { !$0.value.isGone }
        mostBeforePruning = max(16, 2 * byArguments.count)
    }

    /// Holds everything that is made weakly, or not at all if it can't be.
    ///
    /// - Returns: What was held.
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
    fileprivate mutating func forgetAll(of registration: RegistrationRecord, into garbage: inout Garbage) {
        if let slot = exchange(&plain, with: nil) { garbage.add(slot, of: registration) }
        if byArguments.isEmpty { return }
        for (arguments, slot) in exchange(&byArguments, with: [:]) {
            dropped.append(arguments)
            garbage.add(slot, of: registration)
        }
    }

    fileprivate mutating func takeDropped() -> [ArgumentsKey] {
        dropped.isEmpty ? [] : exchange(&dropped, with: [])
    }
}

/// What keeps the instances of one registration: the registration itself for its imposer, or a scope.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. `instances` is only touched under the lock
/// that the object shares with others.
@usableFromInline
class InstanceKeeper: @unchecked Sendable {
    /// The registration whose instances these are.
    var registration: RegistrationRecord { fatalError("The subclasses say") }

    // Part of the object, since there are many of both.
    private final var instances = InstanceStore()

    /// What somebody who wants an instance is to do.
    enum Claim {
        /// Take it.
        case made(AnyKept)
        /// Wait for another thread, which is building it.
        case wait(Construction)
        /// Build it, then call `finish`.
        case build(Construction)
        /// Look again: nothing is kept here any more.
        case closed
    }

    /// Asks for the instance, and takes the building of it on if nobody has.
    ///
    /// - Parameters:
    ///   - arguments: Nil for none.
    ///   - gone: What was found here before and turned out to be gone.
    ///   - epoch: That of the imposer that keeps the instance.
    final func claim(_ arguments: ArgumentsKey?, besides gone: AnyKept?, in epoch: borrowing ResetEpoch) -> Claim {
        LockStripe.withLock(of: self) {
            if instances.closing != nil { return .closed }
            switch instances[arguments] {
            case .made(let kept) where kept !== gone: return .made(kept)
            case .building(let construction) where !construction.isAbandoned && epoch.isStill(construction.epoch):
                return .wait(construction)
            case .made, .building, nil:
                // What is being built since before a reset is for those who asked before it. What is built by a thread
                // that has ended is for nobody.
                let construction = Construction(for: ObjectIdentifier(self), in: epoch.begin())
                instances[arguments] = .building(construction)
                construction.dropped = instances.takeDropped()
                return .build(construction)
            }
        }
    }

    /// Ends a construction: keeps what came of it, unless it was forgotten before it was finished.
    ///
    /// - Returns: False if what keeps it was disposed of meanwhile. Then nobody else gets the instance.
    final func finish(
        _ construction: Construction,
        _ arguments: ArgumentsKey?,
        with made: AnyKept?,
        in epoch: borrowing ResetEpoch
    ) -> Bool {
        LockStripe.withLock(of: self) {
            if instances.closing == .disposed { return false }
            construction.outcome = made
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
    final func replace(with kept: AnyKept, into garbage: inout Garbage) -> Bool {
        let (isKept, old) = LockStripe.withLock(of: self) { () -> (Bool, InstanceSlot?) in
            if instances.closing != nil { return (false, nil) }
            let old = instances[nil]
            instances[nil] = .made(kept)
            return (true, old)
        }
        if let old { garbage.add(old, of: registration) }
        return isKept
    }

    /// The instance for no arguments, if it exists.
    final var existingInstance: AnyKept? {
        LockStripe.withLock(of: self) {
            guard case .made(let kept) = instances[nil] else { return nil }
            return kept
        }
    }

    /// Lets go of all instances, also of those that are being built now.
    ///
    /// - Parameters:
    ///   - closing: Why nothing may be kept here any more; nil if it may.
    ///   - garbage: Takes the instances, to be released when nothing is locked or half done.
    final func forgetInstances(_ closing: InstanceStore.Closing?, into garbage: inout Garbage) {
        let registration = registration
        LockStripe.withLock(of: self) {
            instances.closing = instances.closing ?? closing
            instances.forgetAll(of: registration, into: &garbage)
            garbage.add(instances.takeDropped())
        }
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    ///
    /// - Parameter garbage: Takes the instances.
    final func holdWeakly(into garbage: inout Garbage) {
        let registration = registration
        LockStripe.withLock(of: self) {
            for slot in instances.weakenAll() { garbage.add(slot, of: registration) }
            garbage.add(instances.takeDropped())
        }
    }
}
