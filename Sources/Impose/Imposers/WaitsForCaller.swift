/// The things that wait for the calling code: bodies of `withScope` that it is part of, which are known by the nodes of
/// their scopes, and the disposals and shutdowns that await it. The code must not wait for them in return: that would
/// take for ever.
///
/// A body is known by the scope that the code runs in. It stays known where the code enters another context: of a
/// provider, a disposer or a scope that is opened elsewhere. There it is bound, if it is asynchronous. No synchronous one
/// waits for a shutdown, so these are only bound while there is one.
enum WaitsForCaller {
    @TaskLocal private static var bound: [any AnyObject & Sendable] = []

    /// Whether an asynchronous body has ever run in the process. Where none has, nobody looks for one.
    private static let hasAsynchronousBodies = AtomicField(false)

    /// All of them; some of the bodies may have ended.
    private static var all: [any AnyObject & Sendable] { bound(and: { $0.body.isUnderWay }) }

    /// What is bound, and the bodies of the current context of some kind.
    private static func bound(and isCounted: (ImposerNode) -> Bool) -> [any AnyObject & Sendable] {
        guard let scope = Context.current?.scope else { return bound }
        return bound + scope.lineage.filter { isCounted($0) && !contains($0) }
    }

    /// Whether a body that runs waits for the calling code, or a disposal or a shutdown.
    static var isAnything: Bool { all.contains { ($0 as? ImposerNode)?.body.isUnderWay ?? true } }

    /// Whether a disposal, a shutdown or a body is bound: it waits for the calling code.
    static func contains(_ object: AnyObject) -> Bool { bound.contains { $0 === object } }

    /// The nodes of the bodies.
    static var bodies: [ImposerNode] { all.compactMap { $0 as? ImposerNode } }

    /// The numbers of the scopes whose bodies the calling code is part of, and of the imposers round the current scope.
    static var numbers: [SerialNumber] {
        bound.compactMap { ($0 as? ImposerNode)?.number } + (Context.current?.scope?.numbersUpward ?? [])
    }

    /// The disposals.
    static var disposals: [Disposal] { bound.compactMap { $0 as? Disposal } }

    private static let property = UncountedReference($bound)

    /// Notes that the body of a scope is asynchronous.
    static func noteAsynchronousBody(of scope: ImposerNode) {
        scope.body.noteAsynchronous()
        // Not written again: all threads would wait for the memory.
        if !hasAsynchronousBodies.load(ordering: .relaxed) { hasAsynchronousBodies.store(true, ordering: .relaxed) }
    }

    /// Whether the code leaves asynchronous bodies of the current context, which are not bound, where it enters another.
    static func areLeft(for context: Context?) -> Bool {
        guard hasAsynchronousBodies.load(ordering: .relaxed), let scope = Context.current?.scope else { return false }
        if context?.scope?.isSelfOrDescendant(of: scope) ?? false { return false }
        return scope.lineage.contains { $0.body.isAsynchronousAndUnderWay && !contains($0) }
    }

    /// Lets code that enters a context stay a part of the bodies that it is called in.
    static func stay(_ bindings: inout TaskLocalBindings, entering context: Context?) {
        if Shutdown.exist {
            bindings.bind(property, to: all)
        } else if areLeft(for: context) {
            bindings.bind(property, to: bound(and: { $0.body.isAsynchronousAndUnderWay }))
        }
    }

    /// Runs asynchronous code that leaves the current context as a part of the asynchronous bodies that it is called in.
    static func staying<Result>(
        on actor: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $bound.withValue(bound(and: { $0.body.isAsynchronousAndUnderWay })) {
            _ = actor
            return try await body()
        }
    }

    /// Runs a task's code as a part of the bodies that the task was started in.
    static func goingOn(_ bodies: [ImposerNode], _ body: () async -> Void) async {
        await $bound.withValue(bodies) { await body() }
    }

    /// Runs code that something waits for.
    static func including<Result>(_ object: any AnyObject & Sendable, _ body: () -> Result) -> Result {
        $bound.withValue(bound + [object]) { body() }
    }

    /// Runs asynchronous code that something waits for.
    ///
    /// - Parameter actor: The caller's actor. A closure that is isolated to it stays there; any other closure would run
    ///   on no actor.
    static func including<Result>(
        _ object: any AnyObject & Sendable,
        on actor: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $bound.withValue(bound + [object]) {
            _ = actor
            return try await body()
        }
    }
}
