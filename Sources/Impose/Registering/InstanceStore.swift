private import CImposeRuntime

/// An instance that is kept.
///
/// `@unchecked Sendable`: the reference never changes, so handing it out is safe on any thread. What is inside the
/// instance is its author's affair.
final class Kept<Instance>: @unchecked Sendable {
    let value: Instance

    init(_ value: Instance) {
        self.value = value
    }
}

/// The instances that one registration keeps: none, one, or one for each list of arguments.
final class InstanceStore<Instance>: Sendable {
    /// What there is for one list of arguments.
    enum Slot {
        case made(Kept<Instance>)
        case building(Construction<Instance>)
    }

    /// What somebody who wants an instance is to do.
    enum Answer {
        /// Take it.
        case made(Kept<Instance>)
        /// Wait for another thread, which is building it.
        case wait(Construction<Instance>)
        /// Build it, then call `finish`.
        case build(Construction<Instance>)
        /// Look again: the registration was replaced or removed meanwhile.
        case closed
    }

    private struct State {
        var slots: [ArgumentsKey: Slot] = [:]
        var isClosed = false
    }

    private let state = Guarded(State())

    /// Asks for the instance, and takes the building of it on if nobody has.
    func claim(_ arguments: ArgumentsKey) -> Answer {
        state.withLock { state in
            if state.isClosed { return .closed }
            switch state.slots[arguments] {
            case .made(let kept): return .made(kept)
            case .building(let construction): return .wait(construction)
            case nil:
                let construction = Construction<Instance>()
                state.slots[arguments] = .building(construction)
                return .build(construction)
            }
        }
    }

    /// Ends a construction: keeps what came of it, unless it was forgotten before it was finished.
    func finish(_ construction: Construction<Instance>, _ arguments: ArgumentsKey, with made: Kept<Instance>?) {
        construction.outcome = made
        state.withLock { state in
            guard case .building(let current) = state.slots[arguments], current === construction else { return }
            state.slots[arguments] = made.map(Slot.made)
        }
    }

    /// The instance for no arguments, if it exists.
    var existing: Kept<Instance>? {
        state.withLock { state in
            guard case .made(let kept) = state.slots[.none] else { return nil }
            return kept
        }
    }

    /// Lets go of all instances, also of those that are being built now.
    ///
    /// - Parameter isFinal: Whether the registration is gone, so that nothing may be kept here any more.
    func forget(isFinal: Bool) {
        let forgotten = state.withLock { state in
            state.isClosed = state.isClosed || isFinal
            return Kept(exchange(&state.slots, with: [:]))
        }
        // Here, with the lock open, since the instances' deinit is the user's code.
        withExtendedLifetime(forgotten) {}
    }
}
