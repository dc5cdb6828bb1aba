public import CImposeRuntime

/// A value that threads read and write without a lock, as a field of an object or as a static property.
///
/// Like `Synchronization.Atomic`, which older systems do not have. The raw layout gives the value one address for its
/// whole life, and keeps the compiler from reusing a value that it has read before.
///
/// `@unchecked Sendable`: the value is only accessed as an atomic.
@_rawLayout(like: Value)
struct AtomicField<Value: Sendable & BitwiseCopyable>: ~Copyable, AtomicValue, @unchecked Sendable {
    init(_ value: Value) {
        address.assumingMemoryBound(to: Value.self).initialize(to: value)
    }

    var address: UnsafeMutableRawPointer {
        @inline(__always) get { withUnsafePointer(to: self) { UnsafeMutableRawPointer(mutating: $0) } }
    }
}

/// A value that is only accessed as an atomic.
@usableFromInline
protocol AtomicValue<Value>: ~Copyable {
    associatedtype Value

    /// Its address, which stays the same.
    var address: UnsafeMutableRawPointer { get }
}

/// An integer as wide as an address.
@usableFromInline
protocol AtomicWord: FixedWidthInteger {}

extension UInt: AtomicWord {}
extension Int: AtomicWord {}

extension ImposeOrder {
    @inlinable
    static var relaxed: ImposeOrder { @inline(__always) get { ImposeOrderRelaxed } }
    static var acquiring: ImposeOrder { @inline(__always) get { ImposeOrderAcquiring } }
    @inlinable
    static var releasing: ImposeOrder { @inline(__always) get { ImposeOrderReleasing } }
    static var sequentiallyConsistent: ImposeOrder { @inline(__always) get { ImposeOrderSequentiallyConsistent } }
}

extension AtomicValue where Self: ~Copyable, Value: AtomicWord {
    @inlinable
    @inline(__always)
    func load(ordering: ImposeOrder) -> Value {
        Value(truncatingIfNeeded: impose_load_word(address, ordering))
    }

    @inlinable
    @inline(__always)
    func store(_ value: Value, ordering: ImposeOrder) {
        impose_store_word(address, UInt(truncatingIfNeeded: value), ordering)
    }

    /// Adds to the value, and returns the sum.
    @inline(__always)
    @discardableResult
    func add(_ value: Value, ordering: ImposeOrder) -> Value {
        let old = Value(truncatingIfNeeded: impose_add_word(address, UInt(truncatingIfNeeded: value), ordering))
        return old &+ value
    }

    /// Subtracts from the value, and returns the difference.
    @inline(__always)
    @discardableResult
    func subtract(_ value: Value, ordering: ImposeOrder) -> Value {
        add(0 &- value, ordering: ordering)
    }
}

extension AtomicValue where Self: ~Copyable, Value == Bool {
    @inline(__always)
    func load(ordering: ImposeOrder) -> Bool { impose_load_byte(address, ordering) != 0 }

    @inline(__always)
    func store(_ value: Bool, ordering: ImposeOrder) { impose_store_byte(address, value ? 1 : 0, ordering) }

    /// Whether it was set. Then the reader sees all that was written before that.
    var isSet: Bool { @inline(__always) get { load(ordering: .acquiring) } }

    @inline(__always)
    func set() { store(true, ordering: .releasing) }

    /// Replaces the value, and returns what was there.
    @inline(__always)
    func exchange(_ value: Bool, ordering: ImposeOrder) -> Bool {
        impose_exchange_byte(address, value ? 1 : 0, ordering) != 0
    }
}
