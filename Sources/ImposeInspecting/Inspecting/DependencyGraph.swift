// `graph`: what registrations need, as nodes and edges.

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
        /// A registration.
        package struct Node: Sendable {
            /// The identifier of the node in this graph: `n0`, `n1` and so on.
            package let id: String
            /// The registration: type, name, imposer, option and place.
            package let registration: RegistrationInfo
            /// Whether it is on a cycle.
            package let isOnCycle: Bool
            /// The imposer, which may have the same name as others.
            let holder: NodeFacts
        }

        /// A value that scopes of some name are expected to be given.
        package struct ExpectedNode: Sendable {
            /// The identifier of the node in this graph: `g0`, `g1` and so on.
            package let id: String
            /// The expectation: type, name, scopes and place.
            package let expectation: ExpectationInfo
        }

        /// A type of the program that stores wrappers but is not itself imposed.
        package struct OwnerNode: Sendable {
            /// Tells it from the other nodes of this graph: `t0`, `t1` and so on.
            package let id: String
            /// The type; nil if it is generic.
            package let type: (any Any.Type)?
            /// The type's name, with the types around it: `Receipt`, `Checkout.Row`.
            package let name: String
            /// The module that it is declared in; nil if that is unknown.
            package let module: String?
        }

        /// A request of a provider, or of a stored wrapper.
        package struct Edge: Sendable {
            /// The way in which the request is known.
            package enum Origin: Sendable {
                /// The provider has it as a parameter.
                case declared
                /// The provider was seen to inject it.
                case observed
                /// The type stores a wrapper that injects it.
                case stored
            }

            /// The target of the request.
            package enum Target: Hashable, Sendable {
                /// The node with an identifier, so many steps away from the type that is asked for.
                case node(id: String, distance: Int)
                /// Nothing is imposed for it.
                case missing
                /// Several registrations answer it equally well: the nodes with these identifiers.
                case ambiguous(ids: [String])
                /// Nothing is imposed for it, and nil will do.
                case absent
                /// It is given as an argument.
                case argument
                /// Scopes are expected to be given it: the expected nodes with these identifiers.
                case expected(ids: [String])
            }

            /// The identifier of the node whose provider asks, or whose type stores the wrapper.
            package let source: String
            /// The target of the request.
            package let target: Target
            /// The type that is asked for.
            package let type: any Any.Type
            /// The name that it is asked for under.
            package let name: InjectionName?
            /// The way in which the request is known.
            package let origin: Origin
            /// Whether it is injected later, as `Injected<…>`, `Imposed<…>` or `InjectedAll<…>`. The latter has an edge
            /// to each registration that fits.
            package let isLazy: Bool
            /// Whether it is part of a cycle.
            package fileprivate(set) var isOnCycle = false
            /// The property, if the request is a stored wrapper's.
            package fileprivate(set) var property: String?
        }

        /// All registrations, imposer by imposer, each in the order they were made.
        package let nodes: [Node]
        /// The values that scopes are expected to be given, in the order of the expectations.
        package let expected: [ExpectedNode]
        /// The types that store wrappers but are not themselves imposed, ordered by module and name.
        package let owners: [OwnerNode]
        /// The requests of their providers, in the order of the nodes and of the parameters; then the wrappers'
        /// requests, in the order of the modules and of the types that store them.
        package let edges: [Edge]
        /// The cycles, as the identifiers of their nodes.
        package let cycles: [[String]]

        fileprivate init(
            of imposers: [NodeFacts],
            _ hasWrappers: Bool,
            askedOf asked: NodeFacts,
            in directory: Directory
        ) {
            var survey = DependencySurvey(imposers)
            let wrappers = hasWrappers ? WrapperEdge.all(&survey, askedOf: asked, in: directory) : []
            let cycles = survey.cycles
            let onCycle = Set(cycles.joined())
            let nodesOnCycle = Set(onCycle.map { survey.edges[$0].from })
            self.cycles = cycles.map { $0.map { Self.id(survey.edges[$0].from) } }
            nodes = survey.nodes.enumerated().map { index, node in
                Node(
                    id: Self.id(index),
                    registration: Imposer.RegistrationInfo(node.record),
                    isOnCycle: nodesOnCycle.contains(index),
                    holder: node.holder
                )
            }
            expected = survey.gifts.enumerated().map { index, gift in
                ExpectedNode(id: Self.giftID(index), expectation: Imposer.ExpectationInfo(gift.expectation))
            }
            let sources = WrapperSources(wrappers, survey)
            owners = sources.owners
            let stored = zip(wrappers, sources.ids).flatMap { edge, ids in
                ids.map { source in
                    Edge(
                        source: source,
                        target: Self.target(edge.fate, given: edge.expected, survey),
                        type: edge.key.type,
                        name: edge.key.name,
                        origin: .stored,
                        isLazy: true,
                        property: edge.wrapper.property
                    )
                }
            }
            let needed = survey.edges.enumerated().map { index, edge in
                Edge(
                    source: Self.id(edge.from),
                    target: Self.target(edge.fate, given: edge.isGiven ? edge.expected : [], survey),
                    type: edge.key.type,
                    name: edge.key.name,
                    origin: edge.isDeclared ? .declared : .observed,
                    isLazy: edge.isLazy,
                    isOnCycle: onCycle.contains(index)
                )
            }
            edges = needed + stored
        }

        static func id(_ index: Int) -> String { "n\(index)" }

        private static func giftID(_ index: Int) -> String { "g\(index)" }

        private static func target(
            _ fate: DependencySurvey.Fate,
            given expected: [Int],
            _ survey: DependencySurvey
        ) -> Edge.Target {
            if !expected.isEmpty { return .expected(ids: expected.map(giftID)) }
            return switch fate {
            case .chosen(let index, let distance): .node(id: id(index), distance: distance)
            case .missing: .missing
            case .ambiguous(let candidates):
                .ambiguous(
                    ids: candidates.compactMap { candidate in
                        survey.nodes.firstIndex { $0.record === candidate.registration }.map(id)
                    }
                    .sorted { ($0.count, $0) < ($1.count, $1) }
                )
            case .absent: .absent
            case .argument: .argument
            }
        }
    }
}

extension Imposer {
    /// The registrations of the current directory, what their providers ask for, and what the stored wrappers of the
    /// program inject. Makes no instance.
    ///
    /// Dependencies are parameters of providers, and injections that providers were seen to make so far. Call
    /// ``Imposer/validate(building:wrappers:roots:)-swift.type.method`` with `building: true` before to see all of them.
    ///
    /// Stored wrappers are those that `validate()` looks at. A declaration says neither name nor imposer, so each leads
    /// to what its type alone gets from the primary imposer; where that is nothing, to whatever answers it under some
    /// name. One that is answered outside the graph, by a private imposer for example, has no edge, nor has one whose
    /// type depends on generic parameters. Types that nothing is imposed for are nodes of their own kind, `owners`.
    ///
    /// - Parameter wrappers: Whether to look at the stored wrappers of the program.
    /// - Returns: The graph.
    public static func graph(wrappers: Bool = true) -> DependencyGraph {
        let directory = Seam.currentDirectory
        return DependencyGraph(
            of: Seam.imposers(of: directory),
            wrappers,
            askedOf: Seam.imposer(.primary, of: directory),
            in: directory
        )
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
        let asked = searched
        return DependencyGraph(
            of: asked.lineage,
            wrappers,
            askedOf: asked,
            in: Seam.directory(of: asked) ?? Seam.currentDirectory
        )
    }
}

extension Imposer.DependencyGraph.OwnerNode: CustomStringConvertible {
    /// The type and its module.
    package var description: String { module.map { "\(name) (\($0))" } ?? name }
}

extension Imposer.DependencyGraph.Edge: CustomStringConvertible {
    /// The type that is asked for and its target.
    package var description: String {
        let time = property.map { ", stored in \($0)" } ?? (isLazy ? ", later" : "")
        return "→ \(TypeNames([type]).key(type, name))\(time): \(target)\(isOnCycle ? ", on a cycle" : "")"
    }
}

extension Imposer.DependencyGraph.Edge.Target: CustomStringConvertible {
    /// A few words.
    package var description: String {
        switch self {
        case .node(let id, let distance): distance == 0 ? id : "\(id), \(distance.steps) away"
        case .missing: "missing"
        case .ambiguous(let ids): "ambiguous among \(ids.joined(separator: ", "))"
        case .absent: "nil"
        case .argument: "an argument"
        case .expected(let ids): "given, \(ids.joined(separator: ", "))"
        }
    }
}
