internal import CImposeRuntime

/// An object with a header and with room for one value that is written later, once.
///
/// The value can be read without counting a reference to the object: its memory has an address that stays the same. An
/// optional property would be read by way of the runtime's description of the optional's type.
///
/// Whoever shares it between threads says, by the header's state, when the value is there, and guards the rest of it.
@usableFromInline
final class LateValue<Header: LateHeader, Value>: ManagedBuffer<Header, Value> {
    /// Takes an object over that was made of this class.
    @inlinable
    @inline(__always)
    static func known(_ object: RetainedReference<AnyObject>) -> LateValue {
        unsafeDowncast(object.take(), to: LateValue.self)
    }

    /// Makes an object without a value.
    static func make(_ header: Header) -> LateValue {
        known(LateValueClass(LateValue.self).make(header))
    }

    deinit {
        if Header.hasValue(fields) { value.deinitialize() }
        Header.free(fields)
    }

    /// The address of the object.
    @inlinable
    var address: UnsafeMutableRawPointer {
        @inline(__always) get { Unmanaged.passUnretained(self).toOpaque() }
    }

    /// The place of the header. Invariant: the object outlives the use of its address.
    var fields: ValueReference<Header> {
        @inline(__always) get { ValueReference((address + LateLayout.header).assumingMemoryBound(to: Header.self)) }
    }

    /// The header's state. Invariant: it is the first field of the header.
    @inlinable
    var state: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(address + LateLayout.header) }
    }

    /// The place of the value, which may be read once it has been written, for as long as the object is there.
    @inlinable
    var value: ValueReference<Value> {
        @inline(__always) get {
            let place = address + LateLayout.value(behind: MemoryLayout<Header>.size, MemoryLayout<Value>.alignment)
            return ValueReference(place.assumingMemoryBound(to: Value.self))
        }
    }
}

/// The class of a `LateValue`, as code knows it that does not know the value's type.
@frozen
@usableFromInline
struct LateValueClass {
    @usableFromInline
    let type: AnyClass
    /// The bytes of an object.
    @usableFromInline
    let size: Int
    /// The alignment of the value.
    @usableFromInline
    let alignment: Int

    @inlinable
    @inline(__always)
    init<Header, Value>(_ type: LateValue<Header, Value>.Type) {
        self.type = type
        alignment = MemoryLayout<Value>.alignment
        size = LateLayout.value(behind: MemoryLayout<Header>.size, alignment) + MemoryLayout<Value>.size
    }

    /// Makes an object without a value. The header must be of the type that the class says.
    @inline(__always)
    func make<Header: LateHeader>(_ header: Header) -> RetainedReference<AnyObject> {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let mask = max(alignment, MemoryLayout<UInt>.alignment) - 1
        let object = impose_allocate_object(metadata, size, mask)
        // Invariant: a managed buffer has one field, the header. Words suffice to align it.
        assert(MemoryLayout<Header>.alignment <= MemoryLayout<UInt>.alignment)
        (object + LateLayout.header).initializeMemory(as: Header.self, to: header)
        return RetainedReference(known: object)
    }
}

/// The layout of a managed buffer: two words that every object begins with, the header, and the elements. It is part of
/// Swift's ABI. Generic code that asks the buffer itself calls several closures for each address.
@usableFromInline
enum LateLayout {
    /// The offset of the header, in bytes.
    @inlinable
    static var header: Int {
        @inline(__always) get { 2 * MemoryLayout<UInt>.size }
    }

    /// The offset of the value, in bytes.
    @inlinable
    @inline(__always)
    static func value(behind headerSize: Int, _ alignment: Int) -> Int {
        (header &+ headerSize &+ alignment &- 1) & ~(alignment &- 1)
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
