internal import CImposeRuntime

/// One instance that is being built by code that awaits. The frames form a list from the innermost outwards, in a
/// task-local: so all code that runs for an instance has the frame of that instance on its path, also in child tasks.
///
/// What a thread builds without awaiting anything has a `BuildFrame` instead, further in.
///
/// `@unchecked Sendable`: what changes is atomic, or says what guards it.
final class AsyncFrame: @unchecked Sendable {
    let registration: RegistrationRecord
    let holder: Node
    private let outer: AsyncFrame?
    /// The build by which cells and errors know this frame. As long as a cell refers to it, a task retains the frame.
    private let build: UncheckedField<BuildFrame>
    /// Whether the building has ended, although tasks that were started meanwhile still have this on their path.
    private let isOver = AtomicField(false)
    private let graph: Graph
    /// Whether the graph is for this frame, and all that is built for it.
    private let beginsGraph: Bool
    /// What keeps the instance, once a cell leads here.
    private let guardedKeeper = Guarded<Node?>(nil)
    /// The build task that others wait for. It is made with the frame, so that a failure reaches all who wait.
    private let guardedBuildTask: Guarded<BuildTask?>
    /// The frames that code on this path waits for: guarded by the lock of `WaitGraph`.
    let waits = UncheckedField<[AsyncFrame]>([])

    /// The graph instances of one awaited injection.
    final class Graph: Sendable {
        private let keeper = Guarded<Node?>(nil)

        fileprivate func node(_ make: () -> Node) -> Node {
            if let keeper = keeper.withLock({ $0 }) { return keeper }
            let made = make()
            return keeper.withLock { keeper in
                if let keeper { return keeper }
                keeper = made
                return made
            }
        }

        /// Lets go of them: tasks that go on may hold this for long.
        func end() { withExtendedLifetime(keeper.withLock { $0.take() }) {} }

        /// Runs a request for several instances, which share one graph: that of the injection that the calling code is
        /// part of, or else a new one.
        nonisolated(nonsending) static func sharing<Result>(
            _ body: nonisolated(nonsending) (Graph) async throws(ImposeError) -> Result
        ) async throws(ImposeError) -> Result {
            if let graph = AsyncFrame.innermost?.graph { return try await body(graph) }
            let graph = Graph()
            defer { graph.end() }
            return try await body(graph)
        }
    }

    @TaskLocal private static var local: AsyncFrame?
    /// The number of frames, so that nothing is looked up where there are none. (Relaxed: who runs for a frame was
    /// started by code that had counted it.)
    private static var count: AtomicWordPointer.Word {
        @inline(__always) get { AtomicWordPointer(impose_word_of_awaited())[0] }
    }

    /// A frame inside the calling code's path.
    ///
    /// - Parameter graph: That of a request which wants several instances; nil for that of the calling code's
    ///   injection.
    init(_ registration: RegistrationRecord, _ holder: Node, _ request: Request, in graph: Graph?) {
        (self.registration, self.holder, outer) = (registration, holder, AsyncFrame.innermost)
        // What a task of its own builds is not part of the injection that started the task. So it has another graph.
        let hasBuildTask = registration.isKept && registration.isAsynchronous
        guardedBuildTask = Guarded(hasBuildTask ? BuildTask() : nil)
        let shared = hasBuildTask ? nil : graph ?? outer?.graph
        (self.graph, beginsGraph) = (shared ?? Graph(), shared == nil)
        build = UncheckedField(BuildFrame(UncountedReference(registration), for: request.typeOnly, in: nil))
        build.value.asyncFrame = UncountedReference(self)
        _ = AsyncFrame.count.add(1, ordering: .relaxed)
    }

    deinit { _ = AsyncFrame.count.subtract(1, ordering: .relaxed) }

    /// It stays as long as this.
    var reference: ValueReference<BuildFrame> { build.reference }

    var keeper: Node? {
        get { guardedKeeper.withLock { $0 } }
        set { guardedKeeper.withLock { $0 = newValue } }
    }

    private(set) var buildTask: BuildTask? {
        get { guardedBuildTask.withLock { $0 } }
        set { guardedBuildTask.withLock { $0 = newValue } }
    }

    /// Ends the building. Tasks that were started meanwhile may still have this on their path.
    func end() {
        isOver.store(true, ordering: .releasing)
        if buildTask != nil { BuildTask.all.withLock { $0.removeAll { $0 === self } } }
        (keeper, buildTask) = (nil, nil)
        if beginsGraph { graph.end() }
    }

    /// What keeps the graph instances of the injection.
    ///
    /// - Parameter make: Makes it, if there is none yet.
    func graphNode(orMake make: () -> Node) -> Node { graph.node(make) }

    // MARK: The path

    /// The innermost frame that the calling code runs for.
    static var innermost: AsyncFrame? { anyExist ? local?.nearestUnfinished : nil }

    /// Whether any code at all awaits an instance.
    @inline(__always)
    static var anyExist: Bool { count.load(ordering: .relaxed) != 0 }

    /// This frame, or the next one further out that is not over.
    private var nearestUnfinished: AsyncFrame? {
        // A loop: tasks that start one another, each while the one before is still alive, leave a long list behind.
        var next: AsyncFrame? = self
        while let frame = next, frame.isOver.load(ordering: .acquiring) { next = frame.outer }
        return next
    }

    /// All frames that the calling code runs for, the innermost first.
    static var currentFrames: some Sequence<AsyncFrame> {
        sequence(state: innermost) { next in
            defer { next = next?.outer?.nearestUnfinished }
            return next
        }
    }

    /// What the calling code builds, the outermost first.
    static var currentSteps: [ImposeError.Step] { currentFrames.map(\.reference.pointee.step).reversed() }

    static func anyFormsRetainCycle(with context: Context) -> Bool {
        innermost != nil && currentFrames.contains { $0.keeper?.formsRetainCycle(with: context) ?? false }
    }

    /// Whether the calling code builds an instance of a registration already: for the same keeper (or for none, both
    /// times), or for very many keepers, see `BuildFrame.closesCycle`.
    static func isOnPath(_ registration: RegistrationRecord, for keeper: Node?) -> Bool {
        let same = currentFrames.filter { $0.registration.number == registration.number }
        return same.contains { $0.keeper === keeper }
            || same.prefix(BuildFrame.endlessCycleDepth).count == BuildFrame.endlessCycleDepth
    }

    /// Runs `body` with this as the innermost frame.
    nonisolated(nonsending) func run<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        do { return try await Self.$local.withValue(self) { try await body() } } catch { throw .cast(error) }
    }
}
