/// What inspecting may know of an imposer: a root, a child or a scope. A value, which keeps no imposer open.
package struct NodeFacts: Sendable {
    package enum Kind {
        /// An imposer of a directory, or a private one without a parent.
        case root
        /// A private imposer with a parent.
        case child
        case scope
    }

    /// A way in which an imposer ended.
    package enum End: Equatable {
        /// By a call at the place.
        case call(Location)
        /// The block that the scope was opened for returned.
        case block(Location)
        /// The isolated directory ended with its body.
        case isolatedBody(Location)
        /// A shutdown at the place; if it is no scope, it can be used again after a reset.
        case shutdown(Location)
        /// Nothing held it any more.
        case lastReference
    }

    let node: Node

    init(_ node: Node) { self.node = node }

    package var kind: Kind {
        switch node.kind {
        case .root: .root
        case .child: .child
        case .scope, .graph: .scope
        }
    }

    /// The name of a scope.
    package var name: InjectionName? { node.kind == .scope ? node.name : nil }

    /// The label of a private imposer.
    package var label: String? { node.kind == .scope ? nil : node.name?.description }

    /// Which root of its directory it is; nil for any other imposer.
    package var type: ImposerType? { node.type }

    /// The line that opened a scope or made a private imposer.
    package var location: Location? { node.openingLocation }

    /// Whether it is in the directory of the process.
    package var isOfProcess: Bool { node.directoryKind == .process }

    package var parent: NodeFacts? { node.parent.map { NodeFacts($0.object) } }

    package var isEnded: Bool { node.isEnded }

    /// Whether it has ended, or was shut down and not reset since.
    package var isClosed: Bool { node.isClosed }

    /// The numbers of registrations of which it keeps instances for arguments, once for each instance.
    package var keptForArguments: [Int] {
        var dropped: [Any] = []
        defer { withExtendedLifetime(dropped) {} }
        return node.state.withLock { $0.variants.registrations(in: $0.cells, &dropped) }
    }

    /// Tells it from all others that are alive.
    package var id: ObjectIdentifier { ObjectIdentifier(node) }

    /// The imposer, and where it was opened if it is a scope.
    package var withPlace: String { node.withPlace }

    /// Whether the body of `withScope` runs that the scope was opened for.
    package var hasBody: Bool { node.hasRunningBody.isSet && !isEnded }

    /// The way in which it ended; nil if it has not.
    package var end: End? { node.isClosed ? wayOfEnd : nil }

    /// The way in which it has ended, or is about to end: an awaited end first waits for what it has cancelled.
    /// `lastReference` for a root that was only reset. Ask this of no other node.
    var wayOfEnd: End {
        let (isShutDown, place) = node.state.withLock {
            ($0.isShutDown || $0.shutdown != nil, $0.endOrShutdownLocation)
        }
        guard let place else { return .lastReference }
        if isShutDown { return .shutdown(place) }
        let root = node.root.object
        if root.directoryKind == .isolated, root.state.withLock({ $0.endLocation == place }) {
            return .isolatedBody(place)
        }
        return node.kind == .scope && place == node.openingLocation ? .block(place) : .call(place)
    }

    /// The user's token, as long as there is one: the imposer that calls are made of.
    package var imposer: Imposer? {
        if node.kind == .root, let type = node.type { return node.directory.imposer(type) }
        return node.openToken
    }
}

/// The imposer and the scope that the search for a request starts from.
package struct OriginFacts: Hashable {
    package let imposer: NodeFacts
    /// The imposer's own scope, or else the one that is running.
    package let scope: NodeFacts?

    package init(imposer: NodeFacts, scope: NodeFacts?) { (self.imposer, self.scope) = (imposer, scope) }

    init(_ resolver: Resolver) {
        self.init(imposer: NodeFacts(resolver.asked.object), scope: resolver.context.scope.map { NodeFacts($0.object) })
    }
}

extension NodeFacts: Hashable, CustomStringConvertible {
    package static func == (one: NodeFacts, other: NodeFacts) -> Bool { one.node === other.node }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(node)) }

    package var description: String { node.description }
}
