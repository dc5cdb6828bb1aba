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

    private var requests: [String] { GraphText(imposer.graph()).requests }

    @Test("A node of the graph tells type, name, imposer, option and place, in order of registration")
    func nodes() {
        imposer.impose(for: Van.self, named: "blue", option: .closureBased, fileID: "Shop/Setup.swift", line: 3, Van())
        imposer.impose(for: Bicycle.self, Bicycle())
        let nodes = GraphText(imposer.graph()).boxes
        #expect(nodes.count == 2)
        #expect(
            nodes[0] == "n0: Van named \"blue\" (closureBased, in private imposer \"tested\", at Shop/Setup.swift:3)"
        )
        #expect(nodes[1].hasPrefix("n1: Bicycle (singleInstance, in private imposer \"tested\", at "))
    }

    @Test("An edge of the graph is exact, at a distance, missing, ambiguous, absent, or an argument")
    func edges() {
        imposer.impose(for: Depot.self, Depot.init)
        #expect(requests == ["→ Carrier: missing"])
        imposer.impose(for: FastCarrier.self, Express())
        #expect(requests == ["→ Carrier: n1, 1 step away"])
        imposer.impose(for: Van.self, Van())
        #expect(requests == ["→ Carrier: ambiguous among n1, n2"])
        imposer.impose(for: Carrier.self, Van())
        #expect(requests == ["→ Carrier: n3"])
        imposer.removeAll()
        imposer.impose(for: Int.self) { (_: Bicycle?) in 1 }
        #expect(requests == ["→ Bicycle?: nil"])
        imposer.removeAll()
        imposer.impose(for: Depot.self, Depot.init).expectingArguments((any Carrier).self)
        #expect(requests == ["→ Carrier: an argument"])
    }

    @Test("An edge of the graph says whether it is lazy, observed, and part of a cycle")
    func kinds() throws {
        imposer.impose(for: Left.self, Left.init)
        imposer.impose(for: Right.self, Right.init)
        #expect(GraphText(imposer.graph()).counts == "2 registrations, 2 dependencies, 1 cycle")
        #expect(requests == ["→ Right: n1, on a cycle", "→ Left: n0, on a cycle"])
        #expect(imposer.graph().mermaid.lines.count { $0.hasSuffix(":::onCycle") } == 2)
        imposer.impose(for: Right.self) { (_: Injected<Left>) in Right(inject()) }
        #expect(GraphText(imposer.graph()).counts == "2 registrations, 2 dependencies, 0 cycles")
        #expect(requests == ["→ Right: n1", "→ Left, later: n0"])
        try Imposer.isolated(empty: true) {
            Imposer.impose(for: Van.self, named: "blue", Van())
            Imposer.impose(for: Depot.self) { Depot(inject(of: Van.self, named: "blue")) }
            _ = try tryInject(of: Depot.self)
            let graph = Imposer.graph(wrappers: false)
            #expect(GraphText(graph).requests(of: "n1") == ["→ Van named \"blue\": n0"])
            #expect(graph.mermaid.lines.contains("  n1 -.->|\"observed\"| n0"))
        }
    }

    @Test("In the graph an optional or a handle leads to what it injects")
    func optionalsAndHandles() {
        imposer.impose(for: Int.self) { (_: Van?, _: Injected<Van?>, _: Imposed<Van>, _: Imposer) in 1 }
        #expect(requests == ["→ Van?: nil", "→ Van?, later: nil", "→ Van, later: missing"])
        imposer.impose(for: Van?.self) { Van() }
        #expect(requests == ["→ Van?: n1", "→ Van?, later: n1", "→ Van, later: missing"])
        imposer.impose(for: Van.self, Van())
        #expect(requests == ["→ Van?: n1", "→ Van?, later: n1", "→ Van, later: n2"])
        imposer.remove(for: Van?.self)
        #expect(requests == ["→ Van?: n1", "→ Van?, later: n1", "→ Van, later: n1"])
    }

    @Test("In the graph an alias leads to its original")
    func alias() {
        imposer.impose(for: Van.self, named: "blue", Van()).alias(Carrier.self) { $0 }
        #expect(requests == ["→ Van named \"blue\": n0"])
        #expect(GraphText(imposer.graph()).requests(of: "n1") == requests)
    }

    @Test("The graph has what a dependency in another imposer needs, too")
    func otherImposers() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .secondary).impose(for: Depot.self, Depot.init)
            Imposer.imposer(for: .custom("eu")).impose(for: Carrier.self, Van())
            Imposer.impose(for: Int.self) { (_: Depot) in 1 }
            for graph in [Imposer.graph(wrappers: false), Imposer.shared.graph()] {
                let text = GraphText(graph)
                #expect(text.requests == ["→ Depot: n1", "→ Carrier: n2"])
                for (box, imposer) in zip(text.boxes, ["primary", "secondary", "custom(eu)"]) {
                    #expect(box.contains(", in \(imposer), at "))
                }
            }
        }
    }

    @Test("graph(), validate() and explain() make no imposer and no instance")
    func looking() {
        Imposer.isolated(empty: true) {
            let calls = CallCounter()
            Imposer.impose(for: Int.self) { () -> Int in
                calls.increment()
                return unforceInject(from: .custom("unknown"), of: Int.self) ?? 1
            }
            Imposer.isolated { _ = unforceInject(of: Int.self) }
            #expect(calls.count == 1)
            let before = Imposer.explain(String.self).description
            _ = Imposer.graph(wrappers: false)
            _ = Imposer.validate(wrappers: false)
            #expect(calls.count == 1)
            #expect(Imposer.explain(String.self).description == before)
        }
    }

    @Test("The same registrations give the same graph and the same findings, word for word", arguments: seeds(20))
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
