// Which node keeps an instance, by the lifetime of its registration.

extension InjectOption {
    /// The node that keeps the instance, and what tells the instance from others of the registration there.
    @inline(__always)
    static func keepingNode(
        for build: ValueReference<BuildFrame>,
        _ holder: UncountedReference<Node>,
        _ resolver: Resolver,
        _ arguments: ArgumentsKey?
    ) throws(ImposeError) -> (UncountedReference<Node>, Variants.Key?) {
        switch build.pointee.registration.with({ $0.option.keeper }) {
        case .scope:
            let keeper = try scope(for: build, holder, resolver)
            let isAtHome = keeper.with { $0.directoryID } == holder.with { $0.directoryID }
            return (keeper, Variants.Key(arguments: arguments, nodes: isAtHome ? [] : distinguishingNodes(of: holder)))
        case .injection: return graph(holder, resolver, arguments, build.pointee.asyncFrame)
        // `.nobody` does not come here: `make` has called the provider.
        case .holder, .nobody: return (holder, Variants.Key(arguments: arguments))
        }
    }

    /// The innermost scope that may keep the instances of a registration: not further out than what holds it. Outside
    /// all scopes the holder itself, unless the scope has to have a name.
    @inline(__always)
    private static func scope(
        for build: ValueReference<BuildFrame>,
        _ holder: UncountedReference<Node>,
        _ resolver: Resolver
    ) throws(ImposeError) -> UncountedReference<Node> {
        let name = build.pointee.registration.with { $0.option.scopeName }
        // For a registration of a scope, the loop below accepts that scope at the latest. Without this check it would
        // do so even where no scope of the name encloses the injection.
        if name != nil, holder.with({ $0.kind != .root }),
            !(resolver.context.scope?.outwards.contains(where: { $0.isScope(named: name) }) ?? false)
        {
            throw ImposeError(.noScope(build.pointee.registration.object, resolver), for: build)
        }
        var next = resolver.context.scope
        while let node = next {
            if node.isScope(named: name) || node == holder.nearestScope { return node }
            next = node.with { $0.parent }
        }
        if name == nil { return holder }
        throw ImposeError(.noScope(build.pointee.registration.object, resolver), for: build)
    }

    /// Tells apart the instances that a scope keeps of one registration, if the scope is in another directory than the
    /// holder. A scope of a private imposer can run in several directories. Their copies of a registration have one
    /// number, but each copy has another holder.
    @inline(never)
    private static func distinguishingNodes(of holder: UncountedReference<Node>) -> [Node] {
        holder.with { $0.directoryKind } == .privateImposer ? [] : [holder.object]
    }

    /// The node of the outermost injection's graph, which ends with that.
    @inline(never)
    private static func graph(
        _ holder: UncountedReference<Node>,
        _ resolver: Resolver,
        _ arguments: ArgumentsKey?,
        _ frame: UncountedReference<AsyncFrame>?
    ) -> (UncountedReference<Node>, Variants.Key?) {
        let thread = ThreadRecord.current
        func make() -> Node { Node(graphOf: holder.with { $0.directoryKind }) }
        let graph = thread.graph ?? (frame?.object ?? .innermost)?.graphNode(orMake: make) ?? make()
        if !thread.hasGraph { thread.graph = graph }
        let scope = resolver.context.scope
        let variantKey = Variants.Key(
            arguments: arguments,
            nodes: [holder.object] + (scope.map { [$0.object] } ?? []),
            isForKept: scope != nil && BuildFrame.formsRetainCycle(with: resolver.context, on: thread)
        )
        // The thread's record holds it.
        return (UncountedReference(graph), variantKey)
    }
}

extension UncountedReference<Node> {
    /// Whether it is a scope of a name; of any name for nil.
    @inline(__always)
    fileprivate func isScope(named name: InjectionName?) -> Bool {
        self.with { $0.kind == .scope && (name == nil || $0.name == name) }
    }
}
