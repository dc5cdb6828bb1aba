/// The way from a registration whose instances are kept to one of them.
///
/// `step` never waits, and says what is next: so a driver that awaits can take the same steps as the one that blocks.
struct CellAccess {
    let holder: UncountedReference<Node>
    let build: ValueReference<BuildFrame>
    /// What is going to keep the instance.
    let keeper: UncountedReference<Node>
    /// What tells the instance from others of the registration; nil as nearly always.
    private let variantKey: Variants.Key?

    enum Step {
        case instance(AnyInstance)
        /// Call the provider, in the keeper's context, then `keep`; or else `giveUp`.
        case build
        /// Somebody else builds it: wait for the build in the cell of this number, and then take the next step.
        case wait(number: Int)
    }

    var registration: UncountedReference<RegistrationRecord> {
        @inline(__always) get { build.pointee.registration }
    }

    /// - Parameter build: The frame that was begun for the registration.
    @inline(__always)
    init(
        _ build: ValueReference<BuildFrame>,
        heldBy holder: UncountedReference<Node>,
        for resolver: Resolver,
        _ arguments: UncountedReference<InjectionArguments>?
    ) throws(ImposeError) {
        let registration = build.pointee.registration
        var key: ArgumentsKey?
        if let arguments {
            // Checked before the arguments are hashed: the user's `hash(into:)` may ask for the same instance again.
            if build.closesCycle() { throw .circular(build) }
            key = try registration.object.key(of: arguments.object, for: build)
        }
        (self.holder, self.build) = (holder, build)
        (keeper, variantKey) = try InjectOption.keepingNode(for: build, holder, resolver, key)
    }

    /// The end of the building by a task, which has taken the first step.
    init(of frame: AsyncFrame, keptBy keeper: Node) {
        (holder, build) = (UncountedReference(frame.holder), frame.reference)
        (self.keeper, variantKey) = (UncountedReference(keeper), nil)
    }

    /// The instance, after those who build it; nil if the cell was claimed, for the caller to build it.
    @inline(__always)
    func instanceUnlessClaimed() throws(ImposeError) -> AnyInstance? {
        while true {
            switch try step() {
            case .instance(let instance): return instance
            case .build: return nil
            case .wait(let number): try wait(for: number)
            }
        }
    }

    /// Looks what the keeper has, and claims the cell if there is nothing.
    @inline(__always)
    func step() throws(ImposeError) -> Step {
        if let variantKey { return try step(variantKey) }
        let number = registration.with { $0.number }
        // Never nil: there are no variants that could have changed.
        return try claim(number) { state in
            state.cells.add(number, for: build)
            return true
        }!
    }

    /// The same for one of several instances of a registration.
    @inline(never)
    private func step(_ variantKey: Variants.Key) throws(ImposeError) -> Step {
        while true {
            let variant = findVariant(variantKey)
            var dropped: [Any] = []
            let step = try claim(variant.number) { state in
                if !variant.addUnlessOutdated(to: &state, &dropped) { return false }
                state.cells.add(variant.number, for: build)
                return true
            }
            withExtendedLifetime(dropped) {}
            if let step { return step }
        }
    }

    /// One of several instances of a registration, as it was found.
    private struct FoundVariant {
        let variant: Variants.Variant
        /// Whether the keeper had it.
        let isKnown: Bool
        /// The numbers of those that might have been equal.
        let numbers: [Int]

        var number: Int { variant.number }

        /// Adds the variant, unless the keeper had it already. Under the lock.
        ///
        /// - Returns: False, and nothing is added, if other variants were added or removed since: then look again.
        func addUnlessOutdated(to state: inout Node.State, _ dropped: inout [Any]) -> Bool {
            let now = state.variants.bucket(variant.registrationNumber, variant.variantKey)
            if now.map(\.number) != numbers { return false }
            if !isKnown { state.variants.add(variant, &state.cells, &dropped) }
            return true
        }
    }

    private func findVariant(_ variantKey: Variants.Key) -> FoundVariant {
        let registrationNumber = registration.with { $0.number }
        let all = keeper.with { $0.state.withLock { $0.variants.bucket(registrationNumber, variantKey) } }
        // The user's `==`, with no lock held.
        let known = all.first { $0.registrationNumber == registrationNumber && $0.variantKey.isEqual(to: variantKey) }
        let number = known?.number ?? RegistrationRecord.nextNumber()
        let variant = Variants.Variant(registrationNumber: registrationNumber, variantKey: variantKey, number: number)
        return FoundVariant(variant: variant, isKnown: known != nil, numbers: all.map(\.number))
    }

    /// Looks at a cell, and claims it if it has nothing.
    ///
    /// - Parameter add: Adds the cell, under the lock. It returns false, and adds nothing, if the variants have changed
    ///   since they were looked at.
    /// - Returns: Nil if `add` returned false: then look again.
    @inline(__always)
    private func claim(_ number: Int, orAdd add: (inout Node.State) -> Bool) throws(ImposeError) -> Step? {
        let isWeak = registration.with { $0.option.isHeldWeakly }
        var gone: WeakInstance?
        build.pointee.number = number
        while true {
            var found = CellContent.outdated
            keeper.with { keeper in
                keeper.state.withLock { state in
                    if state.isClosed { return found = .ended }
                    switch state.cells.claim(number, isWeak: isWeak, for: build, besides: gone) {
                    case .instance(let instance): found = .instance(instance)
                    case .weak(let weak): found = .weak(weak)
                    case .build: found = .build
                    case .wait: found = .wait
                    case .none:
                        // A keeper that is not the holder can't see whether the registration is still there. It keeps
                        // the instance until it ends.
                        let isStillThere =
                            self.keeper != holder
                            || registration.with { state.registration(for: $0.key) === $0 }
                        if isStillThere { found = add(&state) ? .build : .variantsChanged }
                    }
                }
            }
            switch found {
            case .instance(let instance): return .instance(instance)
            case .weak(let weak):
                // With no lock held: the cast may look up types.
                if let instance = weak.instance { return .instance(instance) }
                gone = weak
            case .build: return .build
            case .wait: return .wait(number: number)
            case .variantsChanged: return nil
            case .outdated: throw .outdated
            case .ended: throw ImposeError(.disposed(keeper.object), for: build)
            }
        }
    }

    private enum CellContent {
        case instance(AnyInstance)
        case weak(WeakInstance)
        case build
        case wait
        case variantsChanged
        /// The registration was replaced or removed since it was found.
        case outdated
        case ended
    }

    /// Keeps an instance that was built, and ends the building.
    ///
    /// - Parameter pendingAnswer: What it may be remembered for.
    @inline(__always)
    func keep<Made>(_ made: Made, _ hooks: Boxed<Hooks>?, _ pendingAnswer: PendingAnswer?) throws(ImposeError) {
        if registration.with({ $0.option.isHeldWeakly }) {
            guard let weak = WeakInstance.make(made) else {
                // A task gives up itself, after it has set the error as its outcome.
                if build.pointee.asyncFrame == nil { build.giveUp() }
                let type = Casting.dynamicType(of: made) ?? Made.self
                throw ImposeError(.weakValue(registration.object, type), for: build)
            }
            _ = try finish(with: AnyInstance(retaining: weak), nil)
            return
        }
        let instance = AnyInstance(of: made)
        // An instance that the user has handed in is not disposed of.
        let hooksOfEnd = registration.with { $0.isInstance } ? nil : hooks
        // Invariant: only instances that a holder keeps are remembered. They stay as long as the section.
        if try finish(with: instance, hooksOfEnd) { remember(instance, as: Made.self, for: pendingAnswer) }
    }

    /// Remembers an instance, if each request of this kind to the same node gets the same one.
    @inline(__always)
    func remember(_ instance: AnyInstance, as type: any Any.Type, for pendingAnswer: PendingAnswer?) {
        guard let pendingAnswer, registration.with({ $0.option.isForGood }) else { return }
        pendingAnswer.remember(instance.object, as: type, isHeld: true)
    }

    /// Ends the building.
    ///
    /// - Parameter instance: The instance, or a `WeakInstance`, which this takes.
    /// - Returns: Whether the keeper keeps the instance.
    @inline(__always)
    private func finish(with instance: AnyInstance, _ hooks: Boxed<Hooks>?) throws(ImposeError) -> Bool {
        let isWeak = registration.with { $0.option.isHeldWeakly }
        let (waiters, isKept, isEnded) = keeper.with { keeper in
            keeper.state.withLock { state -> (ValueReference<Waiter>?, Bool, Bool) in
                let waiters = build.latch.takeWaiters()
                if state.isClosed { return (waiters, false, true) }
                let fillOrder = keeper.nextFillOrder(isWeak: isWeak)
                let number = build.pointee.number
                let isKept = state.cells.fill(number, by: build, with: instance, hooks, fillOrder: fillOrder)
                return (waiters, isKept, false)
            }
        }
        if waiters != nil { WaitGraph.wake(waiters) }
        if isKept { return true }
        // The keeper does not keep the instance, so nobody else has seen it. If the cell was taken meanwhile, only the
        // builder gets the instance, and tasks that await a build task: threads that waited look again. If the keeper
        // has ended, the instance is disposed of.
        let object = instance.takeObject()
        if !isEnded { return false }
        if !isWeak, let hooks { keeper.with { $0.dispose(of: KeptInstance(object: object, hooks: hooks)) } }
        throw ImposeError(.disposed(keeper.object), for: build)
    }

    /// Blocks until the thread is done that builds the instance.
    @inline(never)
    func wait(for number: Int) throws(ImposeError) {
        var waiter = Waiter(thread: build.pointee.thread)
        try ValueReference.with(&waiter) { waiter throws(ImposeError) in try wait(waiter, number) }
    }

    private func wait(_ waiter: ValueReference<Waiter>, _ number: Int) throws(ImposeError) {
        // Others that look for a cycle read the path of this thread. The thread does not build this instance, so the
        // frame is off the path while it waits.
        build.end()
        defer { build.pointee.thread.innermostBuild = build }
        var frame: AsyncFrame?
        let (isWaiting, cycle) = keeper.with { keeper in
            keeper.state.withLock { state -> (Bool, [ImposeError.Step]?) in
                guard !state.isClosed, let other = state.cells.build(number) else { return (false, nil) }
                frame = other.pointee.asyncFrame?.object
                if frame != nil { return (false, nil) }
                let cycle = WaitGraph.enlist(waiter, for: other.latch)
                return (cycle == nil, cycle)
            }
        }
        let registration = registration.object
        if let frame {
            if AsyncFrame.currentFrames.contains(where: { $0 === frame }) { throw .circular(build) }
            // A thread does not wait for a task, which may need this very thread.
            throw ImposeError(.asynchronous(registration), for: build)
        }
        if let cycle { throw ImposeError(.circular(type: registration.type, through: cycle), for: build) }
        if isWaiting, WaitGraph.park(waiter) == .threadEnded {
            throw ImposeError(.threadEnded(registration), for: build)
        }
    }

    /// Looks what the keeper has, and claims nothing.
    func stepWithoutClaiming() throws(ImposeError) -> Step {
        if keeper.with({ $0.isClosed }) { throw ImposeError(.disposed(keeper.object), for: build) }
        if let instance = existing() { return .instance(instance) }
        guard let number = existingNumber else { return .build }
        return keeper.with { $0.state.withLock { $0.cells.build(number) } } == nil ? .build : .wait(number: number)
    }

    /// The number of the cell, if it is known.
    private var existingNumber: Int? {
        let number = registration.with { $0.number }
        guard let variantKey else { return number }
        let variant = findVariant(variantKey)
        return variant.isKnown ? variant.number : nil
    }

    /// The instance that the keeper has, if any. Makes none.
    func existing() -> AnyInstance? {
        let registration = registration.object
        guard let number = existingNumber else { return nil }
        guard let object = keeper.with({ $0.state.withLock { $0.cells.object(number) } }) else { return nil }
        if !registration.option.isHeldWeakly { return AnyInstance(retaining: object) }
        return (object as? WeakInstance)?.instance
    }

    /// Keeps a value in place of the instance for no arguments.
    ///
    /// - Parameter object: The value's object, or a `WeakInstance`.
    /// - Returns: False if it takes another look: the registration was replaced or removed since it was found.
    func store(_ object: AnyObject) throws(ImposeError) -> Bool {
        let (record, keeper) = (registration.object, keeper.object)
        let isWeak = record.option.isHeldWeakly
        enum Outcome {
            case stored(KeptInstance?)
            case outdated, ended
        }
        let variant = variantKey.map { findVariant($0) }
        var (dropped, answers, tasks) = ([Any](), [AnyObject](), [Suspension]())
        let outcome = keeper.changeForgettingAnswers(&answers) { state -> Outcome in
            if state.isClosed { return .ended }
            if self.keeper == holder, state.registration(for: record.key) !== record { return .outdated }
            if let variant, !variant.addUnlessOutdated(to: &state, &dropped) { return .outdated }
            let fillOrder = keeper.nextFillOrder(isWeak: isWeak)
            let number = variant?.number ?? record.number
            let (old, waiters) = state.cells.store(number, object, fillOrder: fillOrder)
            // Woken under the lock, which the builder needs before it goes on. So no search for a cycle follows a wait
            // that is over to a builder that already does something else.
            if waiters != nil { tasks = WaitGraph.wakeThreads(waiters) }
            return .stored(old)
        }
        withExtendedLifetime(dropped) {}
        for task in tasks { task.resume(.over) }
        defer { keeper.retire(answers) }
        switch outcome {
        case .outdated: return false
        case .ended: throw ImposeError(.disposed(keeper), for: build)
        case .stored(let old):
            if let old {
                keeper.dispose(of: old)
                if record.option.isForGood { answers.append(old.object) }
            }
            return true
        }
    }
}

extension RegistrationRecord {
    /// What tells instances for different arguments apart.
    fileprivate func key(of arguments: InjectionArguments, for build: ValueReference<BuildFrame>) throws(ImposeError)
        -> ArgumentsKey?
    {
        guard let placed = arguments.placed, placed.hasArguments else { return nil }
        guard let key = placed.key(for: parameters) else {
            throw ImposeError(.unhashableArguments(self, arguments.list), for: build)
        }
        return key
    }
}
