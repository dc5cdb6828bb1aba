private import Synchronization

/// What is being built by awaiting, as all code knows it that runs for that: an element of a list, innermost first, that
/// tasks hand down to their children and to what they call.
///
/// What a thread builds without awaiting anything is on its `ResolutionPath`, which continues this one.
final class AsynchronousPath: Sendable {
    /// One instance that is being built.
    struct Element: Sendable {
        /// The type that was asked for.
        let type: any Any.Type
        /// Where it was asked for.
        let location: Location
        let registration: RegistrationRecord
        /// What is going to keep the instance; nil for a lifetime that keeps nothing.
        let keeper: ObjectIdentifier?
        /// The latch that others wait on. Nil if nobody does yet: what is called without awaiting is only begun when all
        /// that it needs is there.
        ///
        /// Not held: who builds it does that. A task that the provider has started, and that goes on for long, has this on
        /// its path, and must not keep alive what came of the construction.
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

        /// The element as one of a thread's path, which does not hold what it refers to. Its latch is left out: threads
        /// look for those that they wait for themselves.
        fileprivate var frame: PathFrame {
            PathFrame(type: type, location: location, registration: registration)
        }
    }

    /// Nil for an injection of several instances, one after the other.
    let element: Element?
    private let outer: AsynchronousPath?
    /// What everything shares that is built for the outermost injection.
    let graph: InjectionGraph
    /// What has been built counts for nothing, although tasks that were started meanwhile still know of it.
    private let isOver = Atomic(false)

    @TaskLocal private static var local: AsynchronousPath?
    /// How many elements there are, so that nobody looks for one where there are none.
    private static let count = Atomic(0)

    /// - Parameter graph: What is shared; nil to share what `outer` does, or to begin anew where there is none.
    private init(_ element: Element?, outer: AsynchronousPath?, graph: InjectionGraph?) {
        self.element = element
        self.outer = outer
        self.graph = graph ?? outer?.graph ?? InjectionGraph()
        Self.count.add(1, ordering: .relaxed)
    }

    deinit {
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// What the calling code runs for, innermost; nil if that is nothing.
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

    /// Whether the calling code runs for something that an imposer or a scope is going to hold.
    static var isBuildingHeldInstance: Bool {
        innermost?.elements.contains { $0.keeper != nil && $0.registration.option.holdsInstances } ?? false
    }

    /// Whether this, or what it is part of, is the building of an instance.
    func isBuilding(_ construction: Construction) -> Bool {
        elements.contains { $0.construction === construction }
    }

    /// The constructions that this is part of, innermost first.
    var constructions: [Construction] { elements.compactMap(\.construction) }

    /// How many keepers' instances of one registration may be built, each for the one before: as on a thread.
    private static let mostKeepers = 16

    /// Whether one more element would close a circle.
    static func closesCircle(_ element: Element) -> Bool {
        let same = innermost?.elements.filter { $0.registration === element.registration } ?? []
        return same.count >= mostKeepers || same.contains { $0.keeper == nil || $0.keeper == element.keeper }
    }

    /// Runs `body` as one injection, although it builds several instances.
    nonisolated(nonsending) static func sharing<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if innermost != nil { return try await body() }
        return try await AsynchronousPath(nil, outer: nil, graph: nil).run(body)
    }

    /// The calling code's path with one element more, which is yet to be run.
    static func inside(_ element: Element) -> AsynchronousPath {
        AsynchronousPath(element, outer: innermost, graph: nil)
    }

    /// What a construction runs in that has a task of its own: the path down to it, and a graph of its own.
    static func begun(_ element: Element, for outer: AsynchronousPath?, in graph: InjectionGraph?) -> AsynchronousPath {
        AsynchronousPath(element, outer: outer, graph: graph ?? InjectionGraph())
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

    /// - Parameter actor: The caller's. A closure that is isolated to it stays there; any other one would run nowhere.
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
