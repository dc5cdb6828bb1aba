import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

/// None of these is private: an optimised program has no private types that nobody uses.
protocol GraphedPart: AnyObject, Sendable {}
private final class Made: GraphedPart {}
private final class Spare: GraphedPart {}

struct GraphedPlain { @Injected var part: any GraphedPart }
struct GraphedEachTime { @Imposed var part: any GraphedPart }
struct GraphedUnforced { @UnforceInjected var part: (any GraphedPart)? }
struct GraphedWeak { @InjectedWeakly var part: (any GraphedPart)? }
struct GraphedOfOptional { @Injected var part: (any GraphedPart)? }
struct GraphedAll { @InjectedAll var part: [any GraphedPart] }
final class GraphedOwned { @OwnerInjected var part: any GraphedPart }
struct GraphedConstant { let part = Injected<any GraphedPart>() }
struct GraphedBox<Content> {
    @Injected var part: any GraphedPart
    @Injected var content: Content
}

/// Imposed in one test alone: other tests, at the same time, see its private imposer.
final class GraphedCoin: Sendable {}
struct GraphedVault { @Injected var coin: GraphedCoin }

/// A type that is imposed for itself.
final class GraphedMachine: @unchecked Sendable { @Injected var part: any GraphedPart }

@Suite("The graph has stored wrappers of the program as edges", .imposing(empty: true))
struct WrapperGraphTests {
    typealias Target = Imposer.DependencyGraph.Edge.Target

    /// The edges of the wrappers that one type stores.
    private func edges(
        _ owner: String,
        _ graph: Imposer.DependencyGraph = Imposer.graph()
    ) -> [Imposer.DependencyGraph.Edge] {
        let ids = graph.owners.filter { $0.name == owner && $0.module == "ImposeInspectingTests" }.map(\.id)
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

        init(_ type: any Any.Type, none: Target, two: [Target] = [.ambiguous(ids: ["n0", "n1"])]) {
            owner = String("\(type)".prefix { $0 != "<" })
            self.none = [none]
            self.two = two
            one = [.node(id: "n0", distance: 1)]
            named = owner == "GraphedAll" ? [none] : one
        }

        static let all = [
            Row(GraphedPlain.self, none: .missing), Row(GraphedEachTime.self, none: .missing),
            Row(GraphedOwned.self, none: .missing),
            Row(GraphedConstant.self, none: .missing), Row(GraphedBox<Int>.self, none: .missing),
            Row(GraphedUnforced.self, none: .absent),
            Row(GraphedWeak.self, none: .absent), Row(GraphedOfOptional.self, none: .absent),
            Row(GraphedAll.self, none: .absent, two: [.node(id: "n0", distance: 1), .node(id: "n1", distance: 1)]),
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
        let edge = try #require(edges("GraphedPlain").first)
        #expect(edge.origin == .stored)
        #expect(edge.property == "part")
        #expect(edge.isLazy && !edge.isOnCycle)
        #expect(edge.description == "→ GraphedPart, stored in part: missing")
    }

    @Test("a type that is imposed for itself is its registration, and no node besides")
    func registered() {
        #expect(edges("GraphedMachine").count == 1)
        Imposer.impose(for: GraphedMachine.self, GraphedMachine.init)
        let graph = Imposer.graph()
        #expect(edges("GraphedMachine", graph).isEmpty)
        #expect(graph.edges.filter { $0.source == "n0" }.map(\.property) == ["part"])
    }

    @Test("what scopes are given is led to, and what is imposed outside the graph is not drawn")
    func elsewhere() {
        Imposer.expectGiven(Made.self, in: "request")
        #expect(edges("GraphedPlain").map(\.target) == [.expected(ids: ["g0"])])
    }

    @Test("a private imposer answers outside the graph: no edge, and no node for the type")
    func outside() {
        #expect(Imposer.graph().owners.contains { $0.type == GraphedVault.self })
        let imposer = Imposer(parent: .shared, label: "of the vault")
        imposer.impose(for: GraphedCoin.self, GraphedCoin.init)
        #expect(!Imposer.graph().owners.contains { $0.type == GraphedVault.self })
        withExtendedLifetime(imposer) {}
    }

    @Test("wrappers: false leaves them out, and so does an imposer unless it is told to")
    func leftOut() {
        #expect(Imposer.graph(wrappers: false).owners.isEmpty)
        #expect(Imposer.graph(wrappers: false).edges.isEmpty)
        #expect(Imposer.shared.graph().owners.isEmpty)
        #expect(!edges("GraphedPlain", Imposer.shared.graph(wrappers: true)).isEmpty)
    }

    @Test("they are drawn as dotted lines that end in a circle, which parameters are not")
    func drawing() throws {
        Imposer.impose(for: GraphedPart.self) { Made() }
        Imposer.impose(for: Int.self) { (_: any GraphedPart) in 1 }
        let graph = Imposer.graph()
        let id = try #require(edges("GraphedPlain", graph).first).source
        #expect(graph.mermaid.lines.contains("  \(id) -.-o|\"part\"| n0"))
        #expect(graph.mermaid.lines.contains("  n1 --> n0"))
        #expect(graph.dot.lines.contains("  \(id) -> n0 [label=\"part\", style=dotted, arrowhead=odot];"))
        #expect(graph.dot.lines.contains("  n1 -> n0 [label=\"\"];"))
        #expect(graph.dot.contains("label=\"stored wrappers of ImposeInspectingTests\""))
        #expect("\(graph)".lines.contains("\(id): GraphedPlain (ImposeInspectingTests)"))
    }

    @Test("the same program gives the same owners and edges in the same order")
    func determinism() {
        // Only what asks for a part. What the rest of the program asks for, other tests impose at the same time.
        func drawn() -> [String] {
            let graph = Imposer.graph()
            let names = Dictionary(uniqueKeysWithValues: graph.owners.map { ($0.id, $0.name) })
            return graph.edges.compactMap { edge in
                guard let owner = names[edge.source], "\(edge.type)".contains("GraphedPart") else { return nil }
                return "\(owner) \(edge.name ?? "") \(edge.target)"
            }
        }
        let first = drawn()
        #expect(first.count >= 9)
        for _ in 0..<5 { #expect(drawn() == first) }
    }
}
