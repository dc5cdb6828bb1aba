/// A reference that is set once and read without a lock.
///
/// Like `AtomicLazyReference`, without its several look-ups of generic metadata at each call (Swift 6.3.1).
///
/// All accesses are sequentially consistent: if one thread sets the reference and then reads a flag, and another sets
/// the flag and then reads the reference, at least one of them sees the other's write.
///
/// `@unchecked Sendable`: the word is only accessed as an atomic, and it never changes again once it is set.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    /// The address of the object, or 0. Invariant: the object is retained before its address is here and until this is
    /// deinitialised, so a thread that finds the address may retain the object, too.
    private let word: AtomicField<UInt> = AtomicField(0)

    init() {}

    deinit {
        UncountedReference<Object>(address: word.load(ordering: .acquiring))?.unmanaged.release()
    }

    var isSet: Bool { word.load(ordering: .sequentiallyConsistent) != 0 }

    /// The object, if there is one.
    func load() -> Object? { unretained?.object }

    /// The object without a retain, for a caller that holds a reference to the owner of this.
    var unretained: UncountedReference<Object>? {
        UncountedReference(address: word.load(ordering: .sequentiallyConsistent))
    }

    /// Sets the object unless another one is set.
    ///
    /// - Returns: Whether `object` is the one that is set now.
    func setIfNil(_ object: Object) -> Bool {
        // Avoids a needless retain.
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
    /// - Returns: The object that is set now.
    func storeIfNil(_ object: Object) -> Object {
        setIfNil(object) ? object : load() ?? object
    }
}
