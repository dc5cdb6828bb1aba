public import Synchronization

/// The storage of a property wrapper, empty until a value is injected or assigned. Copies of a wrapper share it.
///
/// An injected value is read without a lock, an assigned one under a lock. Either is released when another one is
/// assigned.
///
/// `@unchecked Sendable`: `injected` is written by the thread that took `state` from empty to settling, read in a
/// `ReaderSection` as long as the state is injected, and cleared by the thread that took the state on from there, once
/// all readers have left. `assigned` is only accessed under the lock. The wrappers are Sendable only if their values
/// are.
///
/// `@_fixed_layout` is the counterpart of `@frozen` for classes. Without it the initializer could not be inlined where
/// the library is built with library evolution.
@_fixed_layout
@usableFromInline
final class InjectedValue<Value>: @unchecked Sendable {
    /// The description of the injection.
    @usableFromInline
    let point: InjectionPoint
    @usableFromInline
    let state: Atomic<UInt8>
    // Unchecked: a dynamic check of exclusive access costs time, and the comment above says why access is exclusive.
    @usableFromInline
    @exclusivity(unchecked)
    var injected: Value?
    @exclusivity(unchecked)
    private var assigned: Value?

    /// Makes an empty storage.
    @inlinable
    init(at point: InjectionPoint) {
        self.point = point
        state = Atomic(InjectedState.empty)
    }

    /// Makes a storage that has a value from the start.
    init(_ value: Value) {
        point = .nowhere
        state = Atomic(InjectedState.assigned)
        assigned = value
    }

    /// Returns the value, injected by `inject` if there is none yet.
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

    /// Returns the value, injected by `inject` if there is none yet. If `inject` throws, the storage stays empty.
    func tryValue(
        _ inject: (InjectionPoint) throws(ImposeError) -> Value
    ) throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try inject(point))
    }

    /// Returns the value, injected by awaiting `inject` if there is none yet.
    nonisolated(nonsending) func valueAwaiting(
        _ inject: nonisolated(nonsending) (InjectionPoint) async throws(ImposeError) -> Value
    ) async throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try await inject(point))
    }

    /// Keeps an injected value and returns it. If several threads inject at once, all get the value of the first one.
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

    /// Returns the value that there is, or that another thread is just writing.
    @usableFromInline
    func settled() -> Value {
        let value = StripedLock.withLock(of: self) {
            // An injected value stays as long as the lock is held.
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
            // From any state but settling, which lasts a few instructions only.
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
        // Released here, without the lock, since a deinit is the user's code.
        withExtendedLifetime(old) {}
    }

    /// Returns the state, after waiting for the few instructions that settling takes.
    private func whenSettled() -> UInt8 {
        SpinWait.wait { state.load(ordering: .acquiring) != InjectedState.settling }
        return state.load(ordering: .acquiring)
    }
}

/// The state of an `InjectedValue`, which tells which of its two values is the current one.
@usableFromInline
enum InjectedState {
    /// Neither: nothing has been injected or assigned.
    @inlinable static var empty: UInt8 { 0 }
    /// Neither: a thread has injected and is about to write the value.
    @inlinable static var settling: UInt8 { 1 }
    /// The one that was injected.
    @inlinable static var injected: UInt8 { 2 }
    /// The one that was assigned.
    @inlinable static var assigned: UInt8 { 3 }
}
