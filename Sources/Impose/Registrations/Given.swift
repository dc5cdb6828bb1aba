/// A value that a scope was given.
///
/// It stands for a registration of that instance, which is made only when somebody looks at it. That rarely happens,
/// since scopes of the same layout find their values by position.
///
/// It is not generic: metadata of a generic class would have to be looked up for each value that is given.
///
/// `@unchecked Sendable`: the value is written once, here, and its giver no longer has access to it.
final class Given: @unchecked Sendable {
    let key: RegistrationKey
    let location: Location
    /// The last registration of the process before it was given.
    private let latest = RegistrationRecord.latestSequence
    /// Invariant: its type is the key's.
    private let value: StoredValue
    private let isUsed = AtomicField(false)

    init<Value>(_ value: Value, named name: InjectionName?, at location: Location) {
        key = RegistrationKey(type: Value.self, name: name)
        self.location = location
        self.value = StoredValue(value)
    }

    /// The value.
    ///
    /// - Parameter type: The type of the key.
    func value<Value>(as type: Value.Type) -> Value {
        value.load(as: type)
    }

    /// Whether it was given for a type, without a name.
    func isFor(_ type: any Any.Type) -> Bool { key.name == nil && key.type == type }

    /// The value for an injection that needs no registration.
    ///
    /// - Parameter type: The type of the key.
    func injected<Value>(as type: Value.Type) -> Value {
        takeDownUse()
        return value(as: type)
    }

    /// The value for such an injection in code that does not know the type.
    func use() -> OwnValue {
        takeDownUse()
        return value.reference.map { .object($0) } ?? .given(RetainedReference(self))
    }

    private func takeDownUse() {
        if !isUsed.load(ordering: .relaxed) { isUsed.store(true, ordering: .relaxed) }
    }

    /// Whether an injection has got it without a registration.
    var isInUse: Bool { isUsed.load(ordering: .relaxed) }

    /// Its place in the order of all registrations, behind the ones that were made before it was given.
    ///
    /// - Parameter index: Its position among the values given to its scope.
    func sequence(at index: Int) -> SerialNumber { latest + 1 + SerialNumber(index) }
}
