/// The value of a property wrapper, empty until one is injected or assigned. Copies of a wrapper share it.
struct WrapperValue<Value>: Sendable {
    private let storage: WrapperStorage

    init(at point: InjectionPoint) { storage = WrapperStorage(point) }

    /// - Parameter value: The value that there is from the start, so that nothing is injected.
    init(_ value: Value) {
        storage = WrapperStorage(InjectionPoint(location: Location(), parameters: nil))
        assign(value)
    }

    var point: InjectionPoint { storage.point }

    /// The value, if there is one already.
    var current: Value? {
        // Invariant: it was made of a value of this type.
        storage.current?.take(as: Value.self)
    }

    /// Returns the value, injected if there is none yet. If that throws, it stays empty.
    func value(orInject injection: @autoclosure () throws(ImposeError) -> Value) throws(ImposeError) -> Value {
        if let instance = storage.current { return instance.take(as: Value.self) }
        return settle(try injection())
    }

    /// Keeps an injected value and returns it. If several threads inject at once, all get the value of the first one; if
    /// one is assigned meanwhile, that.
    func settle(_ value: Value) -> Value {
        storage.settle(Instance(of: value).takeObject()).take(as: Value.self)
    }

    /// Replaces the value.
    func assign(_ value: Value) { storage.assign(Instance(of: value).takeObject()) }
}

/// What the copies of a wrapper share. It knows no type: an object of a generic class would have its type looked up
/// whenever one is made.
///
/// An injected value is read without a lock, an assigned one under the lock. An assigned value is released when another
/// one is assigned. An injected value stays as long as this: a thread may be reading it.
///
/// `@unchecked Sendable`: `state` says which value there is. It is written under the lock, after the value and with a
/// release, and read with an acquire: on ARM a relaxed load could see the state, and then no value. The wrappers are
/// Sendable only if their values are.
private final class WrapperStorage: @unchecked Sendable {
    private enum State {
        static var empty: Int { 0 }
        static var injected: Int { 1 }
        static var assigned: Int { 2 }
    }

    let point: InjectionPoint
    private let lock = BriefLock()
    private let state = AtomicField(State.empty)
    /// Written once.
    private let injected = Place<AnyObject?>(nil)
    /// Guarded by the lock.
    private let assigned = Place<AnyObject?>(nil)

    init(_ point: InjectionPoint) { self.point = point }

    var current: Instance? {
        switch state.load(ordering: .acquiring) {
        case State.injected: injected.value.map { Instance(retaining: $0) }
        case State.empty: nil
        default: lock.withLock { assigned.value.map { Instance(retaining: $0) } }
        }
    }

    func settle(_ object: AnyObject) -> Instance {
        lock.withLock {
            if state.load(ordering: .relaxed) != State.empty { return }
            injected.value = object
            state.store(State.injected, ordering: .releasing)
        }
        return current ?? Instance(retaining: object)
    }

    func assign(_ object: AnyObject) {
        let old = lock.withLock {
            state.store(State.assigned, ordering: .releasing)
            return exchange(&assigned.value, with: object)
        }
        // Released here, with no lock held: a deinit is the user's code.
        withExtendedLifetime(old) {}
    }
}
