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
    /// What the wrappers that one type stores ask for.
    private func requests(_ owner: String, _ graph: Imposer.DependencyGraph = Imposer.graph()) -> [String] {
        GraphText(graph).requests(of: "\(owner) (ImposeInspectingTests)").filter { $0.hasPrefix("→ GraphedPart") }
    }

    /// Whether a type is one of those that nothing is imposed for.
    private func isOwner(_ type: any Any.Type) -> Bool {
        GraphText(Imposer.graph()).id(of: "\(type) (ImposeInspectingTests)") != nil
    }

    /// A type that stores a wrapper, and what that leads to: where nothing is imposed, one part, two, or one with a name.
    struct Row: Sendable, CustomTestStringConvertible {
        let owner: String
        let none: [String]
        let one: [String]
        let two: [String]
        let named: [String]
        var testDescription: String { owner }

        init(_ type: any Any.Type, none: String, two: [String] = ["ambiguous among n0, n1"]) {
            owner = String("\(type)".prefix { $0 != "<" })
            self.none = [none]
            self.two = two
            one = ["n0, 1 step away"]
            named = owner == "GraphedAll" ? [none] : one
        }

        static let all = [
            Row(GraphedPlain.self, none: "missing"), Row(GraphedEachTime.self, none: "missing"),
            Row(GraphedOwned.self, none: "missing"),
            Row(GraphedConstant.self, none: "missing"), Row(GraphedBox<Int>.self, none: "missing"),
            Row(GraphedUnforced.self, none: "nil"),
            Row(GraphedWeak.self, none: "nil"), Row(GraphedOfOptional.self, none: "nil"),
            Row(GraphedAll.self, none: "nil", two: ["n0, 1 step away", "n1, 1 step away"]),
        ]
    }

    @Test("In the graph each kind of stored wrapper leads to what it would get", arguments: Row.all)
    func targets(_ row: Row) throws {
        #expect(requests(row.owner).map(\.target) == row.none)
        Imposer.impose(for: Made.self, Made.init)
        #expect(requests(row.owner).map(\.target) == row.one)
        Imposer.impose(for: Spare.self, Spare.init)
        #expect(requests(row.owner).map(\.target) == row.two)
        Imposer.removeAll()
        Imposer.impose(for: Made.self, named: "spare", Made.init)
        #expect(requests(row.owner).map(\.target) == row.named)
    }

    @Test("In the graph a stored wrapper's edge names the property")
    func edge() throws {
        #expect(requests("GraphedPlain") == ["→ GraphedPart, stored in part: missing"])
        Imposer.impose(for: Made.self, named: "spare", Made.init)
        #expect(
            requests("GraphedPlain") == ["→ GraphedPart named \"spare\", stored in part: n0, 1 step away"]
        )
    }

    @Test("In the graph an owner of wrappers that is imposed is one node, that of its registration")
    func registered() {
        #expect(requests("GraphedMachine").count == 1)
        Imposer.impose(for: GraphedMachine.self, GraphedMachine.init)
        let graph = Imposer.graph()
        #expect(!isOwner(GraphedMachine.self))
        #expect(GraphText(graph).requests(of: "n0") == ["→ GraphedPart, stored in part: missing"])
    }

    @Test("In the graph a stored wrapper leads to a value that scopes are expected to be given")
    func elsewhere() {
        Imposer.expectGiven(Made.self, in: "request")
        #expect(requests("GraphedPlain").map(\.target) == ["given, g0"])
    }

    @Test("A wrapper that a private imposer answers has neither an edge nor an owner in the graph")
    func outside() {
        #expect(isOwner(GraphedVault.self))
        #expect(GraphText(Imposer.graph()).id(of: "Ship (NeighbourModule)") != nil)
        let imposer = Imposer(parent: .shared, label: "of the vault")
        imposer.impose(for: GraphedCoin.self, GraphedCoin.init)
        #expect(!isOwner(GraphedVault.self))
        withExtendedLifetime(imposer) {}
    }

    @Test("graph(wrappers: false) has no stored wrappers, and neither has an imposer's own by default")
    func leftOut() {
        for graph in [Imposer.graph(wrappers: false), Imposer.shared.graph()] {
            #expect(graph.description == "0 registrations, 0 dependencies, 0 cycles")
        }
        #expect(!requests("GraphedPlain", Imposer.shared.graph(wrappers: true)).isEmpty)
    }

    @Test("Stored wrappers are drawn as dotted lines that end in a circle")
    func drawing() throws {
        Imposer.impose(for: GraphedPart.self) { Made() }
        Imposer.impose(for: Int.self) { (_: any GraphedPart) in 1 }
        let graph = Imposer.graph()
        let id = try #require(GraphText(graph).id(of: "GraphedPlain (ImposeInspectingTests)"))
        #expect(graph.mermaid.lines.contains("  \(id) -.-o|\"part\"| n0"))
        #expect(graph.mermaid.lines.contains("  n1 --> n0"))
        #expect(graph.dot.lines.contains("  \(id) -> n0 [label=\"part\", style=dotted, arrowhead=odot];"))
        #expect(graph.dot.lines.contains("  n1 -> n0 [label=\"\"];"))
        #expect(graph.dot.contains("label=\"stored wrappers of ImposeInspectingTests\""))
        #expect("\(graph)".lines.contains("\(id): GraphedPlain (ImposeInspectingTests)"))
    }

    @Test("The graph of stored wrappers has the same order each time")
    func determinism() {
        // Only what asks for a part. What the rest of the program asks for, other tests impose at the same time.
        func drawn() -> [String] {
            let graph = GraphText(Imposer.graph())
            return graph.boxes.flatMap { box -> [String] in
                let (id, owner) = (String(box.prefix { $0 != ":" }), box.target)
                return graph.requests(of: id).filter { $0.hasPrefix("→ GraphedPart") }.map { "\(owner) \($0)" }
            }
        }
        let first = drawn()
        #expect(first.count >= 9)
        for _ in 0..<5 { #expect(drawn() == first) }
    }
}
