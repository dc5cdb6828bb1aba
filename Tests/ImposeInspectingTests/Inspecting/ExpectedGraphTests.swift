import Foundation
import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("The graph of what scopes are given")
struct ExpectedGraphTests {
    private struct User: Sendable {}
    private struct Page: Sendable {}
    private static let file: StaticString = "Shop/Setup.swift"

    private let imposer = Imposer(label: "tested")

    private func requests(_ scope: Imposer? = nil) -> [String] { GraphText((scope ?? imposer).graph()).requests }

    @Test("The graph has a node of its own kind for each value that scopes are expected to be given")
    func nodes() {
        imposer.expectGiven(User.self, in: "request", fileID: Self.file, line: 1)
        imposer.expectGiven(Int.self, named: "port", in: "session", fileID: Self.file, line: 2)
        imposer.impose(for: Page.self, option: .closureBased) { (_: User) in Page() }
        let boxes = GraphText(imposer.graph()).boxes
        #expect(boxes[0].hasPrefix("n0: Page ("))
        #expect(
            boxes.dropFirst() == [
                "g0: User (given in scopes \"request\", expected at Shop/Setup.swift:1)",
                "g1: Int named \"port\" (given in scopes \"session\", expected at Shop/Setup.swift:2)",
            ]
        )
        #expect(requests() == ["→ User: given, g0"])
    }

    @Test("In the graph a need leads to a given value inside its scopes, outside to a registration")
    func outside() {
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: User.self, instance: User())
        imposer.impose(for: Page.self) { (_: User) in Page() }
        #expect(requests() == ["→ User: n0"])
        imposer.impose(for: Page.self, option: .scopedInstance(in: "request")) { (_: User) in Page() }
        #expect(requests() == ["→ User: given, g0"])
        imposer.impose(for: Page.self, option: .scopedInstance(in: "session")) { (_: User) in Page() }
        #expect(requests() == ["→ User: n0"])
        // The scope's registrations go before the values that it is expected to be given.
        let request = imposer.openScope("request")
        request.impose(for: Page.self) { (_: User) in Page() }
        #expect(requests(request).first == "→ User: given, g0")
        request.give(User())
        #expect(requests(request).first == "→ User: n1")
    }

    @Test("In the graph an expected argument hides a given value, and a given value cuts a cycle")
    func otherEdges() {
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: Page.self) { (_: User) in Page() }.expectingArguments(User.self)
        #expect(requests() == ["→ User: an argument"])
        imposer.impose(for: Page.self, option: .scopedInstance(in: "request")) { (_: User) in Page() }
        imposer.impose(for: User.self) { (_: Page) in User() }
        #expect(GraphText(imposer.graph()).counts.hasSuffix(", 0 cycles"))
        #expect(imposer.validate().errors.allSatisfy { $0.kind != .circular })
    }

    @Test("A graph with expected values reads as in its snapshot, with a frame for each scope name")
    func text() {
        let file = Self.file
        imposer.expectGiven(User.self, in: "request", fileID: file, line: 1)
        imposer.expectGiven(User.self, in: "session", fileID: file, line: 2)
        imposer.expectGiven(Int.self, in: "request", fileID: file, line: 3)
        imposer.impose(for: Page.self, option: .closureBased, fileID: file, line: 4) { (_: User, _: Injected<Int>) in
            Page()
        }
        expectSnapshot("\(imposer.graph())", "graph-expected")
        // A frame for the scopes of each name, and one for the imposer.
        #expect(imposer.graph().dot.components(separatedBy: "subgraph").count == 4)
        #expect(imposer.graph().mermaid.components(separatedBy: ":::expected").count == 4)
    }
}
