internal import CImposeRuntime

/// The scope and the directory that code runs in. An injection searches the scope first, and then the directory.
///
/// It is bound to a task-local, so tasks inherit it. As long as nothing was ever bound, a word of the process says so,
/// and injections look no further; from then on each looks the binding up, by the runtime's own entry, without
/// counting.
///
/// Invariant of all references: the binding counts them, or whoever asks does, or they are found in a section.
struct Context: Equatable {
    /// The innermost scope.
    var scope: UncountedReference<Node>?
    /// The primary imposer of the directory; nil for the process's.
    var root: UncountedReference<Node>?

    init(scope: UncountedReference<Node>? = nil, root: UncountedReference<Node>? = nil) {
        (self.scope, self.root) = (scope, root)
    }

    /// A directory, and no scope.
    ///
    /// - Parameter root: Its primary imposer.
    init(in root: Node) { self.init(root: UncountedReference(root)) }

    /// Returns the context for code that makes an instance for a node, or disposes of one.
    ///
    /// Call it in a section if the node is in an isolated directory: perhaps nothing else keeps its primary imposer.
    ///
    /// - Parameter node: The node that keeps the instance. Nil if nobody does: then the result is this context, as it
    ///   is for a graph node. For the node of a private imposer, the code stays in the directory of this context.
    @inline(__always)
    func inside(_ node: UncountedReference<Node>?) -> Context {
        guard let node, node != scope, node.with({ $0.kind != .graph }) else { return self }
        return insideOther(node)
    }

    private func insideOther(_ node: UncountedReference<Node>) -> Context {
        var inside = Context(scope: node.nearestScope, root: root)
        switch node.with({ $0.directoryKind }) {
        case .process: inside.root = nil
        case .privateImposer: break
        case .isolated:
            let above = node.with { $0.root }
            // Where the directory has ended, all that is asked of any root is refused.
            if above != root { inside.root = above.with { $0.directory.primary } ?? above }
        }
        return inside
    }

    func inside(_ node: Node) -> Context { inside(UncountedReference(node)) }

    @inline(__always)
    static func == (one: Context, other: Context) -> Bool { one.scope == other.scope && one.root == other.root }

    /// Returns the directory for the section of a request to an imposer, made by code that runs in this context. It is
    /// `ReadSection.anywhere` if the scope is in another directory than the imposer.
    ///
    /// - Parameter asked: The identity of the imposer's directory.
    @inline(__always)
    func sectionDirectoryID(asking asked: UInt) -> UInt {
        guard let scope, scope.with({ $0.directoryID }) != asked else { return asked }
        return ReadSection.anywhere
    }

    /// Whether nothing but scopes with an empty overlay lies between this context and a root.
    @inline(__always)
    func hasNothing(below root: UncountedReference<Node>) -> Bool {
        var next = scope
        while let node = next, node != root {
            guard node.with({ $0.kind == .scope && !$0.mustBeSearched }) else { return false }
            next = node.with { $0.parent }
        }
        return true
    }

    // MARK: The binding

    /// A context, with what keeps its scope and its directory alive.
    struct Binding: @unchecked Sendable {
        let context: Context
        /// What keeps the scope, and the directory: a token, so that they do not end before the code that runs in them;
        /// or the node, if it has ended.
        fileprivate var tokens: (scope: AnyObject?, root: AnyObject?)

        init(_ context: Context) {
            func keeper(of node: UncountedReference<Node>) -> AnyObject {
                node.with { $0.openToken ?? $0 as AnyObject }
            }
            self.context = context
            tokens = (context.scope.map(keeper), context.root.map(keeper))
        }
    }

    @TaskLocal fileprivate static var binding = Binding(Context())

    /// The key of the binding, as soon as anything was bound.
    ///
    /// Relaxed: code that runs in a context was started by a thread that had written the word.
    private static var key: AtomicWordPointer.Word {
        @inline(__always) get { AtomicWordPointer(impose_word_of_contexts())[0] }
    }

    /// Whether nothing was ever bound.
    static var isUnused: Bool {
        @inline(__always) get { key.load(ordering: .relaxed) == 0 }
    }

    /// What the calling code runs in. It stays bound, and so stays, as long as that code runs.
    static var current: Context {
        @inline(__always) get { isUnused ? Context() : bound?.pointee.context ?? Context() }
    }

    /// What binds it; nil if nothing does.
    static var bound: ValueReference<Binding>? {
        @inline(never) get { TaskLocalPlace<Binding>(key: key.load(ordering: .relaxed))?.bound }
    }

    /// Binds a context for the calling code, until `leave` is called on the same thread. No code in between may
    /// suspend.
    static func enter(_ context: Context) { enter(Binding(context)) }

    static func enter(_ binding: Binding) { markUsed().bind(binding) }

    static func leave() { TaskLocalPlace<Binding>.unbind() }

    /// Releases the tokens of the binding, while it is still bound. So a scope or directory that nothing else keeps
    /// ends in its own context. The caller holds the nodes, and calls `leave` next.
    static func releaseTokens() { bound?.pointee.tokens = (nil, nil) }

    /// The place of the binding. From now on injections look there.
    @discardableResult
    fileprivate static func markUsed() -> TaskLocalPlace<Binding> {
        if let place = TaskLocalPlace<Binding>(key: key.load(ordering: .relaxed)) { return place }
        let place = TaskLocalPlace($binding)
        key.store(place.key, ordering: .relaxed)
        return place
    }
}

extension Context {
    /// Runs asynchronous code in the context.
    nonisolated(nonsending) func run<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async rethrows
        -> Result
    {
        try await Binding(self).run(body)
    }
}

extension Context.Binding {
    /// Runs asynchronous code in the context.
    nonisolated(nonsending) func run<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async rethrows
        -> Result
    {
        Context.markUsed()
        return try await Context.$binding.withValue(self, operation: body)
    }
}

extension Context {
    /// Runs asynchronous code in the context. Binds nothing if the calling code is in it already.
    nonisolated(nonsending) func runBindingIfNeeded<Result>(
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        if self == .current { return try await body() }
        do { return try await run { try await body() } } catch { throw .cast(error) }
    }
}

extension Node {
    /// Runs a disposer for something that the node lets go of. It runs in the context of the node. For a scope it runs
    /// in the context around that scope.
    func runDisposer(_ body: () -> Void) {
        let running = Context.current
        let own = withContextOfDisposers(running) { own in
            if own != running { Context.enter(own) }
            return own
        }
        body()
        if own != running { Context.leave() }
    }

    /// The context in which `runDisposer` runs one, for one that a task runs later.
    var bindingOfDisposers: Context.Binding { withContextOfDisposers(.current) { Context.Binding($0) } }

    private func withContextOfDisposers<Result>(_ running: Context, _ body: (Context) -> Result) -> Result {
        ReadSection.within(directoryID) {
            let outside = kind == .scope ? parent : nil
            var own = Context(root: running.root).inside(outside ?? UncountedReference(self))
            // Disposers of a private imposer run in the scope of the code that ends it, unless that scope is inside it.
            if own.scope == nil, directoryKind == .privateImposer {
                let isInside = running.scope?.with { $0.isInside(UncountedReference(self)) } ?? false
                if !isInside { own.scope = running.scope }
            }
            return body(own)
        }
    }
}
