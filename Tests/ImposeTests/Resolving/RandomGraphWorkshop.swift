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

    func begin(_ node: Int) throws -> String? {
        let label = try tryInject(of: ScopeLabel?.self)?.text
        calls.withLock { $0[Call(node: node, label: label), default: 0] += 1 }
        return label
    }

    func made<T: Tag>(_ type: T.Type, _ label: String?, _ needs: [any AnyProduct]) -> Product<T> {
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

    // MARK: Asking

    func synchronously(_ node: Int) throws(ImposeError) -> any AnyProduct {
        func injected<T: Tag>(_ tag: T.Type) throws(ImposeError) -> any AnyProduct {
            try tryInject(of: Product<T>.self)
        }
        return try injected(tags[node])
    }

    func tried(_ node: Int) throws(ImposeError) -> (any AnyProduct)? {
        do {
            return try synchronously(node)
        } catch {
            if error.kind == .asynchronous || error.kind == .isolation { return nil }
            throw error
        }
    }

    // MARK: Registering

    /// Imposes the nodes whose providers are synchronous.
    func impose() {
        for node in graph.nodes.indices where !graph.nodes[node].isAsynchronous { impose(tags[node]) }
    }

    /// The tags of the parameters that the provider of a node has: two at most.
    func parameters(of node: Int) -> [any Tag.Type] {
        graph.nodes[node].needs.filter { $0.way == .parameter }.map { tags[$0.node] }
    }

    func option(of node: Int) -> InjectOption {
        switch graph.nodes[node].lifetime {
        case .single: .singleInstance
        case .closureBased: .closureBased
        case .graph: .graphInstance
        case .scoped: .scopedInstance
        case .weak: .weakInstance
        }
    }

    private func impose<T: Tag>(_ tag: T.Type) {
        let parameters = parameters(of: T.number)
        switch parameters.count {
        case 0: imposePlain(tag)
        case 1: impose(tag, parameters[0])
        default: impose(tag, parameters[0], parameters[1])
        }
    }

    private func imposePlain<T: Tag>(_ tag: T.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere: Imposer.impose(for: type, option: option) { () throws in try self.make(tag, []) }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor () throws in try self.make(tag, []) }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor () throws in try self.make(tag, []) }
        }
    }

    private func impose<T: Tag, A: Tag>(_ tag: T.Type, _: A.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere: Imposer.impose(for: type, option: option) { (a: Product<A>) in try self.make(tag, [a]) }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>) in
                MainActor.assertIsolated()
                return try self.make(tag, [a])
            }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>) in
                OwnActor.shared.assertIsolated()
                return try self.make(tag, [a])
            }
        }
    }

    private func impose<T: Tag, A: Tag, B: Tag>(_ tag: T.Type, _: A.Type, _: B.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere:
            Imposer.impose(for: type, option: option) { (a: Product<A>, b: Product<B>) in try self.make(tag, [a, b]) }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>, b: Product<B>) in
                try self.make(tag, [a, b])
            }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>, b: Product<B>) in
                try self.make(tag, [a, b])
            }
        }
    }
}
