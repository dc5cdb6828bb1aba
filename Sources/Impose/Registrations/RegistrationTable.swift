/// The registrations of an imposer, by their keys.
///
/// A copy costs nothing, since it shares the table. Until the copy is given back, the table is not changed in place:
/// the next change makes a new one. `Sharing` counts copies for this. Swift's own check, whether a table has one
/// reference, would do. But the Thread Sanitizer cannot see that this check comes after the last read of another copy.
struct RegistrationTable {
    private var registrations: [RegistrationKey: RegistrationRecord] = [:]
    /// Whether other threads may read a copy.
    var sharing = Sharing()

    /// A copy, which other threads may read.
    mutating func shared() -> RegistrationTable {
        sharing.begin()
        return self
    }

    /// Takes all registrations out, and returns them.
    mutating func removeAll() -> RegistrationTable {
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
        // A second reference to the table makes the change below copy it.
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
    /// The number of copies that were ever made. It tells `giveBack` whether another copy was made after the loan.
    private var copies: UInt32 = 0

    mutating func begin() {
        isShared = true
        copies &+= 1
    }

    /// Ends it for a change.
    ///
    /// - Returns: Whether the change has to be made to another copy.
    mutating func end() -> Bool { exchange(&isShared, with: false) }

    /// Begins sharing for a copy that is gone soon, as a search makes one. If it is given back before the next change,
    /// that change copies nothing.
    ///
    /// - Returns: The loan, to be passed to `giveBack` when the copy is gone.
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
