internal import Synchronization

extension Branch {
    /// What the scope has itself at a position.
    ///
    /// The value is copied under the lock: nobody can take it out meanwhile, and to copy is to count references, which runs
    /// no code of the user.
    func own<Value>(at position: OwnPosition, as type: Value.Type) throws -> Value {
        switch position {
        case .nowhere: throw NotThere.error
        case .given(let index):
            return try registry.withLock { registry in
                // In a scope that does not share its answers, something may have been said to the registration.
                guard hasShape else { throw NotThere.error }
                return try registry.givenValue(at: index, as: type)
            }
        case .kept(let registration, let number):
            guard let book = unretainedBook else { throw NotThere.error }
            return try book._withUnsafeGuaranteedRef { book in
                try book.instance(of: registration, numbered: number, as: type)
            }
        }
    }
}
