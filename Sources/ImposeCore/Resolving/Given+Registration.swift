/// A value that a scope was given, which knows how to become a registration.
///
/// `@unchecked Sendable`: nothing is added to the superclass.
final class GivenValue: Given, @unchecked Sendable {
    override func registration(in owner: RegistrationOwner, index: Int) -> RegistrationRecord {
        func make<Value>(_ type: Value.Type) -> RegistrationRecord {
            RegistrationRecord(self, Provider<Value>(given: self).untyped, in: owner, index: index)
        }
        return _openExistential(key.type, do: make)
    }
}
