/// A value whose type is known at run time only. It is released with this.
///
/// A reference to an object, as nearly every value is, is stored as it is; any other value in its own memory.
struct StoredValue: ~Copyable {
    let type: any Any.Type
    /// The value, if it is a reference to an object.
    private let object: AnyObject?
    /// The address of the memory of any other value; 0 if it is an object.
    private let address: UInt

    /// - Parameter value: The value. It is copied here alone: a copy in generic code costs a look at its type.
    init<Value>(_ value: __shared Value) {
        type = Value.self
        object = objectOfClass(value)
        address = object == nil ? ValueReference.make(value).address : 0
    }

    deinit { freeValue(at: address, of: type) }

    /// The value if it is a reference to an object, retained.
    var reference: RetainedReference<AnyObject>? { object.map { RetainedReference($0) } }

    /// The value.
    ///
    /// - Parameter type: The type that it was stored as.
    func load<Value>(as type: Value.Type) -> Value {
        if let memory = ValueReference<Value>(address: address) { return memory.pointee }
        return knownInstance(object, as: type)
    }
}
