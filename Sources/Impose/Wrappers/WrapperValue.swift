/// The value of a property wrapper, empty until one is injected or assigned. Copies of a wrapper share it.
@frozen
@usableFromInline
struct WrapperValue<Value>: Sendable {
    @usableFromInline
    let storage: WrapperStorage

    init(at point: InjectionPoint) { storage = WrapperStorage(point) }

    /// - Parameter value: The value that there is from the start, so that nothing is injected.
    init(_ value: Value) {
        storage = WrapperStorage(InjectionPoint(location: Location(), parameters: nil))
        assign(value)
    }

    var point: InjectionPoint { storage.point }

    /// Returns the injected value, which inlined code copies without a lock. Returns another value if none was
    /// injected, or if one was assigned since.
    @inlinable
    @inline(__always)
    func injectedValue<Failure: Error>(or other: () throws(Failure) -> Value) throws(Failure) -> Value {
        let word = storage.word
        if word == 0 { return try other() }
        // The storage keeps the value, also if the wrapper is released meanwhile.
        defer { withExtendedLifetime(storage) {} }
        return keptInstance(at: word, as: Value.self)
    }

    /// The value, if there is one already.
    var current: Value? {
        // Invariant: it was made of a value of this type.
        storage.current?.take(as: Value.self)
    }

    /// Returns the value, injected if there is none yet. If that throws, it stays empty.
    func value(orInject injection: @autoclosure () throws(ImposeError) -> Value) throws(ImposeError) -> Value {
        try injectedValue { () throws(ImposeError) in
            if let instance = storage.current { return instance.take(as: Value.self) }
            return setIfEmpty(try injection())
        }
    }

    /// Keeps an injected value and returns it. If several threads inject at once, all get the value of the first one.
    /// If a value is assigned meanwhile, all get that.
    func setIfEmpty(_ value: Value) -> Value {
        let object = AnyInstance(of: value).takeObject()
        let word = AnyInstance.taggedAddress(of: object, as: Value.self) ?? 0
        return storage.setIfEmpty(object, word).take(as: Value.self)
    }

    /// Replaces the value.
    @usableFromInline
    func assign(_ value: Value) { storage.assign(AnyInstance(of: value).takeObject()) }
}

/// What the copies of a wrapper share. It knows no type: an object of a generic class would have its type looked up
/// whenever one is made.
///
/// An injected value is read without a lock, an assigned one under the lock. An assigned value is released when another
/// one is assigned. An injected value stays as long as this: a thread may be reading it.
///
/// `@unchecked Sendable`: the lock guards the values. The injected value is written once, and whoever has read its word
/// may read it without the lock. The word is written after the value, with a release, and read with an acquire: on ARM,
/// a thread could see the word by a relaxed load, and not yet the content of the object. The wrappers are Sendable only
/// if their values are.
@usableFromInline
final class WrapperStorage: @unchecked Sendable {
    let point: InjectionPoint
    private let lock = BriefLock()
    /// The word of the injected value, see `AnyInstance.taggedAddress`. 0 if none was injected, if a value was assigned
    /// since, or if the object has no address.
    private let injectedWord = AtomicField<UInt>(0)
    /// A field apart from `assigned`: who assigns touches nothing that is read without the lock.
    private let injected = UncheckedField<AnyObject?>(nil)
    private let assigned = UncheckedField<AnyObject?>(nil)

    init(_ point: InjectionPoint) { self.point = point }

    @usableFromInline
    var word: UInt { injectedWord.load(ordering: .acquiring) }

    var current: AnyInstance? {
        if word != 0, let injected = injected.value { return AnyInstance(retaining: injected) }
        return lock.withLock { (assigned.value ?? injected.value).map { AnyInstance(retaining: $0) } }
    }

    func setIfEmpty(_ object: AnyObject, _ word: UInt) -> AnyInstance {
        lock.withLock {
            if let known = assigned.value ?? injected.value { return AnyInstance(retaining: known) }
            injected.value = object
            injectedWord.store(word, ordering: .releasing)
            return AnyInstance(retaining: object)
        }
    }

    func assign(_ object: AnyObject) {
        let old = lock.withLock {
            injectedWord.store(0, ordering: .releasing)
            return exchange(&assigned.value, with: object)
        }
        // Released here, with no lock held: a deinit is the user's code.
        withExtendedLifetime(old) {}
    }
}
