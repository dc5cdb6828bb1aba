internal import CImposeRuntime

/// A value whose type is known at run time only. It is released with this.
///
/// A reference to an object, as nearly every value is, is stored as it is; any other value in its own memory.
struct StoredValue: ~Copyable {
    let type: any Any.Type
    /// The value, if it is a reference to an object.
    private let object: AnyObject?
    /// The memory of any other value.
    private let memory: UnsafeMutableRawPointer?

    init<Value>(_ value: Value) {
        type = Value.self
        let pointer = unsafeBitCast(Value.self as any Any.Type, to: UnsafeRawPointer.self)
        // Invariant: an instance of a class is a reference to it. A cast would cost more look-ups than all the rest.
        object = impose_type_kind(pointer) == ImposeTypeKindClass ? unsafeBitCast(value, to: AnyObject.self) : nil
        memory = object == nil ? .holding(value) : nil
    }

    deinit {
        memory?.release(type)
    }

    /// The value if it is a reference to an object, retained.
    var reference: Unmanaged<AnyObject>? { object.map { .passRetained($0) } }

    /// The value.
    ///
    /// - Parameter type: The type that it was stored as.
    func load<Value>(as type: Value.Type) -> Value {
        if let memory { return memory.assumingMemoryBound(to: type).pointee }
        // Invariant: as above.
        return unsafeBitCast(object.unsafelyUnwrapped, to: type)
    }
}

extension UnsafeMutableRawPointer {
    /// New memory with a value in it, aligned at least like a word.
    static func holding<Value>(_ value: Value) -> UnsafeMutableRawPointer {
        // At least a word: nothing can be allocated for an empty type.
        let memory = allocate(
            byteCount: max(MemoryLayout<Value>.size, MemoryLayout<UInt>.size),
            alignment: max(MemoryLayout<Value>.alignment, MemoryLayout<UInt>.alignment)
        )
        memory.bindMemory(to: Value.self, capacity: 1).initialize(to: value)
        return memory
    }

    /// Frees memory with a value in it, of the type that it was made with.
    func release(_ type: any Any.Type) {
        func deinitialize<Value>(_ type: Value.Type) {
            assumingMemoryBound(to: type).deinitialize(count: 1)
        }
        _openExistential(type, do: deinitialize)
        deallocate()
    }
}
