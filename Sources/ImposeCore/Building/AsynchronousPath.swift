/// The path of instances that are being built by awaiting: a list, innermost first, that tasks hand down to their
/// children and to the functions that they call. So all code that runs for an instance has it on its path.
///
/// Instances that a thread builds without awaiting anything are on its `ResolutionPath`, which continues this one.
final class AsynchronousPath: Sendable {
    /// One instance that is being built.
    struct Element: Sendable {
        /// The type that was asked for.
        let type: any Any.Type
        /// The location of the request.
        let location: Location
        let registration: RegistrationRecord
        /// The keeper that is going to keep the instance; nil for a lifetime that keeps nothing.
        let keeper: ObjectIdentifier?
        /// The latch that others wait on. Nil if nobody does yet: a provider that is called without awaiting only
        /// begins when everything that it needs is there.
        ///
        /// Not held: the builder holds it. A task that the provider has started, and that runs for long, has this on
        /// its path, and must not keep the outcome of the construction alive.
        weak let construction: Construction?

        init(
            _ type: any Any.Type,
            at location: Location,
            _ registration: RegistrationRecord,
            keeper: ObjectIdentifier? = nil,
            _ construction: Construction? = nil
        ) {
            self.type = type
            self.location = location
            self.registration = registration
            self.keeper = keeper
            self.construction = construction
        }

        /// The element as a frame of a thread's path, which does not hold its objects. The latch is left out: threads
        /// only look for latches that they wait for themselves.
        fileprivate var frame: PathFrame {
            PathFrame(type: type, location: location, registration: registration)
        }
    }

    /// Nil for an injection of several instances, one after the other.
    let element: Element?
    private let outer: AsynchronousPath?
    /// The state that is shared by everything that is built for the outermost injection.
    let graph: InjectionGraph
    /// Whether the building has ended, although tasks that were started meanwhile still have this on their path.
    private let isOver = AtomicField(false)

    @TaskLocal private static var local: AsynchronousPath?
    /// The number of elements, so that nothing is looked up where there are none.
    private static let count = AtomicField(0)

    /// Makes a path with one more element, which has not run yet.
    ///
    /// - Parameter graph: The shared state; nil to share the state of `outer`, or to begin anew where there is none.
    init(_ element: Element?, inside outer: AsynchronousPath?, sharing graph: InjectionGraph? = nil) {
        self.element = element
        self.outer = outer
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
        var next: AsynchronousPath? = self
        while let path = next, path.isOver.load(ordering: .acquiring) { next = path.outer }
        return next
    }

    /// The elements from here on outwards that are not over.
    private var elements: some Sequence<Element> {
        sequence(first: self) { $0.outer?.living }.lazy.compactMap(\.element)
    }

    /// The elements that the calling code runs for, outermost first, as frames. They are held by the code's task.
    static var frames: [PathFrame] {
        innermost?.elements.map(\.frame).reversed() ?? []
    }

    /// The innermost element that the calling code runs for, as a frame.
    static var innermostFrame: PathFrame? { innermost?.elements.first { _ in true }?.frame }

    /// Whether the calling code runs for an instance that an imposer or a scope is going to hold.
    static var isBuildingHeldInstance: Bool {
        innermost?.elements.contains { $0.keeper != nil && $0.registration.option.holdsInstances } ?? false
    }

    /// Whether the building of an instance is on this path.
    func isBuilding(_ construction: Construction) -> Bool {
        elements.contains { $0.construction === construction }
    }

    /// Whether the building of a registration's instance for a keeper is on this path.
    func isBuilding(_ registration: RegistrationRecord, for keeper: ObjectIdentifier) -> Bool {
        elements.contains { $0.keeper == keeper && $0.registration === registration }
    }

    /// The constructions on this path, innermost first.
    var constructions: [Construction] { elements.compactMap(\.construction) }

    /// The greatest number of keepers whose instances of one registration may be under construction, each for the one
    /// before: as on a thread.
    private static let mostKeepers = 16

    /// Whether one more element would close a cycle.
    static func closesCycle(_ element: Element) -> Bool {
        let same = innermost?.elements.filter { $0.registration === element.registration } ?? []
        return same.count >= mostKeepers || same.contains { $0.keeper == nil || $0.keeper == element.keeper }
    }

    /// Runs `body` as one injection, although it builds several instances.
    nonisolated(nonsending) static func sharing<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if innermost != nil { return try await body() }
        return try await AsynchronousPath(nil, inside: nil).run(body)
    }

    /// Runs `body` with this as the innermost element, which is over afterwards.
    nonisolated(nonsending) func run<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        defer {
            isOver.store(true, ordering: .releasing)
            if graph !== outer?.graph { graph.end() }
        }
        return try await bind(on: #isolation, body).get()
    }

    /// - Parameter actor: The caller's actor. A closure that is isolated to it stays there; any other closure
    ///   would run on no actor.
    private func bind<Result>(
        on actor: isolated (any Actor)?,
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async -> Swift.Result<Result, ImposeError> {
        await Self.$local.withValue(self) { () async -> Swift.Result<Result, ImposeError> in
            _ = actor
            do throws(ImposeError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
    }
}
