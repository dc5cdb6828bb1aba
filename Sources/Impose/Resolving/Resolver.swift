/// What answers requests: where a search begins, how it goes on, and what becomes of what is found.
///
/// Invariant of all references: whoever asks holds the nodes, or runs in them, or is in the section they were found in.
struct Resolver {
    /// The context of the request. Its scope is asked first, and providers that are called for the request run in it.
    let context: Context
    /// The imposer that is asked after the nodes from the scope outwards.
    let asked: UncountedReference<Node>
    /// Whether the calling code runs in that context.
    let isInCurrentContext: Bool

    @inline(__always)
    private init(_ context: Context, _ asked: UncountedReference<Node>, isInCurrentContext: Bool) {
        (self.context, self.asked, self.isInCurrentContext) = (context, asked, isInCurrentContext)
    }

    /// A request by code that asks nobody in particular.
    @inline(__always)
    init(current context: Context) {
        self.init(context, context.root ?? Directory.uncountedProcessPrimary, isInCurrentContext: true)
    }

    /// A request to an imposer, in a section. If the imposer is a scope, or lies in one, the search begins there.
    /// Otherwise it begins at the running scope, and the imposer is asked after that.
    ///
    /// - Parameter current: What the calling code runs in.
    init(to node: Node, current: Context) { self.init(to: node, in: current, current: current) }

    /// A request to an imposer by something that was created in a context, and that asks as if it ran there.
    init(to node: Node, in context: Context) { self.init(to: node, in: context, current: .current) }

    @inline(__always)
    private init(to node: Node, in context: Context, current: Context) {
        let asked = UncountedReference(node)
        let isInScope = asked.nearestScope != nil
        let own = isInScope ? context.inside(asked) : context
        // A scope is searched as part of the context. What is asked after that is its root.
        self.init(own, node.kind == .scope ? node.root : asked, isInCurrentContext: own == current)
    }

    /// A request to an imposer by a provider's parameter that injects later, or by inspecting. It begins at the scope
    /// of the context, also if the imposer is in another scope. `init(to:in:)` would begin at the imposer's own scope.
    init(to node: Node, fromScopeOf context: Context) {
        self.init(context, UncountedReference(node), isInCurrentContext: context == .current)
    }

    /// What keeps the nodes where no section does: over an await.
    var held: (Node, Node?, Node?) { (asked.object, context.scope?.object, context.root?.object) }

    /// Returns the resolver for the parameters of a provider that runs in a context.
    ///
    /// - Parameter holder: What holds the provider's registration.
    @inline(__always)
    func parameterResolver(_ context: Context, heldBy holder: UncountedReference<Node>) -> Resolver {
        Resolver(context, holder, isInCurrentContext: true)
    }

    func parameterResolver(_ context: Context, heldBy holder: Node) -> Resolver {
        parameterResolver(context, heldBy: UncountedReference(holder))
    }

    /// Where the search from the scope outwards ends: at the nearest node that is above both the scope and the imposer
    /// that is asked, or is that imposer; nil if there is none.
    @inline(__always)
    func end(ofSearchFrom scope: UncountedReference<Node>) -> UncountedReference<Node>? {
        asked.with { $0.kind == .root } ? asked : nearestCommonAncestor(scope)
    }

    @inline(never)
    private func nearestCommonAncestor(_ scope: UncountedReference<Node>) -> UncountedReference<Node>? {
        if scope.with({ $0.isInside(asked) }) { return asked }
        return scope.outwards.first { node in asked.with { $0.isInside(node) } }
    }

    /// The imposer that is asked, if it has ended: then the request fails, also if the running scope would answer it. A
    /// scope that has ended is another matter: it refuses only what it would have answered, see `Node.decide`.
    var endedImposer: Node? {
        let mayEnd = asked.with { $0.kind == .child || $0.kind == .root && $0.directoryKind != .process }
        return mayEnd && asked.with { $0.isEnded } ? asked.object : nil
    }

    /// All that is searched, in order.
    ///
    /// 1. The nodes from the scope outwards, up to the first one that the asked imposer is, or lies in: that one comes
    ///    later. If there is no such node, all of them; but some roots are left out, see `isSkippedFromScopes`.
    /// 2. The nodes from the imposer that is asked outwards.
    /// 3. The roots of the directory, one after the other.
    var searchOrder: [Node] {
        if let endedImposer { return [endedImposer] }
        let root = asked.with { $0.root }
        var order: [Node] = []
        func append(from first: UncountedReference<Node>, to end: UncountedReference<Node>?) {
            for node in first.outwards {
                if node == end { return }
                if !node.with({ $0.isSkippedFromScopes }) { order.append(node.object) }
            }
        }
        if let scope = context.scope { append(from: scope, to: end(ofSearchFrom: scope)) }
        append(from: asked, to: root)
        return order + root.object.withOtherRoots
    }
}
