// References that count nothing, and what they point to.

internal import CImposeRuntime

/// A reference that does not count: it does not keep its object alive.
///
/// There are two reasons to use one. Threads that retain the same object slow each other down. And a part that retains
/// its owner would make a cycle.
///
/// Invariant: somebody else keeps the object for as long as this is used. Whoever makes one says who that is.
@frozen
@usableFromInline
struct UncountedReference<Object: AnyObject> {
    private let unmanaged: Unmanaged<Object>

    @inline(__always)
    init(_ object: __shared Object) { unmanaged = .passUnretained(object) }

    /// The object at an address that is known not to be 0.
    @inline(__always)
    init(knownAddress address: UInt) {
        unmanaged = .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
    }

    var address: UInt {
        @inline(__always) get { UInt(bitPattern: unmanaged.toOpaque()) }
    }

    /// The object, with a reference to it that counts.
    var object: Object {
        @inline(__always) get { unmanaged.takeUnretainedValue() }
    }

    /// The object, with a reference to it that counts; nil if its deinit has begun.
    ///
    /// Invariant: the memory of the object is still there. The object itself need not be alive, unlike elsewhere.
    var objectIfAlive: Object? { impose_try_retain(unmanaged.toOpaque()) ? unmanaged.takeRetainedValue() : nil }

    /// Runs `body` with the object, without counting a reference to it.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unmanaged._withUnsafeGuaranteedRef(body)
    }
}

extension UncountedReference: Equatable {
    /// Whether two references are to the same object.
    @usableFromInline
    @inline(__always)
    static func == (one: UncountedReference, other: UncountedReference) -> Bool { one.address == other.address }
}

extension UncountedReference: Sendable where Object: Sendable {}

/// The address of a value that lies on a stack, in an object, or in memory that is never freed.
///
/// Invariant: it stays there for as long as this is used. Whoever makes one says why, and what guards the value.
struct ValueReference<Value: ~Copyable>: Equatable, @unchecked Sendable {
    let address: UnsafeMutablePointer<Value>

    @inline(__always)
    init(_ address: UnsafeMutablePointer<Value>) { self.address = address }

    /// The value at an address; nil if there is none.
    @inline(__always)
    init?(_ address: UnsafeMutableRawPointer?) {
        guard let address else { return nil }
        self.init(address.assumingMemoryBound(to: Value.self))
    }

    /// The value at the address in a word; nil for 0.
    @inline(__always)
    init?(word: UInt) { self.init(UnsafeMutableRawPointer(bitPattern: word)) }

    var word: UInt {
        @inline(__always) get { UInt(bitPattern: address) }
    }

    /// A value in memory of its own, which is never freed.
    init(keptForEver value: consuming Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    /// Runs `body` with a reference to a variable, which it may hand to others until it returns.
    @inline(__always)
    static func with<Result, Failure: Error>(
        _ variable: inout Value,
        _ body: (ValueReference) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutablePointer(to: &variable) { address throws(Failure) in try body(ValueReference(address)) }
    }

    var pointee: Value {
        @inline(__always) unsafeAddress { UnsafePointer(address) }
        @inline(__always) nonmutating unsafeMutableAddress { address }
    }

    /// The value's first field.
    ///
    /// Invariant: it is of that type.
    @inline(__always)
    func firstField<Field>(as type: Field.Type) -> ValueReference<Field> {
        ValueReference<Field>(UnsafeMutableRawPointer(address).assumingMemoryBound(to: Field.self))
    }

    @inline(__always)
    static func == (one: ValueReference, other: ValueReference) -> Bool { one.address == other.address }
}

/// A value that lies in the object that it belongs to and is reached by its address.
///
/// Accesses to a stored property of a class are checked for exclusivity at run time. Accesses to an unchecked field are
/// not: whoever declares one says what guards it.
@_rawLayout(like: Value, movesAsLike)
struct UncheckedField<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    init(_ value: consuming Value) { reference.address.initialize(to: value) }

    // The deinit is not in a struct around `UncheckedField`: there Swift 6.3.1 destroyed a value with a weak reference
    // twice.
    deinit { reference.address.deinitialize(count: 1) }

    /// It stays as long as the object.
    var reference: ValueReference<Value> {
        @inline(__always) get {
            let address = withUnsafePointer(to: self) { UnsafeMutableRawPointer(mutating: $0) }
            return ValueReference(address.assumingMemoryBound(to: Value.self))
        }
    }

    var value: Value {
        @inline(__always) unsafeAddress { UnsafePointer(reference.address) }
        @inline(__always) nonmutating unsafeMutableAddress { reference.address }
    }
}
