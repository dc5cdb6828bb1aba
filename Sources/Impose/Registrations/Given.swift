private import Synchronization

/// A value that a scope was given.
///
/// It stands for a registration of that instance, which is made when somebody wants to look at it: nearly always nobody
/// does, since scopes of the same shape find their values by their positions.
///
/// It is not generic: metadata of a generic class would have to be looked up for each value that is given.
///
/// `@unchecked Sendable`: the value is written once, here, and who gave it has given up theirs.
final class Given: @unchecked Sendable {
    let key: RegistrationKey
    let place: SourcePlace
    /// What had been registered in the process before it.
    private let latest = RegistrationRecord.latestSequence
    /// Invariant: of the type that is the key's.
    private let value: StoredValue
    private let isUsed = Atomic(false)

    init<Value>(_ value: Value, named name: InjectionName?, at place: SourcePlace) {
        key = RegistrationKey(type: Value.self, name: name)
        self.place = place
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

    /// The same, where the type is not known.
    func use() -> OwnValue {
        takeDownUse()
        return value.reference.map { .object($0) } ?? .given(.passRetained(self))
    }

    private func takeDownUse() {
        if !isUsed.load(ordering: .relaxed) { isUsed.store(true, ordering: .relaxed) }
    }

    /// Whether somebody has got it that way.
    var isInUse: Bool { isUsed.load(ordering: .relaxed) }

    /// Its place in the order of all registrations, behind those that were made before it was given.
    ///
    /// - Parameter index: Its position among all that was given to its scope.
    func sequence(at index: Int) -> SerialNumber { latest + 1 + SerialNumber(index) }

    /// The registration that it stands for.
    ///
    /// - Parameters:
    ///   - owner: The imposer that it was given to.
    ///   - index: Its position among all that was given to that one.
    func registration(in owner: RegistrationOwner, index: Int) -> RegistrationRecord {
        func make<Value>(_ type: Value.Type) -> RegistrationRecord {
            TypedRegistration<Value>(self, in: owner, index: index)
        }
        return _openExistential(key.type, do: make)
    }
}

/// The imposer that a registration is made for, as far as the registration knows it.
struct RegistrationOwner: Sendable {
    let title: ImposerTitle
    let number: SerialNumber
}

extension RegistrationRecord {
    /// Keeps the value that was given, if somebody has it already: what is said from now on counts for instances that
    /// are made from now on, and that one is not.
    func keepGiven() {
        guard let given, given.isInUse, existingInstance == nil else { return }
        func kept<Value>(_ type: Value.Type) -> AnyKept { StronglyKept(given.value(as: type)) }
        var garbage = Garbage()
        _ = replace(with: _openExistential(key.type, do: kept), into: &garbage)
        garbage.release(telling: nil, of: [])
    }
}

extension Imposer {
    /// The registration that a value stands for that a scope was given; nil if the scope was disposed of.
    func registration<Value>(ofGiven type: Value.Type, named name: InjectionName?) -> Registration<Value>? {
        // Invariant: given under a key, it is of the key's type.
        let record = record(for: RegistrationKey(type: type, name: name)) as? TypedRegistration<Value>
        return record.map { Registration(record: $0, imposer: self) }
    }

    /// Gives a scope a value without making a registration, where other scopes of its kind were given the same.
    ///
    /// - Returns: False if that is not possible.
    func take<Value>(_ value: Value, named name: InjectionName?, at place: SourcePlace) -> Bool {
        // Observers are told of changes, and modules of what they replace.
        guard scopeState != nil, !Observers.exist, Provision.current == nil else { return false }
        return take(Given(value, named: name, at: place))
    }

    private func take(_ given: Given) -> Bool {
        let isTaken = branch.registry.withLock { registry in
            // Whoever disposes of it closes it first and then empties the registry, under the same lock.
            if branch.isDisposed { return true }
            return branch.add(given, to: &registry, root: rootShape)
        }
        if isTaken { forgetAnswersBelow() }
        return isTaken
    }
}
