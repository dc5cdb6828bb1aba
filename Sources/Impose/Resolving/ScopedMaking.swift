/// The making of an instance that a scope keeps, in the plain case: of a registration of its parent, without arguments,
/// an actor, or hooks other than disposers.
///
/// It does what `Delivery` does, without the objects that the other cases need. The same keeper decides, under its
/// lock: a request that comes another way meanwhile, or wants something else of the keeper, finds the construction.
///
/// 1. A construction begins under the lock of the keeper, if there is nothing yet. So there is only one, and all requests
///    that come later see it, and wait for it in the `WaitGraph`.
/// 2. That the parent holds the registration is known without a look at its registry: see `InstanceKeeper`.
/// 3. In any other case, or if somebody observes, `begin` returns nil, and nothing stays begun.
struct ScopedMaking: ~Copyable {
    private let construction: Construction
    private let held: HeldRegistration
    private let holder: UncountedReference<ImposerNode>

    /// Begins the construction for a remembered registration, without a reference to the answer that remembers it.
    ///
    /// - Parameter scope: The scope that is to keep the instance. The caller holds it.
    static func begin(
        _ type: any Any.Type,
        remembered home: AnswerTableReference,
        in scope: UncountedReference<ImposerNode>
    ) -> ScopedMaking? {
        guard !Observers.exist, let (holder, hold) = home.hold(for: type) else { return nil }
        let kept = RegistrationToKeep(ofOwner: HeldRegistration(hold.take()))
        let begun = scope.with { scope in
            // The parent is not a scope, so no other scope encloses this one: it keeps the instance, or none does.
            let isToKeep =
                scope.isRightBelow(holder) && kept.held.uncounted.with { scope.isIncluded(in: $0.scopeTitle) }
            return isToKeep ? scope.begin(kept) : nil
        }
        guard let begun else { return nil }
        WaitGraph.begin(begun)
        // A shutdown announces itself, and then looks for constructions. So it finds this one, or we see it here.
        if Shutdown.exist {
            scope.with { _ = $0.finish(begun, of: kept.held.uncounted.identity, nil, with: nil) }
            Delivery.open(begun)
            return nil
        }
        return ScopedMaking(construction: begun, held: kept.held, holder: holder)
    }

    /// Makes the instance on behalf of the scope.
    ///
    /// - Parameters:
    ///   - type: The type of the registration's instances.
    ///   - scope: The scope that it was begun for. The caller holds it.
    ///   - location: Where the instance was asked for.
    func make<Instance>(
        _ type: Instance.Type,
        in scope: UncountedReference<ImposerNode>,
        at location: Location
    ) throws(ImposeError) -> Instance {
        let instance: Instance
        do throws(ImposeError) {
            // The context that it has to be made in, if the calling code does not run in it.
            if scope.with({ !Context.isRunning($0) }),
                let change = Context.needed(for: holder.object, scope.object, isKept: true)
            {
                instance = try Context.run(in: change.context) { () throws(ImposeError) -> Instance in
                    try call(type, in: scope, at: location)
                }
            } else {
                instance = try call(type, in: scope, at: location)
            }
        } catch {
            _ = finish(with: nil, in: scope)
            throw holder.reported(error)
        }
        // Invariant: it is a registration of exactly this type.
        let kept = held.uncounted.with { TypedRegistration<Instance>($0).keep(instance) }
        guard finish(with: kept, in: scope) else {
            dispose(of: kept, in: scope.object)
            throw holder.reported(ImposeError(.disposed(scope.object), Instance.self, at: location))
        }
        return instance
    }

    /// Disposes of an instance that nobody gets, since the scope was disposed of while it was made.
    @inline(never)
    private func dispose(of instance: AnyCachedInstance, in scope: ImposerNode) {
        var deferred = DeferredRelease()
        deferred.add(.kept(instance), of: held)
        deferred.release(for: scope)
    }

    private func call<Instance>(
        _ type: Instance.Type,
        in scope: UncountedReference<ImposerNode>,
        at location: Location
    ) throws(ImposeError) -> Instance {
        let home = scope.with { $0.homeBelowParent } ?? AnswerCache.none.home
        defer { withExtendedLifetime(held) {} }
        // Invariant: only a registration of exactly the requested type is remembered in this way.
        let function = held.uncounted.with { $0.provider.function.typed(as: type) }
        return try PathFrame.call(
            function,
            of: held.uncounted,
            heldBy: holder,
            in: scope,
            home,
            for: UncountedReference(construction),
            at: location
        )
    }

    /// Ends the construction in a directory that is used by its instances only, and so does not hold them.
    @inline(never)
    private func finishUnheld(in scope: UncountedReference<ImposerNode>) -> Bool {
        construction.isKept = false
        var deferred = DeferredRelease()
        scope.with { $0.holdWeakly(held.uncounted.identity, into: &deferred) }
        Delivery.open(construction)
        deferred.release(for: nil)
        return true
    }

    /// Ends the construction.
    ///
    /// - Returns: False if the scope was disposed of meanwhile.
    private func finish(
        with kept: AnyCachedInstance?,
        in scope: UncountedReference<ImposerNode>
    ) -> Bool {
        let isShared = scope.with { $0.finish(construction, of: held.uncounted.identity, nil, with: kept) }
        let isUnheld = isShared && holder.with { $0.isUnheld }
        if isUnheld { return finishUnheld(in: scope) }
        Delivery.open(construction)
        return isShared
    }
}

extension AnswerTableReference {
    /// The imposer that holds the registration which answers requests for a type, and the calling thread's hold on that,
    /// retained; nil if its instances are not kept by scopes: the answer may be another one than a moment ago.
    fileprivate func hold(
        for type: any Any.Type
    ) -> (holder: UncountedReference<ImposerNode>, RetainedReference<RegistrationHold>)? {
        let found = found(ObjectIdentifier(type))
        defer { found.leave() }
        guard found.isOfScopes else { return nil }
        return Answer.found(found.word).with { answer in
            guard case .kept = answer.position, let registration = answer.registration,
                let hold = registration.with({ $0.hold() })
            else { return nil }
            return (answer.holder, hold)
        }
    }
}
