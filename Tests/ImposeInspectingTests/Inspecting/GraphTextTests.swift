import Foundation
import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("The graph as a text")
struct GraphTextTests {
    private final class Stock: Sendable {
        init(_ shelf: Shelf) {}
    }
    private final class Shelf: Sendable {
        init(_ stock: Stock) {}
    }
    private protocol Carrier: Sendable {}
    private struct Van: Carrier {}
    private struct Bicycle: Carrier {}
    private struct Clock {}
    private struct Ledger: Sendable {}
    private struct Depot: Sendable {
        init(_ carrier: any Carrier, _ clock: Clock, _ spare: Int?, _ later: Injected<String>) {}
    }

    /// Everything that a drawing can show.
    private static func everything() -> (dot: String, mermaid: String) {
        let file: StaticString = "Shop/Setup.swift"
        return Imposer.isolated(empty: true) {
            Imposer.impose(for: Stock.self, fileID: file, line: 1, Stock.init)
            Imposer.impose(for: Shelf.self, option: .closureBased, fileID: file, line: 2, Shelf.init)
            Imposer.impose(for: Van.self, fileID: file, line: 3, Van())
            Imposer.imposer(for: .secondary).impose(for: Bicycle.self, fileID: file, line: 4, Bicycle())
            Imposer.impose(for: Bicycle.self, fileID: file, line: 5, Bicycle())
            Imposer.impose(for: Depot.self, fileID: file, line: 6, Depot.init)
            Imposer.impose(
                for: String.self,
                named: "a \"quoted\" <name> & \\ more\nlines #1 `x`",
                fileID: file,
                line: 7,
                ""
            )
            .alias(String.self, fileID: file, line: 8) { $0 }
            Imposer.impose(for: [Carrier].self, fileID: file, line: 9) { [inject(of: Van.self, fileID: file, line: 9)] }
            Imposer.impose(for: Character.self, fileID: file, line: 10) { (_: Int) in "x" }.expectingArguments(Int.self)
            Imposer.expectGiven(Double.self, in: "request", fileID: file, line: 11)
            Imposer.impose(for: Float.self, option: .closureBased, fileID: file, line: 12) { (_: Double) in 1 }
            Imposer.impose(for: Ledger.self, fileID: file, line: 13) { (_: Van) async in Ledger() }
            _ = unforceInject(of: [Carrier].self)
            let graph = Imposer.graph(wrappers: false)
            return (graph.dot, graph.mermaid)
        }
    }

    @Test("A graph in the language of Graphviz reads as in its snapshot")
    func dot() {
        expectSnapshot(Self.everything().dot, "graph.dot")
    }

    @Test("A graph in the language of Mermaid reads as in its snapshot")
    func mermaid() {
        expectSnapshot(Self.everything().mermaid, "graph.mermaid")
    }

    @Test("A drawn graph marks a node that is asynchronous and on a cycle as both")
    func asynchronousCycle() {
        let imposer = Imposer()
        imposer.impose(for: Stock.self) { (shelf: Shelf) async in Stock(shelf) }
        imposer.impose(for: Shelf.self, Shelf.init)
        imposer.impose(for: Ledger.self) { () async in Ledger() }
        let (dot, mermaid) = (imposer.graph().dot.lines, imposer.graph().mermaid.lines)
        #expect(dot.count { $0.contains("peripheries=2") } == 2)
        #expect(dot.contains { $0.contains("#c51b8a") && $0.contains("singleInstance, asynchronous\\n") })
        #expect(mermaid.contains { $0.contains("n0[") && $0.hasSuffix(":::onCycle") })
        #expect(mermaid.contains("  class n0,n2 asynchronous"))
        #expect(!Imposer().graph().mermaid.contains("  class "))
    }

    @Test("A drawn graph has a cluster for each imposer, also where two have the same title")
    func clusters() {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        parent.impose(for: Van.self, Van())
        child.impose(for: Bicycle.self, Bicycle())
        #expect(child.graph().dot.components(separatedBy: "subgraph").count == 3)
        #expect(child.graph().mermaid.components(separatedBy: "subgraph").count == 3)
    }

    @Test(
        "Names with special characters stay inside their labels in a drawn graph",
        arguments: [
            "\"", "\\", "\\\"", "a\r\nb", "a\u{2028}b", "</b>", "&amp;", "#quot;", "`x`", "];", "end", "%%", "ü",
        ]
    )
    func escaping(name: String) throws {
        struct Loud: Hashable, Sendable, CustomStringConvertible {
            let description: String
        }
        let imposer = Imposer(label: name)
        imposer.impose(for: Van.self, named: InjectionName(Loud(description: name)), Van())
        imposer.impose(for: Clock.self, named: InjectionName(name), Clock())
        let mermaid = imposer.graph().mermaid.components(separatedBy: "\n")
        #expect(mermaid.count { $0.contains("[\"") } == 3)
        for line in mermaid where line.contains("[\"") {
            // The text between the quotes contains none.
            #expect(line.components(separatedBy: "\"").count == 3)
        }
        #expect(!mermaid.contains { $0.contains("`") })
        if Graphviz.isInstalled { #expect(try Graphviz.complaint(about: imposer.graph().dot) == nil) }
    }

    @Test("Graphviz reads the graphs that are drawn", .enabled(if: Graphviz.isInstalled, "there is no dot here"))
    func graphviz() throws {
        #expect(try Graphviz.complaint(about: Self.everything().dot) == nil)
        #expect(try Graphviz.complaint(about: Imposer().graph().dot) == nil)
        #expect(try Graphviz.complaint(about: "digraph { a [label=\"\"\"] }") != nil)
    }
}

/// The real Graphviz.
private enum Graphviz {
    static let isInstalled = ["/usr/bin/dot", "/usr/local/bin/dot"].contains(
        where: FileManager.default.isExecutableFile
    )

    /// The error about a text that it does not understand; nil if it does.
    static func complaint(about text: String) throws -> String? {
        let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).dot")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["dot", "-Tsvg", "-o", "/dev/null", file.path]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let complaint = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 && complaint.isEmpty ? nil : complaint
    }
}
