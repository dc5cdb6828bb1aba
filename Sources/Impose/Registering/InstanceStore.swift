/// An instance that is kept, whatever its type.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
class AnyKept: @unchecked Sendable {}

/// An instance that is kept.
///
/// `@unchecked Sendable`: the reference never changes, so handing it out is safe on any thread. What is inside the
/// instance is its author's affair.
final class Kept<Instance>: AnyKept, @unchecked Sendable {
    let value: Instance

    init(_ value: Instance) {
        self.value = value
    }
}

/// What there is for one list of arguments.
enum InstanceSlot {
    case made(AnyKept)
    case building(Construction)
}

/// The instances that one registration keeps: none, one, or one for each list of arguments.
///
/// It does not know their type: generic code that is not specialised spends more time on asking the runtime for types
/// than on all the rest. `TypedRegistration` knows. It is part of the registration, since there are many of both.
struct InstanceStore {
    fileprivate var slots: [ArgumentsKey: InstanceSlot] = [:]
    fileprivate var isClosed = false
}

extension RegistrationRecord {
    /// What somebody who wants an instance is to do.
    enum Claim {
        /// Take it.
        case made(AnyKept)
        /// Wait for another thread, which is building it.
        case wait(Construction)
        /// Build it, then call `finish`.
        case build(Construction)
        /// Look again: the registration was replaced or removed meanwhile.
        case closed
    }

    /// Asks for the instance, and takes the building of it on if nobody has.
    func claim(_ arguments: ArgumentsKey) -> Claim {
        LockStripe.withLock(of: self) {
            if instances.isClosed { return .closed }
            switch instances.slots[arguments] {
            case .made(let kept): return .made(kept)
            case .building(let construction): return .wait(construction)
            case nil:
                let construction = Construction()
                instances.slots[arguments] = .building(construction)
                return .build(construction)
            }
        }
    }

    /// Ends a construction: keeps what came of it, unless it was forgotten before it was finished.
    func finish(_ construction: Construction, _ arguments: ArgumentsKey, with made: AnyKept?) {
        construction.outcome = made
        LockStripe.withLock(of: self) {
            guard case .building(let current) = instances.slots[arguments], current === construction else { return }
            instances.slots[arguments] = made.map(InstanceSlot.made)
        }
    }

    /// The instance for no arguments, if it exists.
    var existingInstance: AnyKept? {
        LockStripe.withLock(of: self) {
            guard case .made(let kept) = instances.slots[.none] else { return nil }
            return kept
        }
    }

    /// Lets go of all instances, also of those that are being built now.
    ///
    /// - Parameter isFinal: Whether the registration is gone, so that nothing may be kept here any more.
    func forgetInstances(isFinal: Bool) {
        let forgotten = LockStripe.withLock(of: self) {
            instances.isClosed = instances.isClosed || isFinal
            return exchange(&instances.slots, with: [:])
        }
        // Here, with the lock open, since the instances' deinit is the user's code.
        withExtendedLifetime(forgotten) {}
    }
}
