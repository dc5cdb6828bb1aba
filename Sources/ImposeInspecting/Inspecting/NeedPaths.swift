// The ways from registrations to what they need: something that has to be awaited, or that an actor makes.

internal import Impose

/// The nodes of a survey that are of some kind, or need an instance of one that is, and the ways there.
struct NeedPaths {
    /// For each of these nodes: the edge on the way to one of the kind; nil if it is of the kind.
    private let ways: [Int: Int?]
    private let survey: DependencySurvey

    /// - Parameters:
    ///   - survey: The registrations.
    ///   - isGoal: Whether a node, by its index, is of the kind.
    ///   - isReady: Whether the instance of a node exists, so that nothing of what it needs matters.
    init(_ survey: DependencySurvey, to isGoal: (Int) -> Bool, except isReady: (DependencySurvey.Node) -> Bool) {
        self.survey = survey
        let goals = survey.nodes.indices.filter { isGoal($0) && !isReady(survey.nodes[$0]) }
        let needs = survey.edges.indices.filter { !survey.edges[$0].isLazy && survey.edges[$0].target != nil }
        ways =
            goals.isEmpty
            ? [:] : survey.shortestWays(to: goals, along: survey.incoming(needs)) { isReady(survey.nodes[$0]) }
    }

    /// Whether a node is of the kind, or needs an instance of one that is.
    func contains(_ index: Int) -> Bool { ways[index] != nil }

    /// The nodes from one down to the one of the kind; none if there is no way.
    func nodes(from index: Int) -> [Int] {
        var nodes = contains(index) ? [index] : []
        while let last = nodes.last, let edge = ways[last] ?? nil, let next = survey.edges[edge].target {
            nodes.append(next)
        }
        return nodes
    }

    /// The registrations of these nodes.
    func path(from index: Int) -> [RegistrationFacts] { nodes(from: index).map { survey.nodes[$0].record } }
}

extension DependencySurvey {
    /// Some edges by the nodes that they lead to.
    func incoming(_ included: [Int]) -> [Int: [Int]] { Dictionary(grouping: included) { edges[$0].target ?? -1 } }

    /// For each node that leads to a goal, the first edge of a shortest way there; nil for the goals themselves.
    ///
    /// - Parameter isLeftOut: Whether no way goes through a node.
    func shortestWays(
        to goals: [Int],
        along incoming: [Int: [Int]],
        except isLeftOut: (Int) -> Bool = { _ in false }
    ) -> [Int: Int?] {
        var ways: [Int: Int?] = [:]
        for goal in goals { ways[goal] = .some(nil) }
        var reached = goals
        var next = 0
        while next < reached.count {
            for edge in incoming[reached[next]] ?? [] {
                let node = edges[edge].from
                if ways[node] != nil || isLeftOut(node) { continue }
                ways[node] = edge
                reached.append(node)
            }
            next += 1
        }
        return ways
    }

    /// The nodes whose instances, or something that they need, are made asynchronously, and the ways there.
    ///
    /// - Parameter isReady: Whether nothing has to be awaited for the instance of a node, whatever it needs.
    func awaited(except isReady: (Node) -> Bool = { _ in false }) -> NeedPaths {
        NeedPaths(self, to: { nodes[$0].record.isAsynchronous }, except: isReady)
    }

    /// What can't be injected without awaiting, and the handles that would inject such, each time anew.
    var awaitedProblems: [RegistrationProblem] {
        let paths = awaited()
        let own = nodes.indices.prefix(surveyedCount).filter(paths.contains).map { index in
            RegistrationProblem(nodes[index].record, .asynchronous(paths.path(from: index)))
        }
        return own
            + edges.compactMap { edge in
                guard edge.isLazy, edge.isDeclared, let target = edge.target, paths.contains(target) else { return nil }
                let path = paths.path(from: target)
                // Once that is made, nothing has to be awaited.
                if path.contains(where: \.isKept) { return nil }
                return RegistrationProblem(edge.asker, .asynchronousHandle(edge, path))
            }
    }

    /// What has a provider that belongs to no actor, but needs an instance that can be made on one alone.
    var isolatedProblems: [RegistrationProblem] {
        let paths = NeedPaths(self, to: { nodes[$0].isIsolated }, except: \.isReady)
        let awaited = awaited(except: \.isReady)
        return nodes.indices.prefix(surveyedCount).compactMap { index in
            // What has to be awaited anyway goes to the actor.
            guard paths.contains(index), !nodes[index].isIsolated, !awaited.contains(index) else { return nil }
            let path = paths.path(from: index)
            return path.last?.isolation.map { RegistrationProblem(path[0], .isolated(path, on: $0)) }
        }
    }
}
