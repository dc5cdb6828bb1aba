// The drawings of a graph: DOT and Mermaid.

public import Impose

extension Imposer.DependencyGraph {
    /// The graph in the language of Graphviz: `dot -Tsvg`. Cycles, missing and ambiguous dependencies are marked by
    /// colour and by label, registrations with an asynchronous provider by a double border and by label; each imposer
    /// is a cluster. Stored wrappers are dotted lines that end in a circle.
    public var dot: String {
        let drawing = GraphDrawing(self)
        var lines = [
            "digraph Impose {",
            "  rankdir=LR;",
            "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=11];",
            "  edge [fontname=\"Helvetica\", fontsize=9];",
        ]
        for (number, cluster) in drawing.clusters.enumerated() {
            lines.append("  subgraph cluster_\(number) {")
            lines.append("    label=\(cluster.title.quotedForDot); style=rounded; color=gray; fontname=\"Helvetica\";")
            lines += cluster.boxes.map { "    \($0.dot)" }
            lines.append("  }")
        }
        lines += drawing.others.map { "  \($0.dot)" }
        lines += drawing.arrows.map { "  \($0.dot)" }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The graph as a Mermaid flowchart, which many Markdown viewers draw. Cycles, missing and ambiguous dependencies
    /// are marked by colour and by label, registrations with an asynchronous provider by a thick border and by label;
    /// each imposer is a subgraph. Stored wrappers are dotted lines that end in a circle.
    public var mermaid: String {
        let drawing = GraphDrawing(self)
        var lines = ["flowchart LR"]
        for (number, cluster) in drawing.clusters.enumerated() {
            lines.append("  subgraph c\(number)[\(cluster.title.quotedForMermaid)]")
            lines += cluster.boxes.map { "    \($0.mermaid)" }
            lines.append("  end")
        }
        lines += drawing.others.map { "  \($0.mermaid)" }
        lines += drawing.arrows.map { "  \($0.mermaid)" }
        // In a line of its own: it may be on a cycle as well, and a box names one class.
        let asynchronous = drawing.clusters.flatMap(\.boxes).filter(\.isAsynchronous).map(\.id)
        if !asynchronous.isEmpty { lines.append("  class \(asynchronous.joined(separator: ",")) asynchronous") }
        lines += GraphDrawing.Style.allCases.compactMap(\.mermaidDefinition)
        lines.append("  classDef asynchronous stroke-width:4px")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension GraphDrawing.Style {
    /// The attributes of a box for Graphviz.
    fileprivate var dotOfBox: String {
        guard let colours else { return "" }
        let line = isDashed ? ", style=\"dashed,filled\"" : ""
        return ", color=\"\(colours.line)\", fillcolor=\"\(colours.fill)\"\(line)"
    }

    /// The attributes of an arrow for Graphviz. That of a wrapper's owner is told by its head.
    fileprivate var dotOfArrow: String {
        guard let colours, self != .owner else { return "" }
        return ", color=\"\(colours.line)\"\(self == .onCycle ? ", penwidth=2" : "")"
    }

    /// The line that defines the class in Mermaid.
    fileprivate var mermaidDefinition: String? {
        colours.map {
            "  classDef \(self) fill:\($0.fill),stroke:\($0.line)\(isDashed ? ",stroke-dasharray:4" : "")"
        }
    }

    /// The class in Mermaid.
    fileprivate var mermaidClass: String {
        self == .registration ? "" : ":::\(self)"
    }
}

extension GraphDrawing.Box {
    fileprivate var dot: String {
        "\(id) [label=\(lines.joined(separator: "\n").quotedForDot)\(style.dotOfBox)\(isAsynchronous ? ", peripheries=2" : "")];"
    }

    fileprivate var mermaid: String {
        "\(id)[\(lines.joined(separator: "\n").quotedForMermaid)]\(style.mermaidClass)"
    }
}

extension GraphDrawing.Arrow {
    /// The label, which also names a cycle, for readers who see no colours.
    private var text: String {
        style == .onCycle ? (label.isEmpty ? "cycle" : "\(label), cycle") : label
    }

    fileprivate var dot: String {
        let line = isOfWrapper ? ", style=dotted, arrowhead=odot" : isDashed ? ", style=dashed" : ""
        return "\(source) -> \(target) [label=\(text.quotedForDot)\(line)\(style.dotOfArrow)];"
    }

    fileprivate var mermaid: String {
        let arrow = isOfWrapper ? "-.-o" : isDashed ? "-.->" : "-->"
        return text.isEmpty ? "\(source) \(arrow) \(target)" : "\(source) \(arrow)|\(text.quotedForMermaid)| \(target)"
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

extension Imposer.DependencyGraph: CustomStringConvertible {
    /// How much there is in it, then a line for each registration with what its provider asks for, and for what scopes
    /// are expected to be given, and for types that store wrappers.
    public var description: String {
        let counts = [
            nodes.count == 1 ? "1 registration" : "\(nodes.count) registrations",
            edges.count == 1 ? "1 dependency" : "\(edges.count) dependencies",
            cycles.count == 1 ? "1 cycle" : "\(cycles.count) cycles",
        ]
        let edges = Dictionary(grouping: edges, by: \.source)
        var all: [(String, String)] = nodes.map { ($0.id, "\($0.registration)") }
        all += expected.map { ($0.id, "\($0.expectation)") } + owners.map { ($0.id, "\($0)") }
        let lines = all.flatMap { id, text in ["\(id): \(text)"] + (edges[id] ?? []).map { "  \($0)" } }
        return ([counts.joined(separator: ", ")] + lines).joined(separator: "\n")
    }
}
