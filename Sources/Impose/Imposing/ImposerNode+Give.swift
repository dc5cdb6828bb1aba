// Values given to scopes.

extension RegistrationRecord {
    /// Keeps the given value as the instance if it has been injected already, since hooks apply to instances made
    /// afterwards only.
    ///
    /// - Parameter scope: The node of the scope that it was given to.
    func keepGiven(in scope: ImposerNode) {
        guard let given = given?.value, given.isInUse, scope.existingInstance(of: self) == nil else { return }
        func kept<Value>(_ type: Value.Type) -> AnyCachedInstance { StrongInstance(given.value(as: type)) }
        var deferred = DeferredRelease()
        let registration = RegistrationToKeep(ofOwner: HeldRegistration(self))
        _ = scope.replace(registration, with: _openExistential(key.type, do: kept), into: &deferred)
        deferred.release(for: nil)
    }
}

extension ImposerNode {
    /// Gives a scope a value without making a registration, if other scopes of its kind were given the same type.
    ///
    /// - Returns: False if that is not possible.
    func take<Value>(_ value: Value, named name: InjectionName?, at location: Location) -> Bool {
        // Observers and module reports need to know of each registration.
        guard isOfScope, !Observers.exist, ModuleRun.current == nil else { return false }
        let given = Given(value, named: name, at: location)
        let isTaken = registry.withLock { registry in
            // A disposal closes the imposer first and then empties the registry, under the same lock.
            if isDisposed { return true }
            return add(given, to: &registry, root: rootLayout)
        }
        // Scopes below may have been answered by something else.
        if isTaken, hasNodesBelow { forgetAnswers() }
        return isTaken
    }
}
