// `graph`: what registrations need, as boxes and arrows.

public import Impose

extension Imposer {
    /// The registrations of some imposers and the requests of their providers. Made by
    /// ``Imposer/graph(wrappers:)-swift.type.method``.
    ///
    /// ```swift
    /// print(Imposer.graph().mermaid)      // for a Markdown page
    /// print(Imposer.graph().dot)          // for Graphviz: dot -Tsvg
    /// ```
    ///
    /// The same registrations, made in the same order, give the same texts.
    public struct DependencyGraph: Sendable {
        /// The kind of a box or an arrow.
        enum Kind: CaseIterable {
            case registration, onCycle, missing, ambiguous
            /// An argument, or a nil where nothing is imposed.
            case argument
            case expected
            /// A type that stores wrappers.
            case owner
        }

        /// What boxes are drawn together with.
        enum Cluster: Hashable {
            /// Several may have one title.
            case imposer(number: Int, title: String)
            /// The values that scopes of a name are expected to be given.
            case scopes(InjectionName)
            /// The types of a module that store wrappers; nil if the module is unknown.
            case module(String?)
        }

        /// A registration (`n0`), an expected value (`g0`), a type that stores wrappers and is not itself imposed
        /// (`t0`), or what stands in their place where there is none (`x0`).
        struct Box {
            let id: String
            /// The text in it, line by line.
            let lines: [String]
            let kind: Kind
            /// Nil for what is neither imposed nor expected, nor of the program.
            var cluster: Cluster?
            /// What the description says of it.
            var text = ""
            var isAsynchronous = false
        }

        /// A line of an arrow.
        ///
        /// It is dashed for what is injected later, or was seen only when a provider ran; dotted for a stored wrapper.
        enum Line { case solid, dashed, dotted }

        /// A request of a provider or of a stored wrapper, or one of the registrations that tie for it.
        struct Arrow {
            let source: String
            let target: String
            let label: String
            let line: Line
            let kind: Kind
            /// What the description says of the request; nil for all but the first arrow of one.
            let text: String?
        }

        fileprivate(set) var boxes: [Box] = []
        /// In the order of the nodes and of the parameters; then those of the wrappers, in the order of the modules and
        /// of the types that store them.
        fileprivate(set) var arrows: [Arrow] = []
        let cycleCount: Int
    }
}

/// A graph that is being made, box by box and arrow by arrow.
private struct GraphBuilder {
    private typealias Box = Imposer.DependencyGraph.Box
    private typealias Arrow = Imposer.DependencyGraph.Arrow
    private typealias Kind = Imposer.DependencyGraph.Kind

    private(set) var graph: Imposer.DependencyGraph
    private let survey: DependencySurvey
    private let names: TypeNames
    private var holders: [NodeFacts: Int] = [:]
    /// The boxes of types that store wrappers.
    private var owners: [AnyHashable: String] = [:]
    /// The boxes of what stands in the place of registrations, by their lines.
    private var others: [[String]: String] = [:]

    /// - Parameters:
    ///   - imposers: The imposers whose registrations are looked at.
    ///   - asked: The imposer that the wrappers of the program inject from; nil to leave them out.
    ///   - directory: The directory whose other imposers may answer wrappers, too.
    init(_ imposers: [NodeFacts], wrappersAsking asked: NodeFacts?, in directory: DirectoryMember) {
        var survey = DependencySurvey(imposers)
        let wrappers = asked.map { WrapperEdge.all(&survey, askedOf: $0, in: directory) } ?? []
        let cycles = survey.cycles
        let onCycle = Set(cycles.joined())
        let nodesOnCycle = Set(onCycle.map { survey.edges[$0].from })
        graph = Imposer.DependencyGraph(cycleCount: cycles.count)
        self.survey = survey
        names = TypeNames(
            survey.nodes.map(\.record.type) + survey.expectedValues.map(\.expectation.type)
                + survey.edges.map(\.key.type) + wrappers.map(\.key.type)
        )
        for index in survey.nodes.indices { addNode(index, isOnCycle: nodesOnCycle.contains(index)) }
        for index in survey.expectedValues.indices { addExpectedValue(index) }
        for (index, edge) in survey.edges.enumerated() { add(edge, isOnCycle: onCycle.contains(index)) }
        let imposed = Dictionary(grouping: survey.nodes.indices) { ObjectIdentifier(survey.nodes[$0].record.type) }
        for edge in wrappers {
            let nodes = edge.wrapper.owner.flatMap { imposed[ObjectIdentifier($0)] }
            for source in nodes?.map(Self.id) ?? [owner(of: edge.wrapper)] { add(edge, from: source) }
        }
    }

    private static func id(_ index: Int) -> String { "n\(index)" }

    private static func expectedValueID(_ index: Int) -> String { "g\(index)" }

    // MARK: Boxes

    private mutating func addNode(_ index: Int, isOnCycle: Bool) {
        let node = survey.nodes[index]
        let info = Imposer.RegistrationInfo(node.record)
        let lines = [names.key(info.type, info.name), info.lifetime, "\(info.location)"]
        let number = holders[node.holder] ?? holders.count
        holders[node.holder] = number
        var box = Box(id: Self.id(index), lines: lines, kind: isOnCycle ? .onCycle : .registration)
        (box.cluster, box.text) = (.imposer(number: number, title: info.imposer), info.description(in: names))
        box.isAsynchronous = info.isAsynchronous
        graph.boxes.append(box)
    }

    private mutating func addExpectedValue(_ index: Int) {
        let expectation = survey.expectedValues[index].expectation
        let lines = [names.key(expectation.type, expectation.key.name), "given", "\(expectation.location)"]
        var box = Box(id: Self.expectedValueID(index), lines: lines, kind: .expected)
        (box.cluster, box.text) = (.scopes(expectation.scopeName), expectation.description(in: names))
        graph.boxes.append(box)
    }

    /// The box of a type that stores a wrapper, which is made with the first one.
    private mutating func owner(of wrapper: StoredWrapper) -> String {
        let (name, module) = (wrapper.ownerName, wrapper.module)
        let key: AnyHashable = wrapper.owner.map { ObjectIdentifier($0) } ?? [name, module] as AnyHashable
        if let id = owners[key] { return id }
        var box = Box(id: "t\(owners.count)", lines: [name], kind: .owner)
        (box.cluster, box.text) = (.module(module), module.map { "\(name) (\($0))" } ?? name)
        graph.boxes.append(box)
        owners[key] = box.id
        return box.id
    }

    /// The box of what stands in the place of a registration; the same one for the same lines.
    private mutating func other(_ asked: String, _ text: String, _ kind: Kind) -> String {
        let lines = [asked, text]
        if let id = others[lines] { return id }
        let box = Box(id: "x\(others.count)", lines: lines, kind: kind)
        graph.boxes.append(box)
        others[lines] = box.id
        return box.id
    }

    // MARK: Arrows

    private mutating func add(_ edge: DependencySurvey.Edge, isOnCycle: Bool) {
        let notes = (edge.isLazy ? ["later"] : []) + (edge.isDeclared ? [] : ["observed"])
        let given = edge.isAnsweredByExpected ? edge.expectationIndexes : []
        let ends = ends(of: edge.key, edge.fate, given, isOnCycle: isOnCycle)
        let text = "\(edge.isLazy ? ", later" : ""): \(ends.text)\(isOnCycle ? ", on a cycle" : "")"
        add(from: Self.id(edge.from), ends, ends.steps + notes, notes.isEmpty ? .solid : .dashed, edge.key, text)
    }

    private mutating func add(_ edge: WrapperEdge, from source: String) {
        let property = edge.wrapper.property
        let ends = ends(of: edge.key, edge.fate, edge.expectationIndexes)
        add(from: source, ends, [property] + ends.steps, .dotted, edge.key, ", stored in \(property): \(ends.text)")
    }

    /// Where the arrows of a request end.
    private struct Ends {
        let boxes: [String]
        let kind: Kind
        let text: String
        /// The distance for the label, if there is one.
        var steps: [String] = []
        /// The boxes of the registrations among which it is ambiguous.
        var tied: [String] = []
    }

    /// - Parameter given: The indexes of the expected values that answer it, if they do.
    private mutating func ends(
        of key: RegistrationKey,
        _ fate: DependencySurvey.Fate,
        _ given: [Int],
        isOnCycle: Bool = false
    ) -> Ends {
        let asked = names.key(key.type, key.name)
        if !given.isEmpty {
            let boxes = given.map(Self.expectedValueID)
            return Ends(boxes: boxes, kind: .expected, text: "given, \(boxes.joined(separator: ", "))")
        }
        switch fate {
        case .chosen(let index, let distance):
            let (id, kind) = (Self.id(index), isOnCycle ? Kind.onCycle : .registration)
            if distance == 0 { return Ends(boxes: [id], kind: kind, text: id) }
            let steps = distance.steps
            return Ends(boxes: [id], kind: kind, text: "\(id), \(steps) away", steps: ["\(asked), \(steps)"])
        case .missing: return Ends(boxes: [other(asked, "missing", .missing)], kind: .missing, text: "missing")
        case .ambiguous(let candidates):
            let records = Set(candidates.map(\.registration))
            let tied = survey.nodes.indices.filter { records.contains(survey.nodes[$0].record) }.map(Self.id)
            let box = other(asked, "ambiguous: \(tied.count) are equally far", .ambiguous)
            let text = "ambiguous among \(tied.joined(separator: ", "))"
            return Ends(boxes: [box], kind: .ambiguous, text: text, tied: tied)
        case .absent: return Ends(boxes: [other(asked, "not imposed: nil", .argument)], kind: .argument, text: "nil")
        case .argument:
            return Ends(boxes: [other(asked, "an argument", .argument)], kind: .argument, text: "an argument")
        }
    }

    /// Adds the arrows of a request.
    ///
    /// - Parameter text: What the description says behind the type that is asked for.
    private mutating func add(
        from source: String,
        _ ends: Ends,
        _ labels: [String],
        _ line: Imposer.DependencyGraph.Line,
        _ key: RegistrationKey,
        _ text: String
    ) {
        let label = labels.joined(separator: ", ")
        for (index, target) in ends.boxes.enumerated() {
            let text = index == 0 ? "→ \(names.key(key.type, key.name))\(text)" : nil
            graph.arrows.append(
                Arrow(source: source, target: target, label: label, line: line, kind: ends.kind, text: text)
            )
        }
        for id in ends.tied where !graph.arrows.contains(where: { $0.source == ends.boxes[0] && $0.target == id }) {
            graph.arrows.append(
                Arrow(source: ends.boxes[0], target: id, label: "tied", line: .dashed, kind: .ambiguous, text: nil)
            )
        }
    }
}

extension Imposer {
    /// The registrations of the current directory, what their providers ask for, and what the stored wrappers of the
    /// program inject. Makes no instance.
    ///
    /// Dependencies are parameters of providers, and injections that providers were seen to make so far. Call
    /// ``Imposer/validate(building:wrappers:roots:)-swift.type.method`` with `building: true` before to see all of
    /// them.
    ///
    /// Stored wrappers are those that `validate()` looks at. A declaration says neither name nor imposer, so each leads
    /// to what its type alone gets from the primary imposer; where that is nothing, to whatever answers it under some
    /// name. One that is answered outside the graph, by a private imposer for example, has no edge, nor has one whose
    /// type depends on generic parameters. Types that nothing is imposed for are nodes of their own kind.
    ///
    /// - Parameter wrappers: Whether to look at the stored wrappers of the program.
    /// - Returns: The graph.
    public static func graph(wrappers: Bool = true) -> DependencyGraph {
        let directory = Seam.currentDirectory
        let asked = wrappers ? Seam.imposer(.primary, of: directory) : nil
        return GraphBuilder(Seam.imposers(of: directory), wrappersAsking: asked, in: directory).graph
    }

    /// Returns a graph of the registrations of this imposer and its parents, and the dependencies of their providers.
    ///
    /// ```swift
    /// print(imposer.graph().mermaid)
    /// ```
    ///
    /// See ``Imposer/graph(wrappers:)-swift.type.method``.
    ///
    /// - Parameter wrappers: Whether to look at the stored wrappers of the program, as the static function does unless
    ///   told otherwise. Most of them inject from elsewhere, so this one does only when told to.
    public func graph(wrappers: Bool = false) -> DependencyGraph {
        let asked = node
        let directory = Seam.directory(of: asked) ?? Seam.currentDirectory
        return GraphBuilder(asked.lineage, wrappersAsking: wrappers ? asked : nil, in: directory).graph
    }
}
