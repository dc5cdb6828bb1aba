internal import Synchronization

/// What a scope has itself, held: whoever gets it takes over a reference.
///
/// It does not know the type: a closure of generic code under a lock costs more than the lock.
enum OwnValue {
    /// It has nothing there.
    case nothing
    /// The value, which is a reference to an object.
    case object(Unmanaged<AnyObject>)
    /// What has the value.
    case kept(Unmanaged<StronglyKept>)
    /// The same.
    case given(Unmanaged<Given>)
}

extension Branch {
    /// What the scope has itself at a position.
    ///
    /// It is retained under the lock: nobody can take it out meanwhile, and that runs no code of the user.
    ///
    /// - Parameter type: What was requested, which is the type of the value.
    func own(at position: OwnPosition, as type: any Any.Type) -> OwnValue {
        switch position {
        case .nowhere: .nothing
        case .given(let index):
            // In a scope that does not share its answers, something may have been said to the registration.
            registry.withLock { hasShape ? $0.givenValue(at: index, as: type) : .nothing }
        case .kept(let registration, let number):
            unretainedBook?._withUnsafeGuaranteedRef { $0.value(of: registration, numbered: number) } ?? .nothing
        }
    }
}
