/// The disposers that run for what nodes let go of at once, one after the other: of a change, a reset, an end.
///
/// The first one that has to be awaited, and all that come after it, are left to a task, which keeps the order.
/// The order is that of whoever hands the instances over: see `KeptInstances.takeAll`.
struct Disposals {
    /// The outermost node that lets go of anything.
    let node: Node
    /// Nil as long as there is no disposer.
    private(set) var run: Run?
    /// Whether the end is awaited: then what others have begun to dispose of below comes first.
    private let isAwaited: Bool
    /// Where the node was ended, for errors; nil if it was not.
    private let endLocation: Location?

    init(of node: Node, endedAt place: Location? = nil, isAwaited: Bool = false) {
        (self.node, self.isAwaited, endLocation) = (node, isAwaited, place)
    }

    /// Lets others see that something is being disposed of. Call it under the lock under which the instances were taken
    /// out. So whoever finds an instance gone also finds its disposal, and can wait for that.
    mutating func begin() {
        if run == nil { run = Run(of: node, endedAt: endLocation, isAwaited: isAwaited) }
    }

    /// Adds a step: wait for all disposals that others have begun below a node. If there are any, all that comes next
    /// is left to the task.
    mutating func awaitOthers(below node: Node) {
        if !isAwaited || !Run.anyExist { return }
        begin()
        run?.awaitOthers { $0.isInside(UncountedReference(node)) }
    }

    /// Runs the disposers of one object, or leaves them to the task. Each runs in the context of its node, see
    /// `Node.runDisposer`.
    ///
    /// - Parameter keeper: The node that has kept it.
    @inline(never)
    mutating func dispose(of object: AnyObject, _ hooks: Boxed<Hooks>, keptBy keeper: Node) {
        for disposer in hooks.content.disposers {
            begin()
            run?.dispose(of: object, disposer, keptBy: keeper)
        }
    }

    mutating func dispose(of kept: KeptInstance, keptBy keeper: Node) {
        if let hooks = kept.hooks { dispose(of: kept.object, hooks, keptBy: keeper) }
    }

    /// Tells the inspector of something, when the disposers of what comes before have run.
    func note(_ event: CoreEvent) {
        if let run { run.note(event) } else { Inspector.note(event) }
    }

    /// Leaves what has to be awaited to a task.
    ///
    /// - Parameter deadline: That of a shutdown. What is late is cancelled, and the rest goes on.
    /// - Returns: The errors that disposers have thrown so far.
    @inline(__always)
    consuming func finish(within deadline: ShutdownDeadline? = nil) -> [ImposeError] {
        guard let run else { return [] }
        return run.continueInTask(within: deadline)
    }
}

extension Disposals {
    /// The disposals that are under way, as other threads see them: the end of an enclosing node waits for them.
    ///
    /// `@unchecked Sendable`: `left` is touched by the thread that runs the disposers, and then by the task.
    final class Run: @unchecked Sendable {
        let node: Node
        private let isAwaited: Bool
        private let endLocation: Location?
        private let thread = ThreadRecord.current
        /// The steps that are left to the task. Empty as long as all steps could be done at once. While the task runs,
        /// the next step is the last element.
        private var left: [Step] = []
        let state = Guarded(State())

        struct State {
            var isOver = false
            var task: Task<Void, Never>?
            var errors: [ImposeError] = []
            /// Those that it waits for.
            var others: [Run] = []
            var waiters: [UnsafeContinuation<Void, Never>] = []
        }

        private enum Step {
            case dispose(UncheckedTransfer<AnyObject>, Disposer, in: Context.Binding)
            /// Waits for runs that others began earlier.
            case wait([Run])
            case note(CoreEvent)
        }

        static let all = Guarded<[Run]>([])
        /// The number of runs, so that no lock is taken where there are none. (Relaxed: who has to wait for a run has
        /// found its instance gone, under a lock that was taken after the run began.)
        private static let count = AtomicField(0)
        /// The runs that the calling code is a disposer of, or was started by. They wait for it, so it must not wait
        /// for them.
        @TaskLocal private static var waitingForCaller: [Run] = []

        fileprivate init(of node: Node, endedAt place: Location?, isAwaited: Bool) {
            (self.node, self.isAwaited, endLocation) = (node, isAwaited, place)
            _ = Self.count.add(1, ordering: .relaxed)
            Self.all.withLock { $0.append(self) }
        }

        /// Runs a disposer, or leaves it to the task.
        fileprivate func dispose(of object: AnyObject, _ disposer: Disposer, keptBy keeper: Node) {
            guard left.isEmpty, case .synchronous(let body) = disposer.body else {
                if left.isEmpty, !isAwaited { noteContinues(from: disposer, keptBy: keeper) }
                let context = keeper.bindingOfDisposers
                return left.append(.dispose(UncheckedTransfer(object), disposer, in: context))
            }
            // A task that the disposer starts is part of this run.
            Self.$waitingForCaller.withValue(Self.waitingForCaller + [self]) {
                keeper.runDisposer {
                    do { try body(object) } catch { add(.disposerThrew(disposer.location, error), of: disposer) }
                }
            }
        }

        fileprivate func note(_ event: CoreEvent) {
            if left.isEmpty { Inspector.note(event) } else { left.append(.note(event)) }
        }

        /// Tells the inspector that a task goes on from a disposer.
        private func noteContinues(from disposer: Disposer, keptBy keeper: Node) {
            guard Inspector.isObserving else { return }
            if let facts = keeper.heldRegistration({ $0.registration(for: disposer.key) }) {
                Inspector.note(.disposalContinues(facts, at: endLocation ?? facts.location))
            }
        }

        /// Adds a step that waits for other runs.
        ///
        /// Runs never wait in a circle: each waits only for runs of nodes further in, and for earlier runs of its own
        /// node.
        fileprivate func awaitOthers(where isWanted: (Node) -> Bool) {
            var isEarlier = true
            let others = Self.underWay { run in
                if run === self { isEarlier = false }
                return isWanted(run.node) && (isEarlier || run.node !== node)
            }
            if others.isEmpty { return }
            state.withLock { $0.others += others }
            left.append(.wait(others))
        }

        /// Whether this is another run, or waits for it.
        private func waits(for other: Run) -> Bool {
            self === other || state.withLock { $0.isOver ? [] : $0.others }.contains { $0.waits(for: other) }
        }

        /// Adds an error to those of this run.
        private func add(_ failure: Failure, of disposer: Disposer) {
            let error = ImposeError(failure, of: disposer, at: endLocation)
            state.withLock { $0.errors.append(error) }
        }

        /// - Returns: The errors so far.
        fileprivate func continueInTask(within deadline: ShutdownDeadline?) -> [ImposeError] {
            let errors = state.withLock { $0.errors }
            if left.isEmpty {
                end()
                return errors
            }
            left.reverse()
            // A task of its own, since it is not cancelled with the caller. It is made under the lock, so whoever asks
            // for it, or asks whether the run is in a task, waits until it is set.
            Self.$waitingForCaller.withValue(Self.waitingForCaller + [self]) {
                state.withLock { state in
                    state.task = Task {
                        while let step = left.popLast() { await take(step, within: deadline) }
                        end()
                    }
                }
            }
            return errors
        }

        private func take(_ step: Step, within deadline: ShutdownDeadline?) async {
            switch step {
            case .dispose(let object, let disposer, let context):
                await dispose(of: object, disposer, in: context, within: deadline)
            case .wait(let others): for run in others { await ShutdownDeadline.wait(deadline) { await run.wait() } }
            case .note(let event): Inspector.note(event)
            }
        }

        private func dispose(
            of object: UncheckedTransfer<AnyObject>,
            _ disposer: Disposer,
            in context: Context.Binding,
            within deadline: ShutdownDeadline?
        ) async {
            @Sendable func dispose() async {
                do {
                    try await context.run { try await disposer.run(object) }
                } catch {
                    // A disposer that is late gets the error below instead.
                    if deadline != nil, Task.isCancelled { return }
                    add(.disposerThrew(disposer.location, error), of: disposer)
                }
            }
            guard let deadline else { return await dispose() }
            let task = Task { await dispose() }
            let isInTime = await withTaskCancellationHandler {
                await ShutdownDeadline.wait(deadline, orElse: { task.cancel() }, { await task.value })
            } onCancel: {
                task.cancel()
            }
            if !isInTime { add(.lateDisposer(disposer, deadline.time), of: disposer) }
        }

        /// Cancels the disposer that runs, and all that come later.
        func cancel() { state.withLock { $0.task }?.cancel() }

        private var isInTask: Bool { state.withLock { $0.task != nil } }

        private func end() {
            // Released with no lock held.
            let runs = Self.all.withLock { runs in
                let old = runs
                runs.removeAll { $0 === self }
                return old
            }
            _ = Self.count.subtract(1, ordering: .relaxed)
            let waiters = state.withLock { state in
                state.isOver = true
                return exchange(&state.waiters, with: [])
            }
            for waiter in waiters { waiter.resume() }
            withExtendedLifetime(runs) {}
        }

        /// Ends the runs of a thread that exits inside a disposer. Nobody calls the disposers that were still to come.
        static func giveUp(by thread: ThreadRecord) {
            for run in all.withLock({ $0 }) where run.thread == thread && !run.isInTask { run.end() }
        }

        /// Suspends the caller until all disposers have run, also if the caller is cancelled.
        ///
        /// - Returns: All errors.
        @discardableResult
        nonisolated(nonsending) func wait() async -> [ImposeError] {
            await withUnsafeContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiters.append(continuation) }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
            return state.withLock { $0.errors }
        }

        fileprivate static var anyExist: Bool { count.load(ordering: .relaxed) != 0 }

        /// What is under way now and does not wait for the calling code, in the order in which it has begun.
        static func underWay(where isWanted: (Run) -> Bool) -> [Run] {
            if !anyExist { return [] }
            let (all, waiting) = (all.withLock { $0 }, waitingForCaller)
            return all.filter { run in isWanted(run) && !waiting.contains { run.waits(for: $0) } }
        }
    }
}
