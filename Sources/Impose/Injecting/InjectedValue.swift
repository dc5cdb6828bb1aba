public import CImposeRuntime

/// The storage of a property wrapper, empty until a value is injected or assigned. Copies of a wrapper share it.
///
/// An injected value is read without a lock, an assigned one under a lock. An assigned value is released when another
/// one is assigned. An injected value stays as long as the storage: a thread may be reading it, and to find out would
/// cost each read a fence.
///
/// `@unchecked Sendable`: the injected value is written once, by the thread that took `state` from empty to settling,
/// and read by those that have seen the state injected, or any state later than settling under the lock. The assigned
/// one is only accessed under the lock. The wrappers are Sendable only if their values are.
@frozen
@usableFromInline
struct InjectedValue<Value>: @unchecked Sendable {
    @usableFromInline
    typealias Storage = LateValue<InjectedHeader, Value>

    @usableFromInline
    let storage: Storage

    /// Makes an empty storage.
    init(at point: InjectionPoint) {
        storage = .make(InjectedHeader(point: point))
    }

    /// The same, of an injection from an imposer of the directory.
    @inlinable
    @inline(__always)
    init(from imposerType: ImposerType, _ name: InjectionName?, _ rules: InjectionRules, at location: Location) {
        storage = .known(InjectedHeader.make(LateValueClass(Storage.self), imposerType, name, rules, at: location))
    }

    /// Makes a storage that has a value from the start.
    init(_ value: Value) {
        // Nothing is injected.
        storage = .make(InjectedHeader(point: InjectionPoint(location: Location(), context: nil, parameters: nil)))
        storage.fields.pointee.assigned = RetainedReference(AssignedValue(value))
        storage.state[0].store(InjectedState.assigned, ordering: .releasing)
    }

    /// The description of the injection.
    var point: InjectionPoint {
        // Each field by itself: another thread may be writing the one of the assigned value.
        let fields = storage.fields
        return InjectionPoint(
            location: fields.pointee.location,
            context: fields.pointee.context?.object,
            parameters: fields.pointee.parameters?.object
        )
    }

    /// Whether the injection is plain: see `InjectionPoint.isPlain`.
    var isPlain: Bool {
        storage.fields.pointee.context == nil && storage.fields.pointee.parameters == nil
    }

    /// Returns the injected value of a storage, if it has one that has not been replaced. Whoever reads it keeps the
    /// storage until then.
    @inlinable
    @inline(__always)
    static func injected(in storage: UncountedReference<Storage>) -> ValueReference<Value>? {
        storage.with { impose_load($0.state.words) == InjectedState.injected ? $0.value : nil }
    }

    var isEmpty: Bool { storage.state[0].load(ordering: .acquiring) == InjectedState.empty }

    /// Returns the value, injected if there is none yet. If that throws, the storage stays empty.
    func value(orInject injection: @autoclosure () throws(ImposeError) -> Value) throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try injection())
    }

    /// Keeps an injected value and returns it. If several threads inject at once, all get the value of the first one.
    @inline(__always)
    func settle(_ value: consuming Value) -> Value {
        #if canImport(Darwin)
            // Under the lock of those who would wait for it, who lend their priority to the thread that holds it: there the
            // state is never `settling`. Compiled, not run.
            let value = value
            StripedLock.withLock(of: storage) {
                guard isEmpty else { return }
                storage.value.initialize(to: value)
                storage.state[0].store(InjectedState.injected, ordering: .releasing)
            }
            return settled()
        #else
            let exchange = storage.state[0].compareExchange(
                expected: InjectedState.empty,
                desired: InjectedState.settling,
                ordering: .acquiringAndReleasing
            )
            guard exchange.exchanged else { return settled() }
            let settled = storage.value
            settled.initialize(to: value)
            storage.state[0].store(InjectedState.injected, ordering: .releasing)
            return settled.pointee
        #endif
    }

    /// The value, if there is one already.
    var current: Value? {
        if let injected = Self.injected(in: UncountedReference(storage)) {
            // The caller may be done with the wrapper.
            defer { withExtendedLifetime(storage) {} }
            return injected.pointee
        }
        return isEmpty ? nil : settled()
    }

    /// Returns the value that there is, or that another thread is just writing.
    func settled() -> Value {
        StripedLock.withLock(of: storage) {
            guard whenSettled() >= InjectedState.assigned else { return storage.value.pointee }
            guard let assigned = storage.fields.pointee.assigned?.object as? AssignedValue<Value> else {
                preconditionFailure("A state that says that a value was assigned, and no value")
            }
            return assigned.value
        }
    }

    /// Replaces the value.
    @usableFromInline
    func assign(_ value: Value) {
        let new = RetainedReference<AnyObject>(AssignedValue(value))
        let old = StripedLock.withLock(of: storage) {
            // Not exchanged in place, which the thread sanitizer takes for a change of all fields.
            let old = storage.fields.pointee.assigned
            storage.fields.pointee.assigned = new
            // From any state but settling, which lasts a few instructions only.
            while true {
                let current = whenSettled()
                let exchange = storage.state[0].compareExchange(
                    expected: current,
                    desired: current | InjectedState.assigned,
                    ordering: .sequentiallyConsistent
                )
                if exchange.exchanged { return old }
            }
        }
        // Released here, without the lock, since a deinit is the user's code.
        old?.release()
    }

    /// Returns the state, after waiting for the few instructions that settling takes.
    private func whenSettled() -> UInt {
        SpinWait.wait { storage.state[0].load(ordering: .acquiring) != InjectedState.settling }
        return storage.state[0].load(ordering: .acquiring)
    }
}

/// The fields of an `InjectedValue` beside its injected value.
@frozen
@usableFromInline
struct InjectedHeader: LateHeader {
    /// See `InjectedState`.
    @usableFromInline
    let state: UInt
    /// The description of the injection: see `InjectionPoint`.
    let location: Location
    let context: RetainedReference<Context>?
    let parameters: RetainedReference<InjectionParameters>?
    /// The value that has been assigned, an `AssignedValue`, if there is one. As an object it costs nothing while there
    /// is none.
    var assigned: RetainedReference<AnyObject>?

    @inline(__always)
    init(point: InjectionPoint) {
        state = InjectedState.empty
        location = point.location
        context = point.context.map { RetainedReference($0) }
        parameters = point.parameters.map { RetainedReference($0) }
        assigned = nil
    }

    /// Makes the storage of an injection from an imposer of the directory.
    ///
    /// This is all of it that knows no types.
    @usableFromInline
    static func make(
        _ type: LateValueClass,
        _ imposerType: ImposerType,
        _ name: InjectionName?,
        _ rules: InjectionRules,
        at location: Location
    ) -> RetainedReference<AnyObject> {
        type.make(InjectedHeader(point: InjectionPoint(.type(imposerType), name, rules, at: location)))
    }

    @usableFromInline
    static func hasValue(_ header: ValueReference<InjectedHeader>) -> Bool {
        header.pointee.state & InjectedState.injected != 0
    }

    @usableFromInline
    static func free(_ header: ValueReference<InjectedHeader>) {
        header.pointee.context?.release()
        header.pointee.parameters?.release()
        header.pointee.assigned?.release()
    }
}

/// A value that was assigned to a property.
private final class AssignedValue<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The state of an `InjectedValue`, which tells which of its two values is the current one.
@usableFromInline
enum InjectedState {
    /// Neither: nothing has been injected or assigned.
    static var empty: UInt { 0 }
    /// Neither: a thread has injected and is about to write the value.
    static var settling: UInt { 1 }
    /// The one that was injected.
    @inlinable static var injected: UInt { 2 }
    /// The one that was assigned; added to `injected` if there is an injected one as well.
    static var assigned: UInt { 4 }
}
