/// The value of a property wrapper, empty until one is injected or assigned. Copies of a wrapper share it.
///
/// An injected value is read without a lock, an assigned one under the lock. An assigned value is released when another
/// one is assigned. An injected value stays as long as this: a thread may be reading it.
///
/// `@unchecked Sendable`: `state` says which value there is. It is written under the lock, after the value and with a
/// release, and read with an acquire: on ARM a relaxed load could see the state, and then no value. The wrappers are
/// Sendable only if their values are.
final class WrapperValue<Value>: @unchecked Sendable {
    private enum State {
        static var empty: Int { 0 }
        static var injected: Int { 1 }
        static var assigned: Int { 2 }
    }

    /// A value that was assigned. As an object it costs nothing while there is none.
    private final class Assigned {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    let point: InjectionPoint
    private let lock = BriefLock()
    private let state: AtomicField<Int>
    /// Written once.
    private let injected = Place<Value?>(nil)
    /// Guarded by the lock.
    private let assigned: Place<Assigned?>

    init(at point: InjectionPoint) {
        self.point = point
        state = AtomicField(State.empty)
        assigned = Place(nil)
    }

    /// - Parameter value: The value that there is from the start, so that nothing is injected.
    init(_ value: Value) {
        point = InjectionPoint(location: Location(), parameters: nil)
        state = AtomicField(State.assigned)
        assigned = Place(Assigned(value))
    }

    /// The value, if there is one already.
    var current: Value? {
        let state = state.load(ordering: .acquiring)
        if state == State.injected { return injected.value }
        if state == State.empty { return nil }
        return lock.withLock { assigned.value }?.value
    }

    /// Returns the value, injected if there is none yet. If that throws, it stays empty.
    func value(orInject injection: @autoclosure () throws(ImposeError) -> Value) throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try injection())
    }

    /// Keeps an injected value and returns it. If several threads inject at once, all get the value of the first one; if
    /// one is assigned meanwhile, that.
    func settle(_ value: Value) -> Value {
        lock.withLock {
            if state.load(ordering: .relaxed) != State.empty { return }
            injected.value = value
            state.store(State.injected, ordering: .releasing)
        }
        return current ?? value
    }

    /// Replaces the value.
    func assign(_ value: Value) {
        let new = Assigned(value)
        let old = lock.withLock {
            state.store(State.assigned, ordering: .releasing)
            return exchange(&assigned.value, with: new)
        }
        // Released here, with no lock held: a deinit is the user's code.
        withExtendedLifetime(old) {}
    }
}
