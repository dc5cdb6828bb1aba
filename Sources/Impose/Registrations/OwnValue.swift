/// What a scope has itself, held: whoever gets it takes over a reference.
///
/// It does not know the type: a closure of generic code under a lock costs more than the lock.
enum OwnValue {
    /// It has nothing there.
    case nothing
    /// The value, which is a reference to an object.
    case object(RetainedReference<AnyObject>)
    /// What has the value.
    case kept(RetainedReference<StrongInstance>)
    /// The same.
    case given(RetainedReference<Given>)
}
