import Impose
import TestSupport

/// An instance of a random graph, of any type.
protocol AnyProduct: AnyObject, Sendable {
    var node: Int { get }
    /// The scope that its provider ran in.
    var label: String? { get }
    var needs: [any AnyProduct] { get }
}

final class Product<T: Tag>: AnyProduct {
    let label: String?
    let needs: [any AnyProduct]
    var node: Int { T.number }

    init(label: String?, needs: [any AnyProduct]) {
        self.label = label
        self.needs = needs
    }
}

/// A label by which instances made in a scope know the scope.
struct ScopeLabel: Sendable {
    let text: String
}

@globalActor
actor OwnActor {
    static let shared = OwnActor()
}

/// The maker of the instances of a random graph, which records them.
final class RandomGraphWorkshop: Sendable {
    /// A call of a provider.
    struct Call: Hashable {
        let node: Int
        let label: String?
    }

    private struct WeakPart {
        weak var part: (any AnyProduct)?
    }

    let graph: RandomGraph
    private let calls = Shared<[Call: Int]>([:])
    private let parts = Shared<[WeakPart]>([])

    init(_ graph: RandomGraph) {
        self.graph = graph
    }

    var allCalls: [Call: Int] { calls.withLock { $0 } }

    /// The instances that are alive.
    var living: [any AnyProduct] { parts.withLock { $0 }.compactMap(\.part) }

    // MARK: Making

    private func begin(_ node: Int) throws -> String? {
        let label = try tryInject(of: ScopeLabel?.self)?.text
        calls.withLock { $0[Call(node: node, label: label), default: 0] += 1 }
        return label
    }

    private func made<T: Tag>(_ type: T.Type, _ label: String?, _ needs: [any AnyProduct]) -> Product<T> {
        let part = Product<T>(label: label, needs: needs)
        parts.withLock { $0.append(WeakPart(part: part)) }
        return part
    }

    /// The body of a synchronous provider.
    func make<T: Tag>(_ type: T.Type, _ parameters: [any AnyProduct]) throws -> Product<T> {
        let label = try begin(T.number)
        var needs = parameters
        for need in graph.nodes[T.number].needs where need.way == .tried {
            if let part = try tried(need.node) { needs.append(part) }
        }
        return made(type, label, needs)
    }

    /// The body of an asynchronous provider.
    nonisolated(nonsending) func make<T: Tag>(
        awaiting type: T.Type,
        _ parameters: [any AnyProduct]
    ) async throws -> Product<T> {
        let label = try begin(T.number)
        if label == nil { await Task.yield() }
        var needs = parameters
        let all = graph.nodes[T.number].needs
        let children = all.filter { $0.way == .childTask }.map(\.node)
        let grouped = all.filter { $0.way == .group }.map(\.node)
        for need in all {
            switch need.way {
            case .awaited: needs.append(try await awaited(need.node))
            case .tried: if let part = try tried(need.node) { needs.append(part) }
            case .parameter, .childTask, .group: continue
            }
        }
        if children.count == 1 {
            async let child = awaited(children[0])
            await Task.yield()
            needs.append(try await child)
        } else if children.count > 1 {
            async let child = awaited(children[0])
            async let other = awaited(children[1])
            needs += try await [child, other]
        }
        if !grouped.isEmpty {
            needs += try await withThrowingTaskGroup(of: (any AnyProduct).self) { group in
                for node in grouped { group.addTask { try await self.awaited(node) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        return made(type, label, needs)
    }

    // MARK: Asking

    nonisolated(nonsending) func awaited(_ node: Int) async throws(ImposeError) -> any AnyProduct {
        nonisolated(nonsending) func awaited<T: Tag>(_ tag: T.Type) async throws(ImposeError) -> any AnyProduct {
            try await injectAsync(of: Product<T>.self)
        }
        return try await awaited(tags[node])
    }

    func synchronously(_ node: Int) throws(ImposeError) -> any AnyProduct {
        func injected<T: Tag>(_ tag: T.Type) throws(ImposeError) -> any AnyProduct {
            try tryInject(of: Product<T>.self)
        }
        return try injected(tags[node])
    }

    private func tried(_ node: Int) throws(ImposeError) -> (any AnyProduct)? {
        do {
            return try synchronously(node)
        } catch {
            if error.kind == .asynchronous || error.kind == .isolation { return nil }
            throw error
        }
    }

    // MARK: Registering

    func impose() {
        for node in graph.nodes.indices { impose(tags[node]) }
    }

    private func impose<T: Tag>(_ tag: T.Type) {
        let parameters = graph.nodes[T.number].needs.filter { $0.way == .parameter }.map { tags[$0.node] }
        switch parameters.count {
        case 0: imposePlain(tag)
        case 1: impose(tag, parameters[0])
        default: impose(tag, parameters[0], parameters[1])
        }
    }

    private func option(of node: Int) -> InjectOption {
        switch graph.nodes[node].lifetime {
        case .single: .singleInstance
        case .closureBased: .closureBased
        case .graph: .graphInstance
        case .scoped: .scopedInstance
        case .weak: .weakInstance
        }
    }

    private func imposePlain<T: Tag>(_ tag: T.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch (graph.nodes[T.number].home, graph.nodes[T.number].isAsynchronous) {
        case (.nowhere, false): Imposer.impose(for: type, option: option) { () throws in try self.make(tag, []) }
        case (.mainActor, false):
            Imposer.impose(for: type, option: option) { @MainActor () throws in try self.make(tag, []) }
        case (.ownActor, false):
            Imposer.impose(for: type, option: option) { @OwnActor () throws in try self.make(tag, []) }
        case (.nowhere, true):
            Imposer.impose(for: type, option: option) { () async throws in try await self.make(awaiting: tag, []) }
        case (.mainActor, true):
            Imposer.impose(for: type, option: option) { @MainActor () async throws in
                MainActor.assertIsolated()
                return try await self.make(awaiting: tag, [])
            }
        case (.ownActor, true):
            Imposer.impose(for: type, option: option) { @OwnActor () async throws in
                OwnActor.shared.assertIsolated()
                return try await self.make(awaiting: tag, [])
            }
        }
    }

    private func impose<T: Tag, A: Tag>(_ tag: T.Type, _: A.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch (graph.nodes[T.number].home, graph.nodes[T.number].isAsynchronous) {
        case (.nowhere, false): Imposer.impose(for: type, option: option) { (a: Product<A>) in try self.make(tag, [a]) }
        case (.mainActor, false):
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>) in
                MainActor.assertIsolated()
                return try self.make(tag, [a])
            }
        case (.ownActor, false):
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>) in
                OwnActor.shared.assertIsolated()
                return try self.make(tag, [a])
            }
        case (.nowhere, true):
            Imposer.impose(for: type, option: option) { (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        case (.mainActor, true):
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        case (.ownActor, true):
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        }
    }

    private func impose<T: Tag, A: Tag, B: Tag>(_ tag: T.Type, _: A.Type, _: B.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch (graph.nodes[T.number].home, graph.nodes[T.number].isAsynchronous) {
        case (.nowhere, false):
            Imposer.impose(for: type, option: option) { (a: Product<A>, b: Product<B>) in try self.make(tag, [a, b]) }
        case (.mainActor, false):
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>, b: Product<B>) in
                try self.make(tag, [a, b])
            }
        case (.ownActor, false):
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>, b: Product<B>) in
                try self.make(tag, [a, b])
            }
        case (.nowhere, true):
            Imposer.impose(for: type, option: option) { (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        case (.mainActor, true):
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        case (.ownActor, true):
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        }
    }
}
