public import Synchronization

/// What a property wrapper holds: nothing until it is injected or assigned. Copies of a wrapper share it.
///
/// A value that was injected is read without a lock, one that was assigned under a lock. Either goes when another one is
/// assigned.
///
/// `@unchecked Sendable`: `injected` is written by the thread that took `state` from empty to settling, read in a
/// `ReaderSection` as long as the state is injected, and cleared by the thread that took the state on from there, once
/// all readers have left. `assigned` is only accessed under the lock. The wrappers are Sendable only if their values
/// are.
///
/// `@_fixed_layout` is to a class what `@frozen` is to a struct. Without it the initializer could not be inlined where the
/// library is built with library evolution.
@_fixed_layout
@usableFromInline
final class InjectedValue<Value>: @unchecked Sendable {
    /// Where the value is to be injected.
    @usableFromInline
    let point: InjectionPoint
    @usableFromInline
    let state: Atomic<UInt8>
    // Unchecked: the check of exclusive access is dynamic here, at a cost, and the comment above says who accesses it.
    @usableFromInline
    @exclusivity(unchecked)
    var injected: Value?
    @exclusivity(unchecked)
    private var assigned: Value?

    /// Nothing yet.
    @inlinable
    init(at point: InjectionPoint) {
        self.point = point
        state = Atomic(InjectedState.empty)
    }

    /// A value from the start.
    init(_ value: Value) {
        point = .nowhere
        state = Atomic(InjectedState.assigned)
        assigned = value
    }

    /// The value; where there is none yet, `inject` gives it.
    @inlinable
    @inline(__always)
    func value(_ inject: (InjectionPoint) -> Value) -> Value {
        let counter = ReaderSection.counter
        ReaderSection.enter(counter)
        let state = state.load(ordering: .sequentiallyConsistent)
        if state == InjectedState.injected, let injected {
            ReaderSection.leave(counter)
            return injected
        }
        ReaderSection.leave(counter)
        return state == InjectedState.empty ? settle(inject(point)) : settled()
    }

    /// The value; where there is none yet, what `inject` gives, which is kept, unless it throws.
    func tryValue(
        _ inject: (InjectionPoint) throws(ImposeError) -> Value
    ) throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try inject(point))
    }

    /// The value; where there is none yet, what `inject` gives when it is awaited.
    nonisolated(nonsending) func valueAwaiting(
        _ inject: nonisolated(nonsending) (InjectionPoint) async throws(ImposeError) -> Value
    ) async throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try await inject(point))
    }

    /// Takes a value that was injected. Where several threads have injected at once, the first one's value counts.
    @inlinable
    func settle(_ value: Value) -> Value {
        let exchange = state.compareExchange(
            expected: InjectedState.empty,
            desired: InjectedState.settling,
            ordering: .acquiringAndReleasing
        )
        guard exchange.exchanged else { return settled() }
        injected = value
        state.store(InjectedState.injected, ordering: .releasing)
        return value
    }

    /// The value, if there is one already.
    var current: Value? {
        state.load(ordering: .acquiring) == InjectedState.empty ? nil : settled()
    }

    /// The value, once there is one or somebody is about to put it down.
    @usableFromInline
    func settled() -> Value {
        let value = StripedLock.withLock(of: self) {
            // Injected it stays while the lock is held.
            whenSettled() == InjectedState.assigned ? assigned : injected
        }
        guard let value else { preconditionFailure("A state that says there is a value, and no value") }
        return value
    }

    /// Replaces the value.
    @usableFromInline
    func assign(_ value: Value) {
        let (old, wasInjected) = StripedLock.withLock(of: self) {
            let old = exchange(&assigned, with: value)
            // From any state but settling, which is over in a moment.
            while true {
                let current = whenSettled()
                let exchange = state.compareExchange(
                    expected: current,
                    desired: InjectedState.assigned,
                    ordering: .sequentiallyConsistent
                )
                if exchange.exchanged { return (old, current == InjectedState.injected) }
            }
        }
        if wasInjected {
            ReaderSection.waitForReaders()
            injected = nil
        }
        // Here, with the lock open, since a deinit is the user's code.
        withExtendedLifetime(old) {}
    }

    /// The state, after the few instructions for which it is settling.
    private func whenSettled() -> UInt8 {
        SpinWait.wait { state.load(ordering: .acquiring) != InjectedState.settling }
        return state.load(ordering: .acquiring)
    }
}

/// Which of the two values of an `InjectedValue` is the current one.
@usableFromInline
enum InjectedState {
    /// Neither: nothing has been injected or assigned.
    @inlinable static var empty: UInt8 { 0 }
    /// Neither: a thread has injected and is about to put the value down.
    @inlinable static var settling: UInt8 { 1 }
    /// The one that was injected.
    @inlinable static var injected: UInt8 { 2 }
    /// The one that was assigned.
    @inlinable static var assigned: UInt8 { 3 }
}
