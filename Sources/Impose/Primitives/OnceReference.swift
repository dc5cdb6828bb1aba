internal import Synchronization

/// A reference that is set once and read without a lock.
///
/// What `AtomicLazyReference` is, which costs several look-ups of generic metadata at each call (Swift 6.3.1).
///
/// All of it is sequentially consistent: who sets it and then finds a flag unset, and who sets the flag and then finds
/// this unset, can't both be.
///
/// `@unchecked Sendable`: the word is only accessed as an atomic, and it never changes again once it is set.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    /// The address of the object, or 0. Invariant: the object is retained from before its address is here until the
    /// end of this, so whoever finds the address may retain it, too.
    private let word: Atomic<UInt> = Atomic(0)

    init() {}

    deinit {
        guard let reference = UncountedReference<Object>(address: word.load(ordering: .acquiring)) else { return }
        RetainedReference(counted: reference).release()
    }

    var isSet: Bool { word.load(ordering: .sequentiallyConsistent) != 0 }

    /// The object, if there is one.
    func load() -> Object? { unretained?.object }

    /// The same for who has a reference to what this is part of.
    var unretained: UncountedReference<Object>? {
        UncountedReference(address: word.load(ordering: .sequentiallyConsistent))
    }

    /// Sets the object unless another one is set.
    ///
    /// - Returns: Whether it is the one that is set now.
    func setIfNil(_ object: Object) -> Bool {
        // Not retained for nothing.
        if isSet { return unretained == UncountedReference(object) }
        let retained = RetainedReference(object)
        let address = retained.uncounted.address
        if word.compareExchange(expected: 0, desired: address, ordering: .sequentiallyConsistent).exchanged {
            return true
        }
        retained.release()
        return unretained == UncountedReference(object)
    }

    /// Sets the object unless another one is set.
    ///
    /// - Returns: The one that is set now.
    func storeIfNil(_ object: Object) -> Object {
        let retained = RetainedReference(object)
        let address = retained.uncounted.address
        let exchange = word.compareExchange(expected: 0, desired: address, ordering: .sequentiallyConsistent)
        if exchange.exchanged { return object }
        retained.release()
        return load() ?? object
    }
}
