import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("The graph of dependencies")
struct GraphTests {
    private protocol Carrier: Sendable {}
    private protocol FastCarrier: Carrier {}
    private struct Van: Carrier {}
    private struct Bicycle: Carrier {}
    private struct Express: FastCarrier {}
    private struct Depot {
        init(_ carrier: any Carrier) {}
    }
    private final class Left: Sendable {
        init(_ right: Right) {}
    }
    private final class Right: Sendable {
        init(_ left: Left) {}
    }

    private let imposer = Imposer(label: "tested")

    @Test("a node tells type, name, imposer, option and place, in the order of registration")
    func nodes() {
        imposer.impose(for: Van.self, named: "blue", option: .closureBased, fileID: "Shop/Setup.swift", line: 3, Van())
        imposer.impose(for: Bicycle.self, Bicycle())
        let nodes = imposer.graph().nodes
        #expect(nodes.map(\.id) == ["n0", "n1"])
        #expect(
            nodes[0].registration.description
                == "Van named \"blue\" (closureBased, in private imposer \"tested\", at Shop/Setup.swift:3)"
        )
        #expect(nodes[0].registration.option == .closureBased)
    }

    @Test("edges are exact, at a distance, missing, ambiguous, absent, or arguments")
    func edges() {
        imposer.impose(for: Depot.self, Depot.init)
        #expect(imposer.graph().edges.map(\.target) == [.missing])
        imposer.impose(for: FastCarrier.self, Express())
        #expect(imposer.graph().edges.map(\.target) == [.node(id: "n1", distance: 1)])
        imposer.impose(for: Van.self, Van())
        #expect(imposer.graph().edges.map(\.target) == [.ambiguous(ids: ["n1", "n2"])])
        imposer.impose(for: Carrier.self, Van())
        #expect(imposer.graph().edges.map(\.target) == [.node(id: "n3", distance: 0)])
        imposer.removeAll()
        imposer.impose(for: Int.self) { (_: Bicycle?) in 1 }
        #expect(imposer.graph().edges.map(\.target) == [.absent])
        imposer.removeAll()
        imposer.impose(for: Depot.self, Depot.init).expectingArguments((any Carrier).self)
        #expect(imposer.graph().edges.map(\.target) == [.argument])
    }

    @Test("an edge says whether it is lazy, observed, and part of a cycle")
    func kinds() throws {
        imposer.impose(for: Left.self, Left.init)
        imposer.impose(for: Right.self, Right.init)
        let graph = imposer.graph()
        #expect(graph.cycles == [["n0", "n1"]])
        #expect(graph.edges.map(\.isOnCycle) == [true, true])
        #expect(graph.nodes.map(\.isOnCycle) == [true, true])
        imposer.impose(for: Right.self) { (_: Injected<Left>) in Right(inject()) }
        #expect(imposer.graph().cycles.isEmpty)
        #expect(imposer.graph().edges.map(\.isLazy) == [false, true])
        try Imposer.isolated(empty: true) {
            Imposer.impose(for: Van.self, named: "blue", Van())
            Imposer.impose(for: Depot.self) { Depot(inject(of: Van.self, named: "blue")) }
            _ = try tryInject(of: Depot.self)
            let edge = try #require(Imposer.graph(wrappers: false).edges.first)
            #expect(edge.origin == .observed)
            #expect(edge.name == "blue")
            #expect(edge.target == .node(id: "n0", distance: 0))
        }
    }

    @Test("an alias leads to what it is an alias of")
    func alias() {
        imposer.impose(for: Van.self, named: "blue", Van()).alias(Carrier.self) { $0 }
        let edges = imposer.graph().edges
        #expect(edges.map(\.source) == ["n1"])
        #expect(edges.map(\.target) == [.node(id: "n0", distance: 0)])
        #expect(edges.map(\.name) == ["blue"])
    }

    @Test("what a dependency in another imposer needs is in it too")
    func otherImposers() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .secondary).impose(for: Depot.self, Depot.init)
            Imposer.imposer(for: .custom("eu")).impose(for: Carrier.self, Van())
            Imposer.impose(for: Int.self) { (_: Depot) in 1 }
            #expect(
                Imposer.graph(wrappers: false).edges.map(\.target) == [
                    .node(id: "n1", distance: 0), .node(id: "n2", distance: 0),
                ]
            )
            #expect(Imposer.shared.graph().nodes.map(\.registration.imposer) == ["primary", "secondary", "custom(eu)"])
            #expect(Imposer.shared.graph().edges.count == 2)
        }
    }

    @Test("looking makes no imposer and no instance")
    func looking() {
        Imposer.isolated(empty: true) {
            let calls = CallCounter()
            Imposer.impose(for: Int.self) { () -> Int in
                calls.increment()
                return unforceInject(from: .custom("unknown"), of: Int.self) ?? 1
            }
            Imposer.isolated { _ = unforceInject(of: Int.self) }
            #expect(calls.count == 1)
            let before = Imposer.explain(String.self).searched
            _ = Imposer.graph(wrappers: false)
            _ = Imposer.validate(wrappers: false)
            #expect(calls.count == 1)
            #expect(Imposer.explain(String.self).searched == before)
        }
    }

    @Test("the same registrations give the same texts", arguments: seeds(20))
    func determinism(seed: UInt64) {
        func texts() -> [String] {
            Imposer.isolated(empty: true) {
                var generator = SeededGenerator(seed: seed)
                for entry in PartPool.Entry.all.shuffled(using: &generator) {
                    let parameters = (0..<3).compactMap { _ in
                        PartPool.Entry.all.randomElement(using: &generator)?.parameters.randomElement(using: &generator)
                    }
                    entry.impose(.shared, parameters, Bool.random(using: &generator), .singleInstance)
                }
                // Many requests from one line: their order is not the hash table's.
                Imposer.impose(for: String.self) {
                    for name in 0..<8 { _ = unforceInject(of: Van.self, named: InjectionName(name)) }
                    return ""
                }
                _ = Imposer.validate(building: true, wrappers: false)
                return [
                    Imposer.graph(wrappers: false).dot, Imposer.graph(wrappers: false).mermaid,
                    "\(Imposer.validate(wrappers: false))",
                ]
            }
        }
        #expect(texts() == texts())
    }
}
