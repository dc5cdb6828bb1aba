/// One instance that is being built by awaiting: an element of a list, innermost first, that tasks hand down to their
/// children and to the functions that they call. So all code that runs for an instance has it on its path.
///
/// Instances that a thread builds without awaiting anything are inside these: see `ResolutionPath`.
final class AsynchronousPath: Sendable {
    /// Without its latch; nil for an injection of several instances, one after the other.
    private let content: PathStep?
    /// Nil if nobody can wait yet: a provider that is called without awaiting only begins when everything that it needs is
    /// there.
    ///
    /// Not held: the builder holds it. A task that the provider has started, and that runs for long, has this on its path,
    /// and must not keep the outcome of the construction alive.
    private weak let construction: Construction?
    private let outer: AsynchronousPath?
    /// The instances that are shared by everything that is built for the outermost injection.
    let graph: InjectionGraph
    /// Whether the building has ended, although tasks that were started meanwhile still have this on their path.
    private let isOver = AtomicField(false)

    @TaskLocal private static var local: AsynchronousPath?
    /// The number of elements, so that nothing is looked up where there are none.
    private static let count = AtomicField(0)

    /// Makes a path with one more element, which has not run yet, inside the calling code's.
    ///
    /// - Parameter graph: The shared instances; nil to share those of the calling code's path, or to begin anew.
    init(_ step: PathStep?, sharing graph: InjectionGraph? = nil) {
        construction = step?.construction
        var content = step
        content?.construction = nil
        self.content = content
        outer = .innermost
        self.graph = graph ?? outer?.graph ?? InjectionGraph()
        Self.count.add(1, ordering: .relaxed)
    }

    deinit {
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// The innermost element that the calling code runs for; nil if there is none.
    static var innermost: AsynchronousPath? {
        count.load(ordering: .relaxed) == 0 ? nil : local?.living
    }

    /// This element, or the next one further out that is not over.
    private var living: AsynchronousPath? {
        // A loop: tasks that start one another, each while the one before is still alive, leave a long list behind.
        var next: AsynchronousPath? = self
        while let path = next, path.isOver.load(ordering: .acquiring) { next = path.outer }
        return next
    }

    /// The next element further out that is not over.
    var next: AsynchronousPath? { outer?.living }

    /// The instance, with its latch; nil for an injection of several instances.
    var step: PathStep? {
        var step = content
        step?.construction = construction
        return step
    }

    /// Runs `body` as one injection, although it builds several instances.
    nonisolated(nonsending) static func sharing<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if innermost != nil { return try await body() }
        return try await AsynchronousPath(nil).run(body)
    }

    /// Runs `body` with this as the innermost element, which is over afterwards.
    ///
    /// - Parameter actor: The caller's actor. A closure that is isolated to it stays there; any other closure
    ///   would run on no actor.
    func run<Result>(
        on actor: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        defer {
            isOver.store(true, ordering: .releasing)
            if graph !== outer?.graph { graph.end() }
        }
        do {
            return try await Self.$local.withValue(self) {
                _ = actor
                return try await body()
            }
        } catch {
            throw .known(error)
        }
    }
}
