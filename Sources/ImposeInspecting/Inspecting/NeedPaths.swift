internal import Impose

/// The nodes of a survey that are of some kind, or need an instance of one that is, and the ways there.
struct NeedPaths {
    /// For each node: the next one on the way to one of the kind; itself if it is of the kind.
    private var ways: [Int: Int] = [:]
    private let survey: DependencySurvey

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
        // The nodes that need each node.
        var incoming: [Int: [Int]] = [:]
        for edge in survey.edges where !edge.isLazy {
            if let target = edge.target { incoming[target, default: []].append(edge.from) }
        }
        let ready = survey.nodes.map(isReady)
        var reached = survey.nodes.indices.filter { isGoal($0) && !ready[$0] }
        for index in reached { ways[index] = index }
        var next = 0
        while next < reached.count {
            for needing in incoming[reached[next]] ?? [] where ways[needing] == nil && !ready[needing] {
                ways[needing] = reached[next]
                reached.append(needing)
            }
            next += 1
        }
    }

    /// Whether a node is of the kind, or needs an instance of one that is.
    func contains(_ index: Int) -> Bool { ways[index] != nil }

    /// The nodes from one down to the one of the kind; none if there is no way.
    func nodes(from index: Int) -> [Int] {
        var nodes = contains(index) ? [index] : []
        while let last = nodes.last, let next = ways[last], next != last { nodes.append(next) }
        return nodes
    }

    /// The registrations of these nodes.
    func path(from index: Int) -> [RegistrationFacts] { nodes(from: index).map { survey.nodes[$0].record } }
}
