// Changes of registrations, and what becomes of the instances that were kept of them.

extension Node {
    /// What a change was told of.
    struct Change {
        /// Whether it was made: the node had not ended, and the policy let it.
        var isMade = false
        /// The registration that was there.
        var old: RegistrationRecord?
    }

    /// Puts a registration, or a value that a scope is given, in the place of what is there for a key; or takes that
    /// out.
    ///
    /// The instance that the node keeps of it goes at once. A scope keeps what it has of others' until its end: nothing
    /// finds it any more.
    ///
    /// - Parameter policy: Whether what is there may be replaced.
    @discardableResult
    func change(
        _ key: RegistrationKey,
        to content: OwnRegistrations.Content?,
        onConflict policy: ConflictPolicy = .replace
    ) -> Change {
        var (change, dropped, taken) = (Change(), [AnyObject](), [KeptInstance]())
        var variants: [Variants.Variant] = []
        state.withLock { state in
            if state.isEnded { return }
            let old = state.registration(for: key)
            if policy == .keep, old != nil || state.own[key]?.isGiven ?? false { return }
            change = Change(isMade: true, old: old)
            if kind == .scope {
                hasOwn.store(true, ordering: .relaxed)
                state.setOwn(content, for: key, &dropped)
            } else {
                state.set(content, for: key, &dropped)
            }
            guard let old else { return }
            if let kept = state.cells.take(old.number) { taken.append(kept) }
            if state.variants.isEmpty { return }
            variants = state.variants.take(of: old.number)
            for variant in variants { if let kept = state.cells.take(variant.number) { taken.append(kept) } }
        }
        // Also if nothing was there: another thread may be about to complete the same removal.
        if kind != .scope { directory.forgetAnswers(of: self, &dropped) }
        for kept in taken {
            dispose(of: kept)
            if change.old?.isRemembered ?? false { dropped.append(kept.object) }
        }
        retire(dropped)
        withExtendedLifetime(variants) {}
        return change
    }

    /// Removes all registrations, and lets go of what the node keeps.
    func removeAll() {
        var dropped: [AnyObject] = []
        let (taken, variants) = state.withLock { state -> (Cells, Variants) in
            if state.isEnded { return (Cells(), Variants()) }
            for registration in state.registrations { dropped.append(registration) }
            for entry in exchange(&state.own, with: OwnRegistrations()).entries {
                if case .given(let object) = entry.content { dropped.append(object) }
            }
            let registry = exchange(&state.registry, with: Registry())
            // Its storage goes behind the lock: others may share it.
            dropped.append(Boxed(UncheckedTransfer(registry)))
            (state.isCopy, state.modules) = (false, [])
            return (exchange(&state.cells, with: Cells()), exchange(&state.variants, with: Variants()))
        }
        if kind != .scope { directory.forgetAnswers(of: self, &dropped) }
        var cells = taken
        _ = dispose(of: &cells, &dropped)
        retire(dropped)
        withExtendedLifetime(variants) {}
    }

    /// Drops all instances, and keeps the registrations. What is being built is not kept. Open scopes keep what is
    /// theirs.
    ///
    /// - Returns: The first error that a disposer threw.
    @discardableResult
    func reset() -> ImposeError? {
        let (taken, variants) = state.withLock {
            (exchange(&$0.cells, with: Cells()), exchange(&$0.variants, with: Variants()))
        }
        var dropped: [AnyObject] = []
        if kind != .scope { directory.forgetAnswers(of: self, &dropped) }
        var cells = taken
        let error = dispose(of: &cells, &dropped)
        retire(dropped)
        withExtendedLifetime(variants) {}
        return error
    }

    /// Forgets the answers that may depend on a registration's own properties: whether it is preferred, or has hooks.
    func forgetAnswers() {
        if kind == .scope { return }
        var dropped: [AnyObject] = []
        directory.forgetAnswers(of: self, &dropped)
        retire(dropped)
    }
}

extension OwnRegistrations.Content {
    fileprivate var isGiven: Bool {
        if case .given = self { true } else { false }
    }
}

extension Node.State {
    /// The largest number of registrations that are laid over others, and searched one by one.
    private static var mostOwn: Int { 8 }

    /// The registration that the node has for exactly a key.
    func registration(for key: RegistrationKey) -> RegistrationRecord? {
        switch own[key] {
        case .registered(let registration): registration
        case .given, .gone: nil
        case nil: registry[key]
        }
    }

    /// Whether there is anything for exactly a key.
    func has(_ key: RegistrationKey) -> Bool { own[key]?.isGiven ?? false || registration(for: key) != nil }

    /// All registrations, in no order. Values that a scope was given have none.
    var registrations: [RegistrationRecord] {
        let laidOver = own.entries.compactMap { entry in
            if case .registered(let registration) = entry.content { registration } else { nil }
        }
        return laidOver + registry.all.filter { own.index(of: $0.key) == nil }
    }

    /// Sets what the node has itself, or takes it out.
    ///
    /// - Parameter dropped: Gets what has to be released with no lock held.
    fileprivate mutating func setOwn(
        _ content: OwnRegistrations.Content?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) {
        let old = if let content { own.set(content, for: key) } else { own.remove(key) }
        switch old {
        case .given(let object): dropped.append(object)
        case .registered(let registration): dropped.append(registration)
        case .gone, nil: break
        }
    }

    /// The same in a root or a child. Over a copied registry it is laid, as long as there is little.
    fileprivate mutating func set(
        _ content: OwnRegistrations.Content?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) {
        if !isCopy { return setInRegistry(content, for: key, &dropped) }
        setOwn(content ?? .gone, for: key, &dropped)
        if own.entries.count <= Self.mostOwn { return }
        isCopy = false
        for entry in exchange(&own, with: OwnRegistrations()).entries {
            setInRegistry(entry.content, for: entry.key, &dropped)
        }
    }

    private mutating func setInRegistry(
        _ content: OwnRegistrations.Content?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) {
        var new: RegistrationRecord?
        if case .registered(let registration) = content { new = registration }
        if let old = registry.set(new, for: key) { dropped.append(old) }
    }
}
