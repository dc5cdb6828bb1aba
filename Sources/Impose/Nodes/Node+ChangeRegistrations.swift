// Changes of registrations, and what becomes of the instances that were kept of them.

extension Node {
    /// The result of a change.
    struct Change {
        /// Whether the change was made: the policy let it, and the node was open. Also true if a scope that has ended
        /// now hides the key: then `alias` goes on, and hides its key as well.
        var isMade = false
        /// Whether there was a registration, or a value that the scope was given.
        var hadEntry = false
        /// The registration that was there.
        var old: RegistrationRecord?
    }

    /// Puts a registration, or a value that a scope is given, in the place of what is there for a key; or takes that
    /// out.
    ///
    /// In a scope that has ended, what would have been put there is gone at once: requests for it fail.
    ///
    /// The instance that this node keeps of the old registration goes at once. Scopes that keep instances of it keep
    /// them until they end, but nothing finds these instances any more.
    ///
    /// - Parameter policy: Whether what is there may be replaced.
    @discardableResult
    func change(
        _ key: RegistrationKey,
        to content: RegistrationOverlay.Content?,
        onConflict policy: ConflictPolicy = .replace
    ) -> Change {
        var (change, disposals) = (Change(), Disposals(of: self))
        var (taken, variants) = ([KeptInstance](), [Variants.Variant]())
        // `changeForgettingAnswers` has `dropped` while its closure runs.
        var (dropped, replaced) = ([AnyObject](), [AnyObject]())
        let isOpen = changeForgettingAnswers(&dropped) { state in
            if state.isEnded {
                if kind == .scope, let content {
                    hasOverlay.store(true, ordering: .relaxed)
                    change.isMade = state.hide(key, of: content, onConflict: policy)
                }
                return false
            }
            change.hadEntry = state.has(key)
            if !policy.admits(isTaken: change.hadEntry) { return true }
            if !(content?.isGiven ?? false) { isNoted.store(true, ordering: .relaxed) }
            change.isMade = true
            if kind == .scope { hasOverlay.store(true, ordering: .relaxed) }
            if case .registered(let old)? = state.set(content, for: key, inScope: kind == .scope, &replaced) {
                change.old = old
                state.takeInstances(of: old, &taken, &variants, &disposals)
            }
            return true
        }
        for kept in taken.latestFirst {
            disposals.dispose(of: kept, keptBy: self)
            if Inspector.isObserving, let old = change.old {
                disposals.note(.disposed(RegistrationFacts(old, in: self)))
            }
            // Other threads may be copying the instance without a lock.
            if change.old?.option.isForGood ?? false { dropped.append(kept.object) }
        }
        _ = disposals.finish()
        retire(dropped + replaced)
        withExtendedLifetime(variants) {}
        // Otherwise nobody wants to know, see `CoreEvent.imposed`.
        let isForAllTests = directoryKind == .process && Inspector.isWatching
        if isOpen, change.isMade, let content, Inspector.isObserving || change.old != nil || isForAllTests {
            noteImposed(content, for: key, replacing: change.old)
        }
        return change
    }

    private func noteImposed(
        _ content: RegistrationOverlay.Content,
        for key: RegistrationKey,
        replacing old: RegistrationRecord?
    ) {
        let new: RegistrationFacts
        switch content {
        case .registered(let registration): new = RegistrationFacts(registration, in: self)
        case .given(let value): new = RegistrationFacts(value, for: key, in: self)
        case .gone: return
        }
        let place = ModuleRun.current?.start ?? new.location
        Inspector.note(.imposed(new, replacing: old.map { RegistrationFacts($0, in: self) }, by: place))
    }

    /// Changes the properties of a registration that this holds; nothing happens if that was replaced or removed. If
    /// copies of this node may share the registration, another one like it takes its place. So a change in a copy does
    /// not reach the original, nor the other way round.
    ///
    /// - Parameter body: Gets the registration, under the lock. It returns what has to be released with no lock held.
    func changeProperties<Old>(of registration: RegistrationRecord, _ body: (RegistrationRecord) -> Old) {
        var (dropped, replaced) = ([AnyObject](), [AnyObject]())
        // Answers depend on whether it is preferred, and may refer to the one replaced here. Other changes are rare.
        let old = changeForgettingAnswers(&dropped) { state -> Old? in
            let key = registration.key
            guard var current = state.registration(for: key), current.number == registration.number else { return nil }
            if current.number <= state.sharedNumber {
                current = RegistrationRecord(like: current)
                _ = state.set(.registered(current), for: key, inScope: kind == .scope, &replaced)
            }
            return body(current)
        }
        retire(dropped + replaced)
        withExtendedLifetime(old) {}
    }

    /// Removes all registrations, and lets go of what the node keeps of them.
    ///
    /// - Parameter location: The line that says so.
    func removeAll(at location: Location) {
        let removed = Inspector.current == nil ? [] : Seam.registrations(of: NodeFacts(self))
        defer { Inspector.note(.removed(removed, from: NodeFacts(self), isOfAll: true, at: location)) }
        isNoted.store(true, ordering: .relaxed)
        if kind == .scope { return removeAllOfScope() }
        var (dropped, registrations) = ([AnyObject](), [AnyObject]())
        var disposals = Disposals(of: self)
        var cells = takeAllForgettingAnswers(&dropped, &disposals) { state in
            if state.isEnded { return false }
            // All of it is released after the lock: the user's names, values and modules, and storage that others
            // share.
            registrations.append(Boxed(UncheckedTransfer(state.overlay.removeAll())))
            registrations.append(Boxed(state.registry.removeAll()))
            if let modules = state.modules.take() { registrations.append(modules) }
            state.isCopy = false
            return true
        }
        dispose(of: &cells, &dropped, &disposals)
        _ = disposals.finish()
        retire(dropped + registrations)
    }

    /// Removes all that a scope has itself. It goes on to keep what it has made of others' registrations.
    private func removeAllOfScope() {
        var (overlay, taken, variants) = (RegistrationOverlay(), [KeptInstance](), [Variants.Variant]())
        var disposals = Disposals(of: self)
        let modules = state.withLock { state -> AnyObject? in
            if state.isEnded { return nil }
            overlay = state.overlay.removeAll()
            for old in overlay.registrations { state.takeInstances(of: old, &taken, &variants, &disposals) }
            return state.modules.take()
        }
        for kept in taken.latestFirst { disposals.dispose(of: kept, keptBy: self) }
        _ = disposals.finish()
        retire([Boxed(UncheckedTransfer(overlay))])
        withExtendedLifetime((variants, modules)) {}
    }

    /// Drops all instances, and keeps the registrations. What is being built is not kept. Open scopes keep what is
    /// theirs.
    ///
    /// - Parameter disposals: Gets the disposers.
    func reset(_ disposals: inout Disposals) {
        if Shutdown.anyExist { state.withLock { $0.shutdown }?.lift(by: self) }
        var (dropped, stored) = ([AnyObject](), [AnyObject]())
        var cells = takeAllForgettingAnswers(&dropped, &disposals) { state in
            if kind == .scope { stored = state.overlay.resetGiven() }
            return true
        }
        disposals.awaitOthers(below: self)
        dispose(of: &cells, &dropped, &disposals)
        if kind != .scope { Inspector.note(.reset(NodeFacts(self))) }
        retire(dropped + stored)
    }

    /// The same, with disposers that nobody awaits.
    ///
    /// - Returns: The first error that a disposer threw.
    @discardableResult
    func reset() -> ImposeError? {
        var disposals = Disposals(of: self)
        reset(&disposals)
        return disposals.finish().first
    }

    /// Takes all that the node keeps, and forgets the answers, in one step. The disposals begin, if there are any.
    ///
    /// - Parameters:
    ///   - dropped: Gets what is to be retired.
    ///   - prepare: Runs under the locks first, and must not touch `dropped`. If it returns false, nothing is taken.
    func takeAllForgettingAnswers(
        _ dropped: inout [AnyObject],
        _ disposals: inout Disposals,
        _ prepare: (inout State) -> Bool
    ) -> KeptInstances {
        let (taken, variants) = changeForgettingAnswers(&dropped) { state in
            guard prepare(&state) else { return (KeptInstances(), Variants()) }
            if state.cells.hasHooks { disposals.begin() }
            return (exchange(&state.cells, with: KeptInstances()), exchange(&state.variants, with: Variants()))
        }
        // With the user's arguments: released with no lock held, after the disposers of what was made for them.
        if !variants.isEmpty { dropped.append(Boxed(UncheckedTransfer(variants))) }
        return taken
    }

    /// Makes a change, and forgets the answers that it may alter, in one step.
    ///
    /// One step, for two reasons. Suppose that the answers went after the change. A thread that finds nothing
    /// remembered would search, and get the new instance. Then another one, whose search came before the change, would
    /// remember the old instance, and the first would get that. And suppose that the answers went before the change. A
    /// build that begins in between could find an old instance by an answer that was remembered again, and its result
    /// would be kept.
    ///
    /// So whoever has seen the change finds no older answer: they went before, under a lock that is still held,
    /// and `Directory.remember` refuses what was found before that lock was given back.
    ///
    /// - Parameters:
    ///   - dropped: Gets what is to be retired.
    ///   - change: Runs under the locks of the directory and of the node, and must not touch `dropped`.
    func changeForgettingAnswers<Result>(_ dropped: inout [AnyObject], _ change: (inout State) -> Result) -> Result {
        if kind == .scope { return state.withLock(change) }
        return directory.forgetAnswers(of: self, &dropped) { state.withLock(change) }
    }
}

extension RegistrationOverlay.Content {
    fileprivate var isGiven: Bool {
        if case .given = self { true } else { false }
    }
}

extension Node.State {
    /// The largest number of registrations that are laid over others, and searched one by one.
    private static var overlayLimit: Int { 8 }

    /// The registration that the node has for exactly a key.
    func registration(for key: RegistrationKey) -> RegistrationRecord? {
        switch overlay[key] {
        case .registered(let registration): registration
        case .given, .gone: nil
        case nil: registry[key]
        }
    }

    /// Whether there is anything for exactly a key.
    func has(_ key: RegistrationKey) -> Bool { overlay[key]?.isGiven ?? false || registration(for: key) != nil }

    /// All registrations, in no order. Values that a scope was given have none.
    var registrations: [RegistrationRecord] {
        overlay.registrations + registry.all.filter { overlay.index(of: $0.key) == nil }
    }

    /// Takes the instances that the node keeps of a registration. All of it has to be released with no lock held. The
    /// disposals begin, if there are any.
    fileprivate mutating func takeInstances(
        of registration: RegistrationRecord,
        _ taken: inout [KeptInstance],
        _ dropped: inout [Variants.Variant],
        _ disposals: inout Disposals
    ) {
        func take(_ number: Int) {
            guard let kept = cells.take(number) else { return }
            if kept.hooks != nil { disposals.begin() }
            taken.append(kept)
        }
        take(registration.number)
        if variants.isEmpty { return }
        for variant in variants.take(of: registration.number) {
            dropped.append(variant)
            take(variant.number)
        }
    }

    /// Hides a key in a scope that has ended, for what came too late. Otherwise a request for that would go past the
    /// scope, and silently get something else.
    ///
    /// - Returns: Whether the policy lets it.
    fileprivate mutating func hide(
        _ key: RegistrationKey,
        of content: RegistrationOverlay.Content,
        onConflict policy: ConflictPolicy
    ) -> Bool {
        // Hidden already, or about to be: the end itself takes what is there.
        if overlay.index(of: key) != nil { return policy.admits(isTaken: true) }
        // An alias without its original hides nothing.
        if case .registered(let alias) = content, let original = alias.original, overlay.index(of: original) == nil {
            return false
        }
        _ = overlay.set(.gone, for: key)
        return true
    }

    /// Sets what the node has for a key, or takes it out. If the registry is a copy, the first few changes go to the
    /// overlay; then the registry itself is changed.
    ///
    /// - Parameters:
    ///   - isScope: Whether the node is a scope, which has no registry.
    ///   - dropped: Gets what has to be released with no lock held.
    /// - Returns: What was there.
    fileprivate mutating func set(
        _ content: RegistrationOverlay.Content?,
        for key: RegistrationKey,
        inScope isScope: Bool,
        _ dropped: inout [AnyObject]
    ) -> RegistrationOverlay.Content? {
        if isScope { return setInOverlay(content, for: key, &dropped) }
        if !isCopy { return setInRegistry(content, for: key, &dropped) }
        let old = setInOverlay(content ?? .gone, for: key, &dropped) ?? registry[key].map { .registered($0) }
        if overlay.entries.count <= Self.overlayLimit { return old }
        isCopy = false
        let laidOver = overlay.removeAll()
        for entry in laidOver.entries { _ = setInRegistry(entry.content, for: entry.key, &dropped) }
        dropped.append(Boxed(UncheckedTransfer(laidOver)))
        return old
    }

    private mutating func setInOverlay(
        _ content: RegistrationOverlay.Content?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) -> RegistrationOverlay.Content? {
        let old: RegistrationOverlay.Content?
        if let content {
            old = overlay.set(content, for: key)
        } else {
            let entry = overlay.remove(key)
            if let entry, entry.key.name != nil { dropped.append(Boxed(entry.key)) }
            old = entry?.content
        }
        switch old {
        case .given(let value):
            dropped.append(value.object)
            if let original = value.original { dropped.append(original) }
        case .registered(let registration): dropped.append(registration)
        case .gone, nil: break
        }
        return old
    }

    private mutating func setInRegistry(
        _ content: RegistrationOverlay.Content?,
        for key: RegistrationKey,
        _ dropped: inout [AnyObject]
    ) -> RegistrationOverlay.Content? {
        var new: RegistrationRecord?
        if case .registered(let registration) = content { new = registration }
        return registry.set(new, for: key, &dropped).map { .registered($0) }
    }
}
