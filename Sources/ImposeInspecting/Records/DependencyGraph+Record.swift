// A graph as data.

public import Impose

extension Imposer.DependencyGraph {
    /// A graph as data.
    public struct Record: Codable, Hashable, Sendable {
        /// A registration.
        public struct Node: Codable, Hashable, Sendable {
            /// The identifier of the node in this graph: `n0`, `n1` and so on.
            public let id: String
            /// The registration.
            public let registration: Imposer.RegistrationInfo.Record
            /// Whether it is on a cycle.
            public let isOnCycle: Bool
        }

        /// A value that scopes of some name are expected to be given.
        public struct Expected: Codable, Hashable, Sendable {
            /// The identifier of the node in this graph: `g0`, `g1` and so on.
            public let id: String
            /// The expectation.
            public let expectation: Imposer.ExpectationInfo.Record
        }

        /// A type of the program that stores wrappers but is not itself imposed.
        public struct Owner: Codable, Hashable, Sendable {
            /// The identifier of the node in this graph: `t0`, `t1` and so on.
            public let id: String
            /// The type's name, with the types around it.
            public let name: String
            /// The module that it is declared in; nil if that is unknown.
            public let module: String?
        }

        /// A request of a provider, or of a stored wrapper.
        public struct Edge: Codable, Hashable, Sendable {
            /// The identifier of the node that asks.
            public let source: String
            /// The outcome: `node`, `missing`, `ambiguous`, `absent`, `argument` or `expected`.
            public let outcome: String
            /// The identifiers of the nodes that answer, or that tie.
            public let targets: [String]
            /// For a node: so many steps away from the type that is asked for.
            public let distance: Int?
            /// The type that is asked for, with its module.
            public let type: String
            /// The name that it is asked for under.
            public let name: String?
            /// The way in which the request is known: `declared`, `observed` or `stored`.
            public let origin: String
            /// Whether it is injected later.
            public let isLazy: Bool
            /// Whether it is part of a cycle.
            public let isOnCycle: Bool
            /// The property, if the request is a stored wrapper's.
            public let property: String?
        }

        /// The registrations.
        public let nodes: [Node]
        /// The values that scopes are expected to be given.
        public let expected: [Expected]
        /// The types that store wrappers but are not themselves imposed.
        public let owners: [Owner]
        /// The requests.
        public let edges: [Edge]
        /// The cycles, as the identifiers of their nodes.
        public let cycles: [[String]]
    }

    /// The graph as data.
    public var record: Record {
        Record(
            nodes: nodes.map {
                Record.Node(id: $0.id, registration: $0.registration.record, isOnCycle: $0.isOnCycle)
            },
            expected: expected.map { Record.Expected(id: $0.id, expectation: $0.expectation.record) },
            owners: owners.map { Record.Owner(id: $0.id, name: $0.name, module: $0.module) },
            edges: edges.map(\.record),
            cycles: cycles
        )
    }
}

extension Imposer.DependencyGraph.Edge {
    fileprivate var record: Imposer.DependencyGraph.Record.Edge {
        let (outcome, targets, distance): (String, [String], Int?) =
            switch target {
            case .node(let id, let distance): ("node", [id], distance)
            case .missing: ("missing", [], nil)
            case .ambiguous(let ids): ("ambiguous", ids, nil)
            case .absent: ("absent", [], nil)
            case .argument: ("argument", [], nil)
            case .expected(let ids): ("expected", ids, nil)
            }
        return Imposer.DependencyGraph.Record.Edge(
            source: source,
            outcome: outcome,
            targets: targets,
            distance: distance,
            type: TypeNames.long(type),
            name: name?.description,
            origin: origin.rawValue,
            isLazy: isLazy,
            isOnCycle: isOnCycle,
            property: property
        )
    }
}
