/// The registrations of an imposer, by their keys.
///
/// A copy costs nothing. What has been copied is never changed in place again: the next change is made to a copy of its
/// own. (The language would do so as long as the other copy is there. But how it then finds that it is alone is nothing
/// that the Thread Sanitizer can see.)
struct Registry {
    private var registrations: [RegistrationKey: RegistrationRecord] = [:]
    private var isShared = false

    /// A copy, which other threads may read.
    mutating func shared() -> Registry {
        isShared = true
        return self
    }

    subscript(key: RegistrationKey) -> RegistrationRecord? { registrations[key] }

    var count: Int { registrations.count }

    /// Adds a registration, or takes one out.
    ///
    /// - Parameter dropped: Gets what has to be released with no lock held: also the user's names, and a table that was
    ///   copied, of which this may have had the last reference.
    mutating func set(
        _ registration: RegistrationRecord?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) {
        // Kept, so that the language makes a copy.
        if isShared { dropped.append(Boxed(registrations)) }
        isShared = false
        if let registration {
            if let old = registrations.updateValue(registration, forKey: key) { dropped.append(old) }
        } else if let index = registrations.index(forKey: key) {
            let removed = registrations.remove(at: index)
            dropped.append(removed.value)
            if removed.key.name != nil { dropped.append(Boxed(removed.key)) }
        }
    }

    /// All registrations, in no order.
    var all: some Collection<RegistrationRecord> { registrations.values }
}
