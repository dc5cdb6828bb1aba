internal import CImposeRuntime

/// A reference to an object that does not count.
///
/// Threads that count references to one object wait for each other, and what counts a reference to its owner keeps it.
///
/// Invariant: somebody else keeps the object for as long as this is used. Whoever makes one says who that is.
@frozen
@usableFromInline
struct UncountedReference<Object: AnyObject> {
    @usableFromInline
    let unmanaged: Unmanaged<Object>

    @inlinable
    @inline(__always)
    init(_ object: __shared Object) {
        unmanaged = .passUnretained(object)
    }

    @inline(__always)
    fileprivate init(unmanaged: Unmanaged<Object>) {
        self.unmanaged = unmanaged
    }

    /// The object at an address; nil if that is 0.
    @inline(__always)
    init?(address: UInt) {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
        unmanaged = .fromOpaque(pointer)
    }

    /// The object at an address that is known not to be 0.
    @inline(__always)
    init(knownAddress address: UInt) {
        unmanaged = .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
    }

    /// The same object as an instance of another class.
    ///
    /// Invariant: it is one.
    @inline(__always)
    init<Other: AnyObject>(known other: UncountedReference<Other>) {
        unmanaged = .fromOpaque(other.unmanaged.toOpaque())
    }

    var address: UInt {
        @inline(__always) get { UInt(bitPattern: unmanaged.toOpaque()) }
    }

    /// Tells the object from all others that are alive.
    var identity: ObjectIdentifier {
        // Invariant: it is laid out as the address.
        @inline(__always) get { unsafeBitCast(unmanaged.toOpaque(), to: ObjectIdentifier.self) }
    }

    /// The object, with a reference to it that counts.
    var object: Object {
        @inline(__always) get { unmanaged.takeUnretainedValue() }
    }

    /// The object, with a reference to it that counts; nil if its deinit has begun.
    ///
    /// Invariant: its memory is still there. That is all that need be kept of it here.
    var objectIfAlive: Object? {
        impose_try_retain(unmanaged.toOpaque()) ? unmanaged.takeRetainedValue() : nil
    }

    /// Runs `body` with the object, without counting a reference to it.
    @inlinable
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unmanaged._withUnsafeGuaranteedRef(body)
    }
}

extension UncountedReference: Equatable {
    /// Whether two references are to the same object.
    @inlinable
    @inline(__always)
    static func == (one: UncountedReference, other: UncountedReference) -> Bool {
        one.unmanaged.toOpaque() == other.unmanaged.toOpaque()
    }
}

extension UncountedReference: Sendable where Object: Sendable {}

/// A reference to an object that is counted by hand: for atomic words, and for objects that are handed out under a
/// lock.
///
/// Invariant: it is released or taken exactly once, and not used after that.
@frozen
@usableFromInline
struct RetainedReference<Object: AnyObject> {
    @usableFromInline
    let unmanaged: Unmanaged<Object>

    @inline(__always)
    init(_ object: __owned Object) {
        unmanaged = .passRetained(object)
    }

    /// The reference that was counted when the object at an address was made.
    @inline(__always)
    init(known address: UnsafeMutableRawPointer) {
        unmanaged = .fromOpaque(address)
    }

    /// The same without counting it, for as long as this is not released.
    var uncounted: UncountedReference<Object> {
        @inline(__always) get { UncountedReference(unmanaged: unmanaged) }
    }

    /// The object, with one more reference to it.
    var object: Object { unmanaged.takeUnretainedValue() }

    /// The object. The reference goes over to the caller.
    @inlinable
    @inline(__always)
    func take() -> Object { unmanaged.takeRetainedValue() }

    @inline(__always)
    func release() { unmanaged.release() }
}

extension RetainedReference: Sendable where Object: Sendable {}
