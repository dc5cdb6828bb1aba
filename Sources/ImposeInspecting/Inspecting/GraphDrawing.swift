internal import Impose

/// A graph made ready to be drawn in any language.
struct GraphDrawing {
    /// A box.
    struct Box {
        let id: String
        /// The text in it, line by line.
        let lines: [String]
        let style: Style
        /// Whether it stands for a registration with an asynchronous provider.
        var isAsynchronous = false
    }

    /// An arrow.
    struct Arrow {
        let source: String
        let target: String
        let label: String
        let isDashed: Bool
        let style: Style
        /// Whether it stands for a stored wrapper, and has another head.
        var isOfWrapper = false
    }

    /// The boxes of one imposer, of the values that scopes of a name are given, or of a module.
    struct Cluster {
        /// The imposer's number, the name of the scopes, or the module of the types that store wrappers.
        fileprivate let subject: AnyHashable
        let title: String
        var boxes: [Box]
    }

    private(set) var clusters: [Cluster] = []
    /// The boxes that stand for no registration and no expectation.
    private(set) var others: [Box] = []
    private(set) var arrows: [Arrow] = []
    private let names: TypeNames

    init(_ graph: Imposer.DependencyGraph) {
        let types = graph.nodes.map(\.registration.type) + graph.expected.map(\.expectation.type)
        names = TypeNames(types + graph.edges.map(\.type))
        for node in graph.nodes { add(node) }
        for node in graph.expected { add(node) }
        for node in graph.owners { add(node) }
        for edge in graph.edges { add(edge) }
    }

    private mutating func add(_ node: Imposer.DependencyGraph.Node) {
        let registration = node.registration
        let box = Box(
            id: node.id,
            lines: [
                names.key(registration.type, registration.name),
                registration.lifetime,
                "\(registration.location)",
            ],
            style: node.isOnCycle ? .onCycle : .registration,
            isAsynchronous: registration.isAsynchronous
        )
        add(box, of: node.holder, registration.imposer)
    }

    private mutating func add(_ node: Imposer.DependencyGraph.ExpectedNode) {
        let expectation = node.expectation
        let lines = [names.key(expectation.type, expectation.name), "given", "\(expectation.location)"]
        let box = Box(id: node.id, lines: lines, style: .expected)
        add(box, of: expectation.scopeName, expectation.scopeName.scopes)
    }

    private mutating func add(_ node: Imposer.DependencyGraph.OwnerNode) {
        let box = Box(id: node.id, lines: [node.name], style: .owner)
        add(box, of: AnyHashable(node.module), "stored wrappers of \(node.module ?? "an unknown module")")
    }

    private mutating func add(_ box: Box, of subject: AnyHashable, _ title: String) {
        if let index = clusters.firstIndex(where: { $0.subject == subject }) {
            clusters[index].boxes.append(box)
        } else {
            clusters.append(Cluster(subject: subject, title: title, boxes: [box]))
        }
    }

    private mutating func add(_ edge: Imposer.DependencyGraph.Edge) {
        let asked = names.key(edge.type, edge.name)
        switch edge.target {
        case .node(let id, let distance):
            add(
                edge,
                to: id,
                distance == 0 ? [] : ["\(asked), \(distance.steps)"],
                edge.isOnCycle ? .onCycle : .registration
            )
        case .missing:
            add(edge, to: other([asked, "missing"], .missing), [], .missing)
        case .ambiguous(let ids):
            let box = other([asked, "ambiguous: \(ids.count) are equally far"], .ambiguous)
            add(edge, to: box, [], .ambiguous)
            for id in ids where !arrows.contains(where: { $0.source == box && $0.target == id }) {
                arrows.append(Arrow(source: box, target: id, label: "tied", isDashed: true, style: .ambiguous))
            }
        case .absent:
            add(edge, to: other([asked, "not imposed: nil"], .argument), [], .argument)
        case .argument:
            add(edge, to: other([asked, "an argument"], .argument), [], .argument)
        case .expected(let ids):
            for id in ids { add(edge, to: id, [], .expected) }
        }
    }

    private mutating func add(
        _ edge: Imposer.DependencyGraph.Edge,
        to target: String,
        _ facts: [String],
        _ style: Style
    ) {
        let isStored = edge.origin == .stored
        let origin = isStored ? [] : (edge.isLazy ? ["later"] : []) + (edge.origin == .observed ? ["observed"] : [])
        let labels = [edge.property].compactMap { $0 } + facts + origin
        arrows.append(
            Arrow(
                source: edge.source,
                target: target,
                label: labels.joined(separator: ", "),
                isDashed: edge.isDashed,
                style: style,
                isOfWrapper: isStored
            )
        )
    }

    /// The box for a target that is no registration; the same one for the same lines.
    private mutating func other(_ lines: [String], _ style: Style) -> String {
        if let box = others.first(where: { $0.lines == lines }) { return box.id }
        let box = Box(id: "x\(others.count)", lines: lines, style: style)
        others.append(box)
        return box.id
    }
}
