/// An instance of any type, as one counted object: the instance itself if its type is a class, else a box around it.
///
/// So whatever keeps instances knows no types, and releases them as it releases any object.
///
/// It is counted by hand: whoever has one takes it exactly once. Left to the compiler, each step from a cell to the
/// caller would count once more, on a word that threads share.
struct AnyInstance {
    private let reference: Unmanaged<AnyObject>

    /// Wraps an object that `takeObject` or `object` has returned. Retains the object.
    @inline(__always)
    init(retaining object: AnyObject) { reference = .passRetained(object) }

    /// - Parameter value: The instance.
    @inline(__always)
    init<Value>(of value: borrowing Value) {
        if isClass(Value.self) {
            // Invariant: the value is a reference to an object. It must be read as an `AnyObject`: when it was read as
            // a word, the optimizer concluded that nobody keeps the object, and put it on the caller's stack. A cast to
            // `AnyObject` would retain and release it twice more.
            reference = withUnsafePointer(to: value) {
                .passRetained(UnsafeRawPointer($0).assumingMemoryBound(to: AnyObject.self).pointee)
            }
        } else {
            reference = .passRetained(InstanceBox.make(copy value))
        }
    }

    /// The object, which stays until this is taken.
    var object: AnyObject {
        @inline(__always) get { reference.takeUnretainedValue() }
    }

    /// Takes the object.
    @inline(__always)
    func takeObject() -> AnyObject { reference.takeRetainedValue() }

    /// Takes the instance as its own type.
    ///
    /// Invariant: this was made of an instance of that type.
    @inline(__always)
    func take<Value>(as type: Value.Type) -> Value {
        if isClass(type) {
            // Moved, so that the reference that counts goes to the caller.
            var place = UInt(bitPattern: reference.toOpaque())
            return moved(&place, as: type)
        }
        defer { reference.release() }
        return copied(InstanceBox.address(in: reference), as: type)
    }

    /// Takes the instance as another type than its own; nil if it can't be cast.
    ///
    /// - Parameter type: The type of the instance.
    func takeCast<Target>(from type: any Any.Type) -> Target? {
        func cast<Own>(_ own: Own.Type) -> Target? { take(as: own) as? Target }
        return cast(type)
    }

    /// Takes the instance as a value of any type.
    func takeAny(of type: any Any.Type) -> Any {
        func value<Own>(_ own: Own.Type) -> Any { take(as: own) }
        return value(type)
    }

    /// The word by which inlined code finds an instance: the object's address; or that of the value in its box, with a
    /// bit that says so. See `keptInstance`.
    ///
    /// - Parameters:
    ///   - object: The object that stands for the instance, and keeps the word valid.
    ///   - type: The type of the instance.
    /// - Returns: Nil if the reference is a tagged pointer of Apple's, and so no address.
    static func taggedAddress(of object: AnyObject, as type: any Any.Type) -> UInt? {
        let reference = Unmanaged.passUnretained(object)
        if !isClass(type) { return UInt(bitPattern: InstanceBox.address(in: reference)) | 2 }
        let address = UInt(bitPattern: reference.toOpaque())
        return address & 3 == 0 ? address : nil
    }
}

/// Copies an instance that is kept.
///
/// - Parameter word: See `AnyInstance.taggedAddress`. The caller is in the section in which it was found.
@inlinable
@inline(__always)
func keptInstance<T>(at word: UInt, as type: T.Type) -> T {
    if word & 2 == 0 {
        var place = word
        return copied(&place, as: type)
    }
    return UnsafePointer<T>(bitPattern: word & ~2).unsafelyUnwrapped.pointee
}

/// A value that is no object, in an object of its own.
///
/// An element has a size and an alignment of 16 bytes: a value with this alignment, or a smaller one, fits inside.
private final class InstanceBox: ManagedBuffer<InstanceBox.Header, SIMD2<UInt64>> {
    struct Header {
        let type: any Any.Type
        /// The address of the value. It is inside the box, or in its own memory if it needs a larger alignment.
        let address: UnsafeMutableRawPointer
    }

    static func make<Value>(_ value: Value) -> AnyObject {
        let size = MemoryLayout<SIMD2<UInt64>>.size
        let isInside = isInside(Value.self)
        let capacity = isInside ? max(1, (MemoryLayout<Value>.size + size - 1) / size) : 1
        let box = create(minimumCapacity: capacity) { box in
            Header(
                type: Value.self,
                address: isInside
                    ? box.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
                    : .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
            )
        }
        box.header.address.initializeMemory(as: Value.self, to: value)
        return box
    }

    private static func isInside<Value>(_ type: Value.Type) -> Bool {
        MemoryLayout<Value>.alignment <= MemoryLayout<SIMD2<UInt64>>.alignment
    }

    /// Invariant: the object is a box.
    static func address(in object: Unmanaged<AnyObject>) -> UnsafeMutableRawPointer {
        object._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox.self).header.address }
    }

    deinit {
        let address = header.address
        func destroy<Value>(_ type: Value.Type) {
            _ = moved(address, as: type)
            if !Self.isInside(type) { address.deallocate() }
        }
        destroy(header.type)
    }
}
