/// The making of an instance that a scope keeps, of a registration of its parent about which nothing is special: no name
/// of a scope, no arguments, no hooks, no actor.
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
    private let keeper: InstanceKeeper
    private let construction: Construction

    /// Begins it.
    init?(of registration: RegistrationRecord, heldBy holder: Unmanaged<Imposer>, in scope: Imposer) {
        guard scope.isRightBelow(holder), !Observers.exist else { return nil }
        if scope.branch.unretainedBook == nil { _ = scope.branch.openBook() }
        let begun = scope.branch.unretainedBook?._withUnsafeGuaranteedRef { book in
            book.begin(registration, in: scope.branch.epoch)
        }
        guard let begun else { return nil }
        (keeper, construction) = (begun.keeper, begun.construction)
        WaitGraph.begin(construction)
        // Whoever shuts down says so, and then looks what is being built.
        if Shutdown.exist {
            _ = keeper.finish(construction, nil, with: nil, in: scope.branch.epoch)
            open()
            return nil
        }
    }

    /// Makes the instance on behalf of the scope.
    ///
    /// - Parameters:
    ///   - registration: The same that it was begun for.
    ///   - holder: The same, too. The caller holds it, and the scope.
    ///   - scope: The same.
    ///   - place: Where the instance was asked for.
    func make<Instance>(
        _ registration: TypedRegistration<Instance>,
        heldBy holder: Unmanaged<Imposer>,
        in scope: Unmanaged<Imposer>,
        at place: SourcePlace
    ) throws(ImposeError) -> Instance {
        let instance: Instance
        do throws(ImposeError) {
            if let context = Self.context(for: holder, scope) {
                instance = try context.run { () throws(ImposeError) -> Instance in
                    try call(registration, heldBy: holder, in: scope, at: place)
                }
            } else {
                instance = try call(registration, heldBy: holder, in: scope, at: place)
            }
        } catch {
            _ = finish(with: nil, heldBy: holder, in: scope)
            throw error
        }
        guard finish(with: StronglyKept(instance), heldBy: holder, in: scope) else {
            throw ImposeError.disposed(Request(Instance.self, at: place), scope.takeUnretainedValue())
        }
        return instance
    }

    /// What it has to be made in, if that is not what the calling code runs in.
    private static func context(for holder: Unmanaged<Imposer>, _ scope: Unmanaged<Imposer>) -> Context.Change? {
        if scope._withUnsafeGuaranteedRef({ Context.isRunning($0) }) { return nil }
        return Context.needed(for: holder.takeUnretainedValue(), scope.takeUnretainedValue(), isKept: true)
    }

    private func call<Instance>(
        _ registration: TypedRegistration<Instance>,
        heldBy holder: Unmanaged<Imposer>,
        in scope: Unmanaged<Imposer>,
        at place: SourcePlace
    ) throws(ImposeError) -> Instance {
        var frame = PathFrame(type: Instance.self, place: place, registration: registration)
        frame.construction = construction
        var source = ParameterSource(
            holder: holder,
            scope: scope,
            home: scope._withUnsafeGuaranteedRef { $0.homeBelowParent } ?? AnswerCache.none.home,
            place: registration.place,
            arguments: nil
        )
        return try frame.make(with: registration.provider.function, from: &source)
    }

    /// The same in a directory that is only used by its instances: it does not hold them.
    @inline(never)
    private func finishUnheld() -> Bool {
        construction.isKept = false
        var garbage = Garbage()
        keeper.holdWeakly(into: &garbage)
        open()
        garbage.release(telling: nil, of: [])
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
        with kept: StronglyKept?,
        heldBy holder: Unmanaged<Imposer>,
        in scope: Unmanaged<Imposer>
    ) -> Bool {
        let isShared = scope._withUnsafeGuaranteedRef {
            keeper.finish(construction, nil, with: kept, in: $0.branch.epoch)
        }
        let isUnheld = isShared && holder._withUnsafeGuaranteedRef { $0.isUnheld }
        if isUnheld { return finishUnheld() }
        open()
        return isShared
    }
}
