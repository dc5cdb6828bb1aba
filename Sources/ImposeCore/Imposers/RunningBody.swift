/// A body of `withScope` that the calling code is part of, and the bodies round it.
///
/// It is known by the scope's node, and stays known where the code enters another context: of a provider, a disposer or
/// a scope that is opened elsewhere.
struct RunningBody: Sendable {
    private let node: ImposerNode
    private let outer: Boxed<RunningBody>?

    /// Bound as long as an asynchronous body runs, the end of its scope included. No synchronous one waits for a
    /// shutdown, so these are only bound while there is one, and where their context is left.
    @TaskLocal private static var bound: RunningBody?

    private init(_ node: ImposerNode, in outer: RunningBody?) {
        self.node = node
        self.outer = outer.map { Boxed($0) }
    }

    /// The body that the calling code is part of; nil if there is none.
    static var innermost: RunningBody? {
        let bound = bound
        guard let scope = Context.current?.scope else { return bound }
        let others = scope.lineage.map(\.node).filter { node in
            node.body.isUnderWay && bound?.nodes.contains { $0 === node } != true
        }
        return others.reversed().reduce(bound) { RunningBody($1, in: $0) }
    }

    /// Whether the calling code is part of a body that runs.
    static var isCurrent: Bool { innermost?.nodes.contains { $0.body.isUnderWay } ?? false }

    /// The numbers of the scopes whose bodies the calling code is part of, and of the imposers round the current scope.
    static var numbers: [SerialNumber] {
        (bound?.nodes.map(\.number) ?? []) + (Context.current?.scope?.numbersUpward ?? [])
    }

    /// The nodes of all these bodies, the innermost first. Some of the bodies may have ended.
    private var nodes: some Sequence<ImposerNode> {
        sequence(first: self) { $0.outer?.content }.lazy.map(\.node)
    }

    /// Runs code that may leave the current context as a part of the bodies that it is called in.
    static func staying<Result>(_ body: () -> Result) -> Result {
        $bound.withValue(innermost) { body() }
    }

    /// Runs the end of a scope as a part of the scope's body.
    static func ending<Result>(_ node: ImposerNode, _ body: () -> Result) -> Result {
        $bound.withValue(RunningBody(node, in: bound)) { body() }
    }

    /// Runs a task's code as a part of the bodies that the task was started in.
    static func goingOn(_ outer: RunningBody?, _ body: () async -> Void) async {
        await $bound.withValue(outer) { await body() }
    }

    /// Runs the asynchronous body of a scope.
    ///
    /// - Parameter actor: The caller's actor. A closure that is isolated to it stays there; any other closure would run
    ///   on no actor.
    static func run<Result>(
        _ node: ImposerNode,
        on actor: isolated (any Actor)?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $bound.withValue(RunningBody(node, in: bound)) {
            _ = actor
            return try await body()
        }
    }
}

/// The objects that wait for the calling code: a disposal for a disposer that runs in it, for example. The code must
/// not wait for them in return: that would take for ever.
enum Awaited {
    @TaskLocal static var all: [any AnyObject & Sendable] = []

    static func contains(_ object: AnyObject) -> Bool { all.contains { $0 === object } }

    /// Whether any object waits for the calling code.
    static var isAnything: Bool { !all.isEmpty }

    /// Runs `body` for an object that waits for it.
    static func including<Result>(_ object: any AnyObject & Sendable, _ body: () async -> Result) async -> Result {
        await $all.withValue(all + [object]) { await body() }
    }
}
