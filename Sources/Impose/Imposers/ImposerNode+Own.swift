internal import Synchronization

extension ImposerNode {
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
            unretainedBook?.with { $0.value(of: registration, numbered: number) } ?? .nothing
        }
    }
}
