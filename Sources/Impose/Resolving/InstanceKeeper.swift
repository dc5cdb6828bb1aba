// Which node keeps an instance, by the lifetime of its registration.

extension Delivery {
    /// The node that keeps the instance, and what tells the instance from others of the registration there.
    @inline(__always)
    static func keeper(
        for build: ValueReference<Build>,
        _ holder: UncountedReference<Node>,
        _ origin: Origin,
        _ arguments: ArgumentsKey?
    ) throws(ImposeError) -> (UncountedReference<Node>, Variants.Distinction?) {
        switch build.pointee.registration.with({ $0.option.keeper }) {
        case .scope:
            let keeper = try scope(for: build, holder, origin)
            let isAtHome = keeper.with { $0.directoryWord } == holder.with { $0.directoryWord }
            return (keeper, Variants.Distinction(arguments: arguments, places: isAtHome ? [] : places(of: holder)))
        case .injection:
            return graph(holder, origin, arguments, build.pointee.frame)
        case .holder, .nobody:
            return (holder, Variants.Distinction(arguments: arguments))
        }
    }

    /// The innermost scope that may keep the instances of a registration: not further out than what holds it. Outside
    /// all scopes the holder itself, unless the scope has to have a name.
    @inline(__always)
    private static func scope(
        for build: ValueReference<Build>,
        _ holder: UncountedReference<Node>,
        _ origin: Origin
    ) throws(ImposeError) -> UncountedReference<Node> {
        let name = build.pointee.registration.with { $0.option.scopeName }
        // What is registered inside a scope of that name is kept inside as well, but there has to be one.
        if let name, holder.with({ $0.kind != .root }), !isAnyScope(named: name, from: origin.context.scope) {
            throw ImposeError(.noScope(build.pointee.registration.object, origin), for: build)
        }
        var next = origin.context.scope
        while let node = next {
            if node.with({ $0.kind == .scope && (name == nil || $0.name == name) }) { return node }
            if node == holder.nearestScope { return node }
            next = node.with { $0.parent }
        }
        if name == nil { return holder }
        throw ImposeError(.noScope(build.pointee.registration.object, origin), for: build)
    }

    private static func isAnyScope(named name: InjectionName, from scope: UncountedReference<Node>?) -> Bool {
        var next = scope
        while let node = next {
            if node.with({ $0.kind == .scope && $0.name == name }) { return true }
            next = node.with { $0.parent }
        }
        return false
    }

    /// Tells apart the instances that a scope keeps of one registration, if the scope is in another directory than the
    /// holder. A scope of a private imposer can run in several directories. Their copies of a registration have one
    /// number, but each copy has another holder.
    @inline(never)
    private static func places(of holder: UncountedReference<Node>) -> [Node] {
        holder.with { $0.directoryKind } == .alone ? [] : [holder.object]
    }

    /// The node of the outermost injection's graph, which ends with that.
    @inline(never)
    private static func graph(
        _ holder: UncountedReference<Node>,
        _ origin: Origin,
        _ arguments: ArgumentsKey?,
        _ frame: UncountedReference<AwaitedFrame>?
    ) -> (UncountedReference<Node>, Variants.Distinction?) {
        let thread = ThreadRecord.current
        func make() -> Node { Node(graphOf: holder.with { $0.directoryKind }) }
        let graph = thread.graph ?? (frame?.object ?? .innermost)?.graph(make) ?? make()
        if !thread.hasGraph { thread.graph = graph }
        let scope = origin.context.scope
        let distinction = Variants.Distinction(
            arguments: arguments,
            places: [holder.object] + (scope.map { [$0.object] } ?? []),
            isForKept: scope != nil && Build.isBuildingForKeeper(of: origin.context, on: thread)
        )
        // The thread's record holds it.
        return (UncountedReference(graph), distinction)
    }
}
