// What a scope itself has, read by its position.

extension ImposerNode {
    /// The value that the scope itself has at a position.
    ///
    /// It is retained under the lock: nobody can take it out meanwhile, and retaining it runs no user code.
    ///
    /// - Parameter type: The requested type, which is the type of the value.
    func own(at position: OwnPosition, as type: any Any.Type) -> OwnValue {
        switch position {
        case .nowhere: .nothing
        case .given(let index):
            // In a scope that does not share its answers, the registration may have been changed since.
            registry.withLock { hasLayout ? $0.givenValue(at: index, as: type) : .nothing }
        case .kept(let registration, let number):
            value(of: registration, numbered: number)
        }
    }
}
