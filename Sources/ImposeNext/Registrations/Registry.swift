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
    /// - Returns: The one that was there.
    mutating func set(_ registration: RegistrationRecord?, for key: RegistrationKey) -> RegistrationRecord? {
        // Kept, so that the language makes a copy.
        let other = isShared ? registrations : nil
        defer { withExtendedLifetime(other) {} }
        isShared = false
        guard let registration else { return registrations.removeValue(forKey: key) }
        return registrations.updateValue(registration, forKey: key)
    }

    /// All registrations, in no order.
    var all: some Collection<RegistrationRecord> { registrations.values }
}
