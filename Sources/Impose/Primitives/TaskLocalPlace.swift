internal import CImposeRuntime

/// A task-local that code binds and unbinds by two calls, and reads without counting references.
///
/// `TaskLocal.withValue` takes a closure, which costs more in generic code, and reading a `TaskLocal` copies the value.
/// So this type calls the entries of the Swift runtime directly.
struct TaskLocalPlace<Value: Sendable> {
    /// The key by which the runtime finds the binding: the address of the property. It stays as long as the process.
    private let pointer: UnsafeRawPointer

    init(_ property: TaskLocal<Value>) { pointer = UnsafeRawPointer(Unmanaged.passUnretained(property).toOpaque()) }

    /// The place with a key; nil for 0.
    @inline(__always)
    init?(key: UInt) {
        guard let pointer = UnsafeRawPointer(bitPattern: key) else { return nil }
        self.pointer = pointer
    }

    var key: UInt { UInt(bitPattern: pointer) }

    /// The value that is bound for the calling code; nil if none is. It stays until it is unbound.
    var bound: ValueReference<Value>? {
        @inline(__always) get { ValueReference(UnsafeMutableRawPointer(mutating: impose_task_local_value(pointer))) }
    }

    /// Binds a value for the calling code, until `unbind` is called on the same thread. No code in between may suspend.
    @inline(__always)
    func bind(_ value: @autoclosure () -> Value) {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            // The runtime moves the value out of `place`, so nobody deinitializes it here.
            place.initializeElement(at: 0, to: value())
            let type = unsafeBitCast(Value.self as any Any.Type, to: UnsafeRawPointer.self)
            impose_bind_task_local(pointer, place.baseAddress, type)
        }
    }

    /// Unbinds the value that was bound last.
    @inline(__always)
    static func unbind() { impose_unbind_task_local() }
}
