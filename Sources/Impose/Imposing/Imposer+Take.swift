// What scopes are given.

extension RegistrationRecord {
    /// Keeps the value that was given, if somebody has it already: what is said from now on counts for instances that
    /// are made from now on, and that one is not.
    func keepGiven() {
        guard let given, given.isInUse, existingInstance == nil else { return }
        func kept<Value>(_ type: Value.Type) -> AnyCachedInstance { StrongInstance(given.value(as: type)) }
        var deferred = DeferredRelease()
        _ = replace(with: _openExistential(key.type, do: kept), into: &deferred)
        deferred.release(telling: nil, of: [])
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
    func take<Value>(_ value: Value, named name: InjectionName?, at location: Location) -> Bool {
        // Observers are told of changes, and modules of what they replace.
        guard scopeState != nil, !Observers.exist, ModuleRun.current == nil else { return false }
        return take(GivenValue(value, named: name, at: location))
    }

    private func take(_ given: Given) -> Bool {
        let isTaken = node.registry.withLock { registry in
            // Whoever disposes of it closes it first and then empties the registry, under the same lock.
            if node.isDisposed { return true }
            return node.add(given, to: &registry, root: rootShape)
        }
        if isTaken { forgetAnswersBelow() }
        return isTaken
    }
}
