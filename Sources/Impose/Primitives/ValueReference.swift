internal import CImposeRuntime

/// The address of a value.
///
/// Invariant: somebody keeps the value there for as long as this is used. Whoever makes one says who that is.
@frozen
@usableFromInline
struct ValueReference<Value> {
    @usableFromInline
    let pointer: UnsafeMutablePointer<Value>

    @inlinable
    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<Value>) {
        self.pointer = pointer
    }

    /// The value at an address; nil if that is 0.
    @inline(__always)
    init?(address: UInt) {
        guard let pointer = UnsafeMutablePointer<Value>(bitPattern: address) else { return nil }
        self.pointer = pointer
    }

    /// The value at an address that is known not to be 0.
    @inlinable
    @inline(__always)
    init(knownAddress address: UInt) {
        pointer = UnsafeMutablePointer<Value>(bitPattern: address).unsafelyUnwrapped
    }

    /// Refers to the value that a task-local property is bound to for the calling code, which stays until that code
    /// leaves the binding. Nil if the property is not bound.
    ///
    /// Invariant: the value is laid out like the property's.
    init?<Bound: Sendable>(boundTo property: UncountedReference<TaskLocal<Bound>>) {
        guard let value = impose_task_local_value(property.unmanaged.toOpaque()) else { return nil }
        pointer = UnsafeMutableRawPointer(mutating: value).assumingMemoryBound(to: Value.self)
    }

    /// New memory with a value in it, until `free` is called. It is aligned like a word at least, so its address is
    /// even.
    static func make(_ value: Value) -> ValueReference {
        // At least a word: nothing can be allocated for an empty type.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(MemoryLayout<Value>.size, MemoryLayout<UInt>.size),
            alignment: max(MemoryLayout<Value>.alignment, MemoryLayout<UInt>.alignment)
        )
        let pointer = memory.bindMemory(to: Value.self, capacity: 1)
        pointer.initialize(to: value)
        return ValueReference(pointer)
    }

    /// Puts a value into the memory, which has none.
    @inline(__always)
    func initialize(to value: consuming Value) {
        pointer.initialize(to: value)
    }

    /// Releases the value. The memory stays.
    func deinitialize() {
        // Not `deinitialize(count:)`, which generic code calls by way of the runtime.
        _ = pointer.move()
    }

    /// Releases the value and frees the memory that was made for it.
    func free() {
        deinitialize()
        UnsafeMutableRawPointer(pointer).deallocate()
    }

    var address: UInt {
        @inline(__always) get { UInt(bitPattern: pointer) }
    }

    @inlinable
    var pointee: Value {
        @inline(__always) unsafeAddress { UnsafePointer(pointer) }
        @inline(__always) nonmutating unsafeMutableAddress { pointer }
    }
}

/// Releases a value that was made with `ValueReference.make`, and frees its memory; nothing at the address 0.
///
/// - Parameter type: The type that it was made as.
func freeValue(at address: UInt, of type: any Any.Type) {
    if address == 0 { return }
    func free<Value>(_ type: Value.Type) { ValueReference<Value>(address: address)?.free() }
    _openExistential(type, do: free)
}
