private import Synchronization

/// A value that a scope was given.
///
/// It stands for a registration of that instance, which is made when somebody wants to look at it: nearly always nobody
/// does, since scopes of the same shape find their values by their positions.
///
/// It is not generic: metadata of a generic class would have to be looked up for each value that is given.
///
/// `@unchecked Sendable`: the value is written once, here, and who gave it has given up theirs.
class Given: @unchecked Sendable {
    final let key: RegistrationKey
    final let location: Location
    /// What had been registered in the process before it.
    private final let latest = RegistrationRecord.latestSequence
    /// Invariant: of the type that is the key's.
    private final let value: StoredValue
    private final let isUsed = Atomic(false)

    init<Value>(_ value: Value, named name: InjectionName?, at location: Location) {
        key = RegistrationKey(type: Value.self, name: name)
        self.location = location
        self.value = StoredValue(value)
    }

    /// The value.
    ///
    /// - Parameter type: The type of the key.
    final func value<Value>(as type: Value.Type) -> Value {
        value.load(as: type)
    }

    /// Whether it was given for a type, without a name.
    final func isFor(_ type: any Any.Type) -> Bool { key.name == nil && key.type == type }

    /// The value for an injection that needs no registration.
    ///
    /// - Parameter type: The type of the key.
    final func injected<Value>(as type: Value.Type) -> Value {
        takeDownUse()
        return value(as: type)
    }

    /// The same, where the type is not known.
    final func use() -> OwnValue {
        takeDownUse()
        return value.reference.map { .object($0) } ?? .given(RetainedReference(self))
    }

    private final func takeDownUse() {
        if !isUsed.load(ordering: .relaxed) { isUsed.store(true, ordering: .relaxed) }
    }

    /// Whether somebody has got it that way.
    final var isInUse: Bool { isUsed.load(ordering: .relaxed) }

    /// Its place in the order of all registrations, behind those that were made before it was given.
    ///
    /// - Parameter index: Its position among all that was given to its scope.
    final func sequence(at index: Int) -> SerialNumber { latest + 1 + SerialNumber(index) }

    /// The registration that it stands for.
    ///
    /// - Parameters:
    ///   - owner: The imposer that it was given to.
    ///   - index: Its position among all that was given to that one.
    func registration(in owner: RegistrationOwner, index: Int) -> RegistrationRecord {
        fatalError("GivenValue is the only subclass")
    }
}
