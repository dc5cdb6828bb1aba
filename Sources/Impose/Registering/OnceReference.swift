internal import Synchronization

/// A reference that is set once and read without a lock.
///
/// What `AtomicLazyReference` is, which costs several look-ups of generic metadata at each call (Swift 6.3.1).
///
/// `@unchecked Sendable`: the word is only accessed as an atomic, and it never changes again once it is set.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    /// The address of the object, or 0. Invariant: the object is retained from before its address is here until the
    /// end of this, so whoever finds the address may retain it, too.
    private let word: Atomic<UInt> = Atomic(0)

    init() {}

    deinit {
        guard let pointer = UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)) else { return }
        Unmanaged<Object>.fromOpaque(pointer).release()
    }

    var isSet: Bool { word.load(ordering: .acquiring) != 0 }

    /// The object, if there is one.
    func load() -> Object? {
        guard let pointer = UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Sets the object unless another one is set.
    ///
    /// - Returns: The one that is set now.
    func storeIfNil(_ object: Object) -> Object {
        let retained = Unmanaged.passRetained(object)
        let address = UInt(bitPattern: retained.toOpaque())
        let exchange = word.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
        if exchange.exchanged { return object }
        retained.release()
        return load() ?? object
    }
}
