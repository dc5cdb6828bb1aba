internal import ImposeCore

/// The nodes of a survey that are of some kind, or need an instance of one that is, and the ways there.
struct NeedPaths {
    /// For each node: the edge that leads on towards one of the kind.
    private var ways: [Int: Way] = [:]
    private let survey: DependencySurvey

    private enum Way {
        /// It is of the kind itself.
        case own
        case through(Int)
    }

    /// - Parameters:
    ///   - survey: The registrations.
    ///   - isGoal: Whether a node, by its index, is of the kind.
    ///   - isReady: Whether the instance of a node exists, so that nothing of what it needs matters.
    init(
        _ survey: DependencySurvey,
        to isGoal: (Int) -> Bool,
        except isReady: (DependencySurvey.Node) -> Bool
    ) {
        self.survey = survey
        // The edges that lead to each node.
        var incoming: [Int: [Int]] = [:]
        for (index, edge) in survey.edges.enumerated() where !edge.isLazy {
            if let target = edge.target { incoming[target, default: []].append(index) }
        }
        let ready = survey.nodes.map(isReady)
        var reached = survey.nodes.indices.filter { isGoal($0) && !ready[$0] }
        for index in reached { ways[index] = .own }
        var next = 0
        while next < reached.count {
            for edge in incoming[reached[next]] ?? [] {
                let needing = survey.edges[edge].from
                guard ways[needing] == nil, !ready[needing] else { continue }
                ways[needing] = .through(edge)
                reached.append(needing)
            }
            next += 1
        }
    }

    /// Whether a node is of the kind, or needs an instance of one that is.
    func contains(_ index: Int) -> Bool { ways[index] != nil }

    /// The nodes from one down to the one of the kind; none if there is no way.
    func nodes(from index: Int) -> [Int] {
        var nodes: [Int] = []
        var next = index
        while let way = ways[next] {
            nodes.append(next)
            guard case .through(let edge) = way, let target = survey.edges[edge].target else { break }
            next = target
        }
        return nodes
    }

    /// The registrations of these nodes.
    func path(from index: Int) -> [RegistrationRecord] { nodes(from: index).map { survey.nodes[$0].record } }
}
