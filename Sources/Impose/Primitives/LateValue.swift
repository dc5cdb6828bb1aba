/// An object with a header and with room for one value that is written later, once.
///
/// The value can be read without counting a reference to the object: its memory has an address that stays the same. An
/// optional property would be read by way of the runtime's description of the optional's type.
///
/// Whoever shares it between threads says, by the header's state, when the value is there, and guards the rest of it.
@usableFromInline
final class LateValue<Header: LateHeader, Value>: ManagedBuffer<Header, Value> {
    /// Makes an object without a value.
    @inlinable
    @inline(__always)
    static func make(_ header: Header) -> LateValue {
        let object = LateValue.create(minimumCapacity: 1) { _ in header }
        // Invariant: an object is made as an instance of the class that `create` is called on.
        return unsafeDowncast(object, to: LateValue.self)
    }

    deinit {
        if Header.hasValue(fields) { withUnsafeMutablePointerToElements { _ = $0.deinitialize(count: 1) } }
        Header.free(fields)
    }

    /// The place of the header. Invariant: the object outlives the use of its address.
    @inlinable
    var fields: ValueReference<Header> {
        @inline(__always) get { withUnsafeMutablePointerToHeader { ValueReference($0) } }
    }

    /// The header's state. Invariant: it is the first field of the header.
    @inlinable
    var state: AtomicWordPointer {
        @inline(__always) get { withUnsafeMutablePointerToHeader { AtomicWordPointer(UnsafeMutableRawPointer($0)) } }
    }

    /// The place of the value, which may be read once it has been written, for as long as the object is there.
    @inlinable
    var value: ValueReference<Value> {
        @inline(__always) get { withUnsafeMutablePointerToElements { ValueReference($0) } }
    }

    /// Writes the value. To be called once.
    @inlinable
    @inline(__always)
    func write(_ value: Value) {
        withUnsafeMutablePointerToElements { $0.initialize(to: value) }
    }
}

/// The fields of a `LateValue` in front of its value. What they refer to is counted by hand: the way of a header into its
/// object copies it.
@usableFromInline
protocol LateHeader: BitwiseCopyable {
    /// How far the object is; the meaning of each state is the user's. It is the first field, and accessed as an atomic
    /// only.
    var state: UInt { get }
    /// Whether the state says that the value has been written, and is to be freed with the object.
    static func hasValue(_ header: ValueReference<Self>) -> Bool

    /// Releases what the fields refer to.
    static func free(_ header: ValueReference<Self>)
}
