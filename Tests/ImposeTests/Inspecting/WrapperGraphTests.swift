import Foundation
import Impose
import ImposeTesting
import Testing

private protocol Part: AnyObject, Sendable {}
private final class Made: Part {}
private final class Spare: Part {}

private struct Plain { @Injected var part: any Part }
private struct EachTime { @Imposed var part: any Part }
private struct Unforced { @UnforceInjected var part: (any Part)? }
private struct Weak { @InjectedWeakly var part: (any Part)? }
private struct OfOptional { @Injected var part: (any Part)? }
private struct All { @InjectedAll var part: [any Part] }
private final class Owned { @OwnerInjected var part: any Part }
private struct Constant { let part = Injected<any Part>() }
private struct Box<Content> {
    @Injected var part: any Part
    @Injected var content: Content
}

/// A type that is imposed for itself.
private final class Machine: Sendable { @Injected var part: any Part }

@Suite("The graph has stored wrappers of the program as edges", .imposing(empty: true))
struct WrapperGraphTests {
    typealias Target = Imposer.DependencyGraph.Edge.Target

    /// The edges of the wrappers that one type stores.
    private func edges(
        _ owner: String,
        _ graph: Imposer.DependencyGraph = Imposer.graph()
    ) -> [Imposer.DependencyGraph.Edge] {
        let ids = graph.owners.filter { $0.name == owner && $0.module == "ImposeTests" }.map(\.id)
        return graph.edges.filter { ids.contains($0.source) && "\($0.type)".contains("Part") }
    }

    /// A type that stores a wrapper, and what that leads to: where nothing is imposed, one part, two, or one with a name.
    struct Row: Sendable, CustomTestStringConvertible {
        let owner: String
        let none: [Target]
        let one: [Target]
        let two: [Target]
        let named: [Target]
        var testDescription: String { owner }

        init(_ owner: String, none: Target, two: [Target] = [.ambiguous(ids: ["n0", "n1"])]) {
            self.owner = owner
            self.none = [none]
            self.two = two
            one = [.node(id: "n0", distance: 1)]
            named = owner == "All" ? [none] : one
        }

        static let all = [
            Row("Plain", none: .missing), Row("EachTime", none: .missing), Row("Owned", none: .missing),
            Row("Constant", none: .missing), Row("Box", none: .missing), Row("Unforced", none: .absent),
            Row("Weak", none: .absent), Row("OfOptional", none: .absent),
            Row("All", none: .absent, two: [.node(id: "n0", distance: 1), .node(id: "n1", distance: 1)]),
        ]
    }

    @Test("each kind of wrapper leads to what it would get", arguments: Row.all)
    func targets(_ row: Row) throws {
        #expect(edges(row.owner).map(\.target) == row.none)
        Imposer.impose(for: Made.self, Made.init)
        #expect(edges(row.owner).map(\.target) == row.one)
        Imposer.impose(for: Spare.self, Spare.init)
        #expect(edges(row.owner).map(\.target) == row.two)
        Imposer.removeAll()
        Imposer.impose(for: Made.self, named: "spare", Made.init)
        #expect(edges(row.owner).map(\.target) == row.named)
    }

    @Test("an edge says that it is stored, and in which property")
    func edge() throws {
        let edge = try #require(edges("Plain").first)
        #expect(edge.origin == .stored)
        #expect(edge.property == "part")
        #expect(edge.isLazy && !edge.isOnCycle)
        #expect(edge.description == "→ Part, stored in part: missing")
    }

    @Test("a type that is imposed for itself is its registration, and no node besides")
    func registered() {
        #expect(edges("Machine").count == 1)
        Imposer.impose(for: Machine.self, Machine.init)
        let graph = Imposer.graph()
        #expect(edges("Machine", graph).isEmpty)
        #expect(graph.edges.filter { $0.source == "n0" }.map(\.property) == ["part"])
    }

    @Test("what scopes are given is led to, and what is imposed outside the graph is not drawn")
    func elsewhere() {
        Imposer.expectGiven(Made.self, in: "request")
        #expect(edges("Plain").map(\.target) == [.expected(ids: ["g0"])])
    }

    @Test("a private imposer answers outside the graph: no edge, and no node for the type")
    func outside() {
        let imposer = Imposer(label: "of the machine", parent: .shared)
        imposer.impose(for: Made.self, Made.init)
        let graph = Imposer.graph()
        #expect(edges("Plain", graph).isEmpty)
        #expect(!graph.owners.contains { $0.name == "Plain" && $0.module == "ImposeTests" && $0.type == Plain.self })
        withExtendedLifetime(imposer) {}
    }

    @Test("wrappers: false leaves them out, and so does an imposer unless it is told to")
    func leftOut() {
        #expect(Imposer.graph(wrappers: false).owners.isEmpty)
        #expect(Imposer.graph(wrappers: false).edges.isEmpty)
        #expect(Imposer.shared.graph().owners.isEmpty)
        #expect(!edges("Plain", Imposer.shared.graph(wrappers: true)).isEmpty)
    }

    @Test("they are drawn as dotted lines that end in a circle, which parameters are not")
    func drawing() throws {
        Imposer.impose(for: Part.self) { Made() }
        Imposer.impose(for: Int.self) { (_: any Part) in 1 }
        let graph = Imposer.graph()
        let id = try #require(edges("Plain", graph).first).source
        #expect(graph.mermaid.lines.contains("  \(id) -.-o|\"part\"| n0"))
        #expect(graph.mermaid.lines.contains("  n1 --> n0"))
        #expect(graph.dot.lines.contains("  \(id) -> n0 [label=\"part\", style=dotted, arrowhead=odot];"))
        #expect(graph.dot.lines.contains("  n1 -> n0 [label=\"\"];"))
        #expect(graph.dot.contains("label=\"stored wrappers of ImposeTests\""))
        #expect("\(graph)".lines.contains("\(id): Plain (ImposeTests)"))
    }

    @Test("the same program gives the same text")
    func determinism() {
        #expect(Imposer.graph().dot == Imposer.graph().dot)
    }
}
