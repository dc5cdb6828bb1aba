/// The making of an instance that a scope keeps, of a registration of its parent about which nothing is special: no
/// arguments, no hooks, no actor.
///
/// It does what `Delivery` does, without the objects that the other cases need. Who keeps what is decided by the same
/// keeper, under its lock: whoever comes another way meanwhile, or wants something else of it, finds the construction.
///
/// 1. A construction begins under the lock of the book and that of the keeper, where there is nothing yet. So there is one,
///    and it is seen by all who come later, who wait for it in the `WaitGraph`.
/// 2. That the parent holds the registration is known without a look at its registry: who takes it out takes that down
///    (`RegistrationRecord.leave`), and then looks through the books. It finds the keeper, or `begin` finds what it took
///    down.
/// 3. Where anything else is the case, or observers want to be told, this is nil, and nothing has been begun.
struct ScopedMaking {
    /// Holds the registration.
    private let keeper: InstanceKeeper
    private let construction: Construction
    private let registration: UncountedReference<RegistrationRecord>
    let holder: UncountedReference<Imposer>

    /// Begins it.
    ///
    /// - Parameters:
    ///   - hold: What holds the registration.
    ///   - holder: The imposer that holds it. It need not be there, unless it is the scope's parent.
    init?(of hold: RegistrationHold, heldBy holder: UncountedReference<Imposer>, in scope: Imposer) {
        guard scope.isRightBelow(holder), !Observers.exist else { return nil }
        // No scope encloses one right below an imposer that is none. So that one keeps it, or nobody does.
        guard hold.registration.with({ scope.isIncluded(in: $0.scopeTitle) }) else { return nil }
        if scope.node.unretainedBook == nil { _ = scope.node.openBook() }
        let begun = scope.node.unretainedBook?.with { book in
            book.begin(hold, in: scope.node.epoch)
        }
        guard let begun else { return nil }
        (registration, self.holder) = (hold.registration, holder)
        (keeper, construction) = (begun.keeper, begun.construction)
        WaitGraph.begin(construction)
        // Whoever shuts down says so, and then looks what is being built.
        if Shutdown.exist {
            _ = keeper.finish(construction, nil, with: nil, in: scope.node.epoch)
            open()
            return nil
        }
    }

    /// Begins it for a registration that was remembered, without a reference to what remembers it.
    init?(of type: any Any.Type, remembered home: AnswerTableReference, in scope: UncountedReference<Imposer>) {
        guard let (source, hold) = home.hold(for: type) else { return nil }
        let held = hold.take()
        let begun = scope.with { ScopedMaking(of: held, heldBy: source.holder, in: $0) }
        guard let begun else { return nil }
        self = begun
    }

    /// Makes the instance on behalf of the scope.
    ///
    /// - Parameters:
    ///   - type: That of the registration's instances.
    ///   - scope: The same that it was begun for. The caller holds it.
    ///   - location: Where the instance was asked for.
    func make<Instance>(
        _ type: Instance.Type,
        in scope: UncountedReference<Imposer>,
        at location: Location
    ) throws(ImposeError) -> Instance {
        let instance: Instance
        do throws(ImposeError) {
            if let context = Self.context(for: holder, scope) {
                instance = try context.run { () throws(ImposeError) -> Instance in
                    try call(type, in: scope, at: location)
                }
            } else {
                instance = try call(type, in: scope, at: location)
            }
        } catch {
            _ = finish(with: nil, in: scope)
            throw error
        }
        guard finish(with: StrongInstance(instance), in: scope) else {
            throw ImposeError.disposed(Request(Instance.self, at: location), scope.object)
        }
        return instance
    }

    /// What it has to be made in, if that is not what the calling code runs in.
    private static func context(
        for holder: UncountedReference<Imposer>,
        _ scope: UncountedReference<Imposer>
    ) -> Context.Change? {
        if scope.with({ Context.isRunning($0) }) { return nil }
        return Context.needed(for: holder.object, scope.object, isKept: true)
    }

    private func call<Instance>(
        _ type: Instance.Type,
        in scope: UncountedReference<Imposer>,
        at location: Location
    ) throws(ImposeError) -> Instance {
        let home = scope.with { $0.homeBelowParent } ?? AnswerCache.none.home
        return try withExtendedLifetime(keeper) { () throws(ImposeError) -> Instance in
            let call = DirectCall(registration, heldBy: holder, in: scope, home)
            return try call.instance(of: type, for: construction, at: location)
        }
    }

    /// The same in a directory that is only used by its instances: it does not hold them.
    @inline(never)
    private func finishUnheld() -> Bool {
        construction.isKept = false
        var deferred = DeferredRelease()
        keeper.holdWeakly(into: &deferred)
        open()
        deferred.release(telling: nil, of: [])
        return true
    }

    /// Lets those go on who wait for it.
    private func open() {
        WaitGraph.finish(construction)
        GraphInstances.endIfOutermost()
    }

    /// Ends the construction.
    ///
    /// - Returns: False if the scope was disposed of meanwhile.
    private func finish(
        with kept: StrongInstance?,
        in scope: UncountedReference<Imposer>
    ) -> Bool {
        let isShared = scope.with {
            keeper.finish(construction, nil, with: kept, in: $0.node.epoch)
        }
        let isUnheld = isShared && holder.with { $0.isUnheld }
        if isUnheld { return finishUnheld() }
        open()
        return isShared
    }
}
