// The building of an instance by a task of its own: how it starts, and how others await it.

extension AsyncFrame {
    /// The task that builds an instance, and its outcome.
    ///
    /// Whoever waits for the build task retains it. The frame retains it only until it is done, since the frame itself
    /// may live long: tasks that the provider has started retain the frame.
    final class BuildTask: Sendable {
        private let guardedOutcome = Guarded<Result<AwaitedInstance, ImposeError>?>(nil)
        private let guardedTask = Guarded<Task<Void, Never>?>(nil)
        /// Set if what keeps the instance ends, and waits for this: then nobody gets it.
        let isCancelled = AtomicField(false)
        /// The frames of all build tasks that are under way: an end looks for those that it has to wait for.
        static let all = Guarded<[AsyncFrame]>([])

        /// Written before those are woken who wait. Perhaps nobody keeps the instance any more: it is for those who
        /// asked before.
        var outcome: Result<AwaitedInstance, ImposeError>? {
            get { guardedOutcome.withLock { $0 } }
            set { guardedOutcome.withLock { $0 = newValue } }
        }

        var task: Task<Void, Never>? { guardedTask.withLock { $0 } }

        /// Starts the task, which takes the frame out of the list when it ends.
        fileprivate func begin(for frame: AsyncFrame, _ start: () -> Task<Void, Never>) {
            // An end that finds the frame waits for this lock, and so finds the task.
            guardedTask.withLock { task in
                Self.all.withLock { $0.append(frame) }
                task = start()
            }
        }

        func cancel() {
            isCancelled.set()
            task?.cancel()
        }
    }

    /// Begins the building of the instance by a task of its own.
    ///
    /// An end that waits for such tasks first closes its nodes, and then looks for tasks that are under way. This call
    /// first puts the task under way, and then looks whether the keeper is closed. So one of the two sees the other.
    ///
    /// - Parameter start: Starts the task.
    func begin(_ buildTask: BuildTask, keptBy keeper: Node, _ start: () -> Task<Void, Never>) {
        buildTask.begin(for: self, start)
        if keeper.isClosed { buildTask.cancel() }
    }

    /// What tasks of their own build now, with what is going to keep it.
    static func underWay(where isWanted: (AsyncFrame, Node) -> Bool) -> [(AsyncFrame, BuildTask, Node)] {
        BuildTask.all.withLock { $0 }.compactMap { frame in
            guard let own = frame.buildTask, let keeper = frame.keeper, isWanted(frame, keeper) else { return nil }
            return (frame, own, keeper)
        }
    }
}

extension Resolver {
    /// Calls an asynchronous provider with all that it needs, in a context.
    @inline(never)
    nonisolated(nonsending) func call(
        _ frame: AsyncFrame,
        _ arguments: InjectionArguments?,
        in context: Context
    ) async throws(ImposeError) -> AwaitedInstance {
        let registration = frame.registration
        let actor = registration.provider.value.isolation
        return try await frame.run { () async throws(ImposeError) -> AwaitedInstance in
            let arguments = try await self.parameters(of: frame, arguments, in: context, for: actor)
            let resolver = self.parameterResolver(context, heldBy: frame.holder)
            return try await context.runBindingIfNeeded { () async throws(ImposeError) -> AwaitedInstance in
                do {
                    // A `Result`: the provider's error may be of any type, and a section throws only `ImposeError`.
                    let call = try resolver.withReadSection { thread in
                        let given = arguments.map { UncountedReference($0) }
                        var source = ParameterSource(resolver, for: UncountedReference(registration), given, on: thread)
                        return Result { try registration.provider.reference.callToAwait(&source) }
                    }.get()
                    let made = try await call.run()
                    let hooks = registration.hooks
                    if hooks == nil, !registration.isForSubclass { return made }
                    return try await UncheckedTransfer.run(on: actor) { () throws(ImposeError) in
                        try made.decoratedAndChecked(for: frame, hooks)
                    }
                } catch {
                    if error is CancellationError, Task.isCancelled {
                        throw ImposeError(.cancelled(registration), for: frame.reference)
                    }
                    throw .thrown(error, by: frame.reference)
                }
            }
        }
    }

    /// Starts the task that builds an instance which was claimed. It is nobody's child.
    @inline(never)
    func start(
        _ buildTask: AsyncFrame.BuildTask,
        of frame: AsyncFrame,
        _ arguments: InjectionArguments?,
        keptBy keeper: Node
    ) {
        let (resolver, heldInside) = parameterResolver(for: frame, keptBy: keeper)
        let inner = resolver.context
        let held = UncheckedTransfer((arguments: arguments, nodes: (heldInside, self.held)))
        frame.begin(buildTask, keptBy: keeper) {
            Task.detached(priority: Task.currentPriority) {
                defer { withExtendedLifetime(held) {} }
                // The binding of the context is released before those who wait learn of the outcome.
                let result = await inner.run { () async -> Result<AwaitedInstance, ImposeError> in
                    do throws(ImposeError) {
                        return .success(try await resolver.call(frame, held.value.arguments, in: inner))
                    } catch {
                        return .failure(error)
                    }
                }
                buildTask.outcome = result
                do throws(ImposeError) {
                    let made = try result.get()
                    try resolver.withReadSection { _ throws(ImposeError) in
                        try made.keep(of: frame, by: keeper)
                        if Inspector.isObserving {
                            self.note(frame.reference, heldBy: UncountedReference(frame.holder), hasBuilt: true)
                        }
                    }
                } catch {
                    buildTask.outcome = .failure(error)
                    frame.reference.giveUp()
                }
                frame.end()
            }
        }
    }

    /// Suspends the task until somebody has built an instance.
    ///
    /// - Parameter begun: What the calling code has started itself.
    /// - Returns: Nil if the next step is to be taken.
    @inline(never)
    nonisolated(nonsending) func wait(
        for number: Int,
        in keeper: Node,
        _ begun: AsyncFrame.BuildTask?,
        _ registration: RegistrationRecord,
        _ request: Request
    ) async throws(ImposeError) -> AwaitedInstance? {
        let (suspension, frames) = (Suspension(), Array(AsyncFrame.currentFrames))
        var (target, buildTask) = (AsyncFrame?.none, begun)
        let outcome = await suspension.wait {
            keeper.state.withLock { state in
                guard !state.isClosed, let build = state.cells.build(number) else { return .outdated }
                target = build.pointee.asyncFrame?.object
                buildTask = target?.buildTask
                let cycle = WaitGraph.enlist(suspension, for: build.latch, frames, target)
                // On a cycle nothing was added, so `removeWait` must remove nothing: the same code may wait for that
                // frame elsewhere.
                if cycle != nil { target = nil }
                return cycle.map { .cycle($0) }
            }
        }
        WaitGraph.removeWait(of: frames, for: target)
        switch outcome {
        case .cancelled: throw ImposeError(.cancelled(registration), request)
        case .cycle(let steps): throw ImposeError(.circular(type: registration.type, through: steps), request)
        case .over, .outdated: break
        }
        if keeper.isClosed || buildTask?.isCancelled.isSet ?? false { throw ImposeError(.disposed(keeper), request) }
        return try buildTask?.outcome?.get()
    }
}
