private import Synchronization

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
    /// For no arguments.
    private var plain: InstanceSlot?
    private var byArguments: [ArgumentsKey: InstanceSlot] = [:]
    fileprivate var isClosed = false

    fileprivate subscript(arguments: ArgumentsKey?) -> InstanceSlot? {
        get { arguments.map { byArguments[$0] } ?? plain }
        set {
            if let arguments { byArguments[arguments] = newValue } else { plain = newValue }
        }
    }

    fileprivate mutating func takeAll() -> [InstanceSlot] {
        var slots = Array(exchange(&byArguments, with: [:]).values)
        if let slot = exchange(&plain, with: nil) { slots.append(slot) }
        return slots
    }
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
    ///
    /// - Parameters:
    ///   - arguments: Nil for none.
    ///   - epoch: That of the imposer that holds the registration.
    func claim(_ arguments: ArgumentsKey?, in epoch: ResetEpoch) -> Claim {
        LockStripe.withLock(of: self) {
            if instances.isClosed { return .closed }
            switch instances[arguments] {
            case .made(let kept): return .made(kept)
            case .building(let construction) where epoch.isStill(construction.epoch): return .wait(construction)
            case .building, nil:
                // What is being built since before a reset is for those who asked before it.
                let construction = Construction(in: epoch.begin())
                instances[arguments] = .building(construction)
                return .build(construction)
            }
        }
    }

    /// Ends a construction: keeps what came of it, unless it was forgotten before it was finished.
    func finish(
        _ construction: Construction,
        _ arguments: ArgumentsKey?,
        with made: AnyKept?,
        in epoch: ResetEpoch
    ) {
        construction.outcome = made
        LockStripe.withLock(of: self) {
            guard case .building(let current) = instances[arguments], current === construction else { return }
            construction.isKept = made != nil && epoch.isStill(construction.epoch)
            instances[arguments] = construction.isKept ? made.map(InstanceSlot.made) : nil
        }
    }

    /// The instance for no arguments, if it exists.
    var existingInstance: AnyKept? {
        LockStripe.withLock(of: self) {
            guard case .made(let kept) = instances[nil] else { return nil }
            return kept
        }
    }

    /// Lets go of all instances, also of those that are being built now.
    ///
    /// - Parameters:
    ///   - isFinal: Whether the registration is gone, so that nothing may be kept here any more.
    ///   - garbage: Takes the instances, to be released when nothing is locked or half done.
    func forgetInstances(isFinal: Bool, into garbage: inout Garbage) {
        let slots = LockStripe.withLock(of: self) {
            instances.isClosed = instances.isClosed || isFinal
            return instances.takeAll()
        }
        garbage.slots += slots
    }
}

/// What a change has taken out of everybody's reach.
///
/// Whoever makes the change holds it until the change is complete: the instances' deinit is the user's code, which may
/// look at the imposer.
struct Garbage {
    var slots: [InstanceSlot] = []
    var answers: [[Answer]] = []
}

/// Tells apart what was built before, during and after a reset.
///
/// A reset forgets one instance after the other. What is built meanwhile may hold one that is forgotten a moment later,
/// so it is handed out but not kept.
final class ResetEpoch: Sendable {
    private let begun = Atomic(0)
    private let ended = Atomic(0)

    /// The epoch for a construction that begins now; nil during a reset.
    func begin() -> Int? {
        // In this order: if the two are equal, nothing had begun that had not ended.
        let ended = ended.load(ordering: .sequentiallyConsistent)
        return begun.load(ordering: .sequentiallyConsistent) == ended ? ended : nil
    }

    /// Whether there has been no reset since a construction began.
    func isStill(_ epoch: Int?) -> Bool {
        epoch == begun.load(ordering: .sequentiallyConsistent)
    }

    /// Runs a reset.
    func reset(_ body: () -> Void) {
        begun.add(1, ordering: .sequentiallyConsistent)
        body()
        ended.add(1, ordering: .sequentiallyConsistent)
    }
}
