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
}
