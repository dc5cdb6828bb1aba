// The texts of a graph: DOT, Mermaid and its description.

public import Impose

extension Imposer.DependencyGraph {
    /// The graph in the language of Graphviz: `dot -Tsvg`. Cycles, missing and ambiguous dependencies are marked by
    /// colour and by label, registrations with an asynchronous provider by a double border and by label; each imposer
    /// is a cluster. Stored wrappers are dotted lines that end in a circle.
    public var dot: String {
        var lines = [
            "digraph Impose {",
            "  rankdir=LR;",
            "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=11];",
            "  edge [fontname=\"Helvetica\", fontsize=9];",
        ]
        for (number, cluster) in clusters.enumerated() {
            lines.append("  subgraph cluster_\(number) {")
            lines.append("    label=\(cluster.title.quotedForDot); style=rounded; color=gray; fontname=\"Helvetica\";")
            lines += cluster.boxes.map { "    \($0.dot)" }
            lines.append("  }")
        }
        lines += others.map { "  \($0.dot)" } + arrows.map { "  \($0.dot)" } + ["}", ""]
        return lines.joined(separator: "\n")
    }

    /// The graph as a Mermaid flowchart, which many Markdown viewers draw. Cycles, missing and ambiguous dependencies
    /// are marked by colour and by label, registrations with an asynchronous provider by a thick border and by label;
    /// each imposer is a subgraph. Stored wrappers are dotted lines that end in a circle.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for (number, cluster) in clusters.enumerated() {
            lines.append("  subgraph c\(number)[\(cluster.title.quotedForMermaid)]")
            lines += cluster.boxes.map { "    \($0.mermaid)" }
            lines.append("  end")
        }
        lines += others.map { "  \($0.mermaid)" } + arrows.map { "  \($0.mermaid)" }
        // In a line of its own: it may be on a cycle as well, and a box names one class.
        let asynchronous = boxes.filter(\.isAsynchronous).map(\.id)
        if !asynchronous.isEmpty { lines.append("  class \(asynchronous.joined(separator: ",")) asynchronous") }
        lines += Kind.allCases.compactMap(\.mermaidDefinition) + ["  classDef asynchronous stroke-width:4px", ""]
        return lines.joined(separator: "\n")
    }

    /// The boxes by their clusters, in the order of the first ones.
    private var clusters: [(title: String, boxes: [Box])] {
        var seen: Set<Cluster> = []
        let clusters = boxes.compactMap(\.cluster).filter { seen.insert($0).inserted }
        let grouped = Dictionary(grouping: boxes, by: \.cluster)
        return clusters.map { ($0.title, grouped[$0] ?? []) }
    }

    /// The boxes of what is neither imposed nor expected, nor of the program.
    private var others: [Box] { boxes.filter { $0.cluster == nil } }
}

extension Imposer.DependencyGraph: CustomStringConvertible {
    /// How much there is in it, then a line for each registration with what its provider asks for, and for what scopes
    /// are expected to be given, and for types that store wrappers.
    public var description: String {
        let registrations = boxes.count { if case .imposer? = $0.cluster { true } else { false } }
        let texts = Dictionary(grouping: arrows, by: \.source).mapValues { $0.compactMap(\.text) }
        let counts = [
            registrations == 1 ? "1 registration" : "\(registrations) registrations",
            requestCount == 1 ? "1 dependency" : "\(requestCount) dependencies",
            cycleCount == 1 ? "1 cycle" : "\(cycleCount) cycles",
        ]
        let lines = boxes.filter { $0.cluster != nil }.flatMap { box in
            ["\(box.id): \(box.text)"] + (texts[box.id] ?? []).map { "  \($0)" }
        }
        return ([counts.joined(separator: ", ")] + lines).joined(separator: "\n")
    }

    private var requestCount: Int { arrows.count { $0.text != nil } }
}

extension Imposer.DependencyGraph.Cluster {
    fileprivate var title: String {
        switch self {
        case .imposer(_, let title): title
        case .scopes(let name): name.scopes
        case .module(let name): "stored wrappers of \(name ?? "an unknown module")"
        }
    }
}

extension Imposer.DependencyGraph.Kind {
    /// The colours of its lines and of its boxes; nil for black on white.
    private var colours: (line: String, fill: String)? {
        switch self {
        case .registration: nil
        case .onCycle: ("#c51b8a", "#fde0dd")
        case .missing: ("#de2d26", "#fee0d2")
        case .ambiguous: ("#d95f0e", "#fff7bc")
        case .argument: ("#969696", "#f0f0f0")
        case .expected: ("#3182bd", "#deebf7")
        case .owner: ("#756bb1", "#efedf5")
        }
    }

    /// Whether its boxes have dashed lines: they stand for nothing that is imposed.
    private var isDashed: Bool { [.missing, .ambiguous, .argument, .expected].contains(self) }

    /// The attributes of a box for Graphviz.
    fileprivate var dotOfBox: String {
        guard let colours else { return "" }
        let line = isDashed ? ", style=\"dashed,filled\"" : ""
        return ", color=\"\(colours.line)\", fillcolor=\"\(colours.fill)\"\(line)"
    }

    /// The attributes of an arrow for Graphviz.
    fileprivate var dotOfArrow: String {
        colours.map { ", color=\"\($0.line)\"\(self == .onCycle ? ", penwidth=2" : "")" } ?? ""
    }

    /// The line that defines the class in Mermaid.
    fileprivate var mermaidDefinition: String? {
        colours.map {
            "  classDef \(self) fill:\($0.fill),stroke:\($0.line)\(isDashed ? ",stroke-dasharray:4" : "")"
        }
    }
}

extension Imposer.DependencyGraph.Box {
    private var label: String { lines.joined(separator: "\n") }

    fileprivate var dot: String {
        "\(id) [label=\(label.quotedForDot)\(kind.dotOfBox)\(isAsynchronous ? ", peripheries=2" : "")];"
    }

    fileprivate var mermaid: String { "\(id)[\(label.quotedForMermaid)]\(kind == .registration ? "" : ":::\(kind)")" }
}

extension Imposer.DependencyGraph.Line {
    /// How Graphviz and Mermaid write it.
    fileprivate var style: (dot: String, mermaid: String) {
        switch self {
        case .solid: ("", "-->")
        case .dashed: (", style=dashed", "-.->")
        case .dotted: (", style=dotted, arrowhead=odot", "-.-o")
        }
    }
}

extension Imposer.DependencyGraph.Arrow {
    /// The label, which also names a cycle, for readers who see no colours.
    private var fullLabel: String {
        [label, kind == .onCycle ? "cycle" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    fileprivate var dot: String {
        "\(source) -> \(target) [label=\(fullLabel.quotedForDot)\(line.style.dot)\(kind.dotOfArrow)];"
    }

    fileprivate var mermaid: String {
        let label = fullLabel.isEmpty ? "" : "|\(fullLabel.quotedForMermaid)|"
        return "\(source) \(line.style.mermaid)\(label) \(target)"
    }
}

extension String {
    /// The text in quotes, with special characters escaped.
    fileprivate var quotedForDot: String {
        // Entities are drawn as the characters that they stand for.
        quoted(escaping: ["\"": "\\\"", "\\": "\\\\", "&": "&amp;"], newline: "\\n")
    }

    /// The text in quotes, with special characters as entities.
    fileprivate var quotedForMermaid: String {
        // Text in backticks would be Markdown.
        let entities: [Character: String] = [
            "\"": "#quot;", "<": "#lt;", ">": "#gt;", "#": "#35;", "&": "#amp;", "`": "#96;",
        ]
        return quoted(escaping: entities, newline: "<br/>")
    }

    private func quoted(escaping escapes: [Character: String], newline: String) -> String {
        let escaped = map { $0.isNewline ? newline : escapes[$0] ?? String($0) }
        return "\"\(escaped.joined())\""
    }
}
