/// The registrations of an imposer, by their keys.
///
/// A copy costs nothing. What has been copied is not changed in place until the copy is given back: the next change is
/// made to a copy of its own. (The language would do so as long as the other copy is there. But how it then finds that it
/// is alone is nothing that the Thread Sanitizer can see.)
struct Registry {
    private var registrations: [RegistrationKey: RegistrationRecord] = [:]
    /// Whether other threads may read a copy.
    var sharing = Sharing()

    /// A copy, which other threads may read.
    mutating func shared() -> Registry {
        sharing.begin()
        return self
    }

    /// Takes all registrations out, and returns them.
    mutating func removeAll() -> Registry {
        let old = self
        registrations = [:]
        _ = sharing.end()
        return old
    }

    subscript(key: RegistrationKey) -> RegistrationRecord? { registrations[key] }

    var count: Int { registrations.count }

    /// Adds a registration, or takes one out.
    ///
    /// - Parameter dropped: Gets what has to be released with no lock held: also the user's names, and a table that was
    ///   copied, of which this may have had the last reference.
    /// - Returns: The one that was there.
    mutating func set(
        _ registration: RegistrationRecord?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) -> RegistrationRecord? {
        // Kept, so that the language makes a copy.
        if sharing.end() { dropped.append(Boxed(registrations)) }
        let old: RegistrationRecord?
        if let registration {
            old = registrations.updateValue(registration, forKey: key)
        } else if let index = registrations.index(forKey: key) {
            let removed = registrations.remove(at: index)
            old = removed.value
            if removed.key.name != nil { dropped.append(Boxed(removed.key)) }
        } else {
            old = nil
        }
        if let old { dropped.append(old) }
        return old
    }

    /// All registrations, in no order.
    var all: some Collection<RegistrationRecord> { registrations.values }
}

/// Whether other threads may read a copy of what this belongs to, which must not be changed in place then.
struct Sharing {
    private var isShared = false
    /// How often it was copied, also under other contents.
    private var copies: UInt32 = 0

    mutating func begin() {
        isShared = true
        copies &+= 1
    }

    /// Ends it for a change.
    ///
    /// - Returns: Whether the change has to be made to another copy.
    mutating func end() -> Bool { exchange(&isShared, with: false) }

    /// Begins it for a copy that is gone soon: a search takes it, so that registering and searching in turn copies nothing.
    ///
    /// - Returns: What to call `giveBack` with when it is gone.
    mutating func lend() -> Loan {
        let isAlone = !isShared
        begin()
        return Loan(copies: copies, isAlone: isAlone)
    }

    struct Loan {
        fileprivate let copies: UInt32
        /// Whether nobody else had a copy.
        fileprivate let isAlone: Bool
    }

    /// Tells that a copy is gone. Under the lock under which it was lent: so its readers come before the next change.
    mutating func giveBack(_ loan: Loan) {
        if loan.isAlone, loan.copies == copies { isShared = false }
    }
}
