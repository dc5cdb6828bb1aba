/// A value that a scope itself has, retained: the receiver takes over the reference.
///
/// It does not know the type: a closure of generic code under a lock costs more than the lock.
enum OwnValue {
    /// There is no value.
    case nothing
    /// The value, which is a reference to an object.
    case object(RetainedReference<AnyObject>)
    /// The kept instance that contains the value.
    case kept(RetainedReference<StrongInstance>)
    /// The given value's object.
    case given(RetainedReference<Given>)

    var exists: Bool {
        guard case .nothing = self else { return true }
        return false
    }

    /// The value.
    ///
    /// Invariant: it is there, and of this type.
    @inline(__always)
    func take<Value>(as type: Value.Type) -> Value {
        switch self {
        case .nothing: preconditionFailure("There is no value")
        case .object(let object): knownInstance(object.take(), as: type)
        case .kept(let kept): kept.take().instance(as: type)
        case .given(let given): given.take().value(as: type)
        }
    }
}
