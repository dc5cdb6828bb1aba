extension Imposer {
    /// The registrations of some imposers and the requests of their providers. Made by
    /// ``Imposer/graph()-swift.type.method``.
    ///
    /// ```swift
    /// print(Imposer.graph().mermaid)      // for a Markdown page
    /// print(Imposer.graph().dot)          // for Graphviz: dot -Tsvg
    /// ```
    ///
    /// The same registrations, made in the same order, give the same texts.
    public struct DependencyGraph: Sendable {
        /// A registration.
        public struct Node: Sendable, Identifiable {
            /// The identifier of the node in this graph: `n0`, `n1` and so on.
            public let id: String
            /// The registration: type, name, imposer, option and place.
            public let registration: RegistrationInfo
            /// Whether it is on a circle.
            public let isOnCycle: Bool
            /// The number that tells the imposer from others with the same name.
            let imposerNumber: SerialNumber
        }

        /// A value that scopes of some name are expected to be given.
        public struct ExpectedNode: Sendable, Identifiable {
            /// The identifier of the node in this graph: `g0`, `g1` and so on.
            public let id: String
            /// The expectation: type, name, scopes and place.
            public let expectation: ExpectationInfo
        }

        /// A request of a provider.
        public struct Edge: Sendable {
            /// The way in which the request is known.
            public enum Origin: Hashable, Sendable {
                /// The provider has it as a parameter.
                case declared
                /// The provider was seen to inject it.
                case observed
            }

            /// The target of the request.
            public enum Target: Hashable, Sendable {
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

            /// The identifier of the node whose provider asks.
            public let source: String
            /// The target of the request.
            public let target: Target
            /// The type that is asked for.
            public let type: any Any.Type
            /// The name that it is asked for under.
            public let name: InjectionName?
            /// The way in which the request is known.
            public let origin: Origin
            /// Whether it is injected later, as `Injected<…>`, `Imposed<…>` or `InjectedAll<…>`. The latter has an edge
            /// to each registration that fits.
            public let isLazy: Bool
            /// Whether it is part of a circle.
            public let isOnCycle: Bool
        }

        /// All registrations, imposer by imposer, each in the order they were made.
        public let nodes: [Node]
        /// The values that scopes are expected to be given, in the order of the expectations.
        public let expected: [ExpectedNode]
        /// The requests of their providers, in the order of the nodes and of the parameters.
        public let edges: [Edge]
        /// The circles, as the identifiers of their nodes.
        public let cycles: [[String]]

        init(_ survey: DependencySurvey) {
            let cycles = survey.cycles
            let onCycle = Set(cycles.joined())
            let nodesOnCycle = Set(onCycle.map { survey.edges[$0].from })
            self.cycles = cycles.map { $0.map { Self.id(survey.edges[$0].from) } }
            nodes = survey.nodes.enumerated().map { index, node in
                Node(
                    id: Self.id(index),
                    registration: RegistrationInfo(node.record),
                    isOnCycle: nodesOnCycle.contains(index),
                    imposerNumber: node.holder.number
                )
            }
            expected = survey.gifts.enumerated().map { index, gift in
                ExpectedNode(id: Self.giftID(index), expectation: ExpectationInfo(gift.expectation))
            }
            edges = survey.edges.enumerated().map { index, edge in
                Edge(
                    source: Self.id(edge.from),
                    target: edge.isGiven
                        ? .expected(ids: edge.expected.map(Self.giftID)) : Self.target(edge.fate, survey),
                    type: edge.key.type,
                    name: edge.key.name,
                    origin: edge.isDeclared ? .declared : .observed,
                    isLazy: edge.isLazy,
                    isOnCycle: onCycle.contains(index)
                )
            }
        }

        private static func id(_ index: Int) -> String { "n\(index)" }

        private static func giftID(_ index: Int) -> String { "g\(index)" }

        private static func target(_ fate: DependencySurvey.Fate, _ survey: DependencySurvey) -> Edge.Target {
            switch fate {
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
    /// Returns a graph of the current directory's registrations and the dependencies of their providers. Makes no
    /// instance.
    ///
    /// Dependencies are parameters of providers, and injections that providers were seen to make so far. Call
    /// ``Imposer/validate(building:wrappers:)-swift.type.method`` with `building: true` before to see all of them.
    ///
    /// - Returns: The graph.
    public static func graph() -> DependencyGraph {
        DependencyGraph(Directory.current.survey)
    }

    /// Returns a graph of the registrations of this imposer and its parents, and the dependencies of their providers.
    ///
    /// ```swift
    /// print(imposer.graph().mermaid)
    /// ```
    ///
    /// See ``Imposer/graph()-swift.type.method``.
    public func graph() -> DependencyGraph {
        DependencyGraph((handledSearch ?? self).survey)
    }
}
