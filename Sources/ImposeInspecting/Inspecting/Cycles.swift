// The search for cycles among what registrations need.

internal import Impose

extension DependencySurvey {
    /// Cycles as lists of indexes of edges, enough of them that every edge on some cycle is in one. Cycles of declared
    /// edges alone come first, since they are certain.
    var cycles: [[Int]] {
        let certain = cycles(among: { $0.isDeclared && !$0.isLazy }, past: [])
        return certain + cycles(among: { !$0.isLazy }, past: Set(certain.joined()))
    }

    /// What is needed to build itself; and handles that inject another instance than the one that they were made for,
    /// since nobody keeps any instance on the way back from it.
    var circularProblems: [RegistrationProblem] {
        let unkept = nodes.map { !$0.record.isKept }
        func isUnkept(_ edge: Edge) -> Bool { unkept[edge.from] && edge.target.map { unkept[$0] } ?? false }
        let held = cycles(among: { $0.isHeld && isUnkept($0) }, past: [], by: \.isLazy)
        // A handle that asks each time may be meant to make another one each time. So only a cycle of several edges
        // counts in which no other edge is such a handle.
        let asking = cycles(among: isUnkept, past: [], by: { !$0.isHeld })
            .filter { $0.count > 1 && $0.count { !edges[$0].isHeld } == 1 }
        let causes =
            cycles.map { cycle in RegistrationProblem.Cause.circular(cycle.map { edges[$0] }) }
            + (held + asking).map { cycle in .unkeptHandleCycle(cycle.map { edges[$0] }) }
        return zip(cycles + held + asking, causes).map { RegistrationProblem(edges[$0[0]].asker, $1) }
    }

    /// Finds cycles of some edges: for each edge that lies on a cycle, and on none found before, a shortest one through
    /// it. Each begins at its first node.
    ///
    /// - Parameters:
    ///   - known: Edges that need no cycle of their own. Cycles may lead along them.
    ///   - isClosing: Whether a cycle is wanted that has this edge.
    private func cycles(
        among isIncluded: (Edge) -> Bool,
        past known: Set<Int>,
        by isClosing: (Edge) -> Bool = { _ in true }
    ) -> [[Int]] {
        let included = edges.indices.filter { edges[$0].target != nil && isIncluded(edges[$0]) }
        let group = groups(along: included)
        let onCycles = included.filter { index in edges[index].target.map { group[$0] } == group[edges[index].from] }
        let leading = incoming(onCycles)
        var covered = known
        return onCycles.compactMap { index in
            guard !covered.contains(index), isClosing(edges[index]), let target = edges[index].target else {
                return nil
            }
            let ways = shortestWays(to: [edges[index].from], along: leading)
            var cycle = [index]
            var node = target
            while let next = ways[node] ?? nil {
                cycle.append(next)
                node = edges[next].target ?? node
            }
            covered.formUnion(cycle)
            let first = cycle.indices.min { edges[cycle[$0]].from < edges[cycle[$1]].from } ?? 0
            return Array(cycle[first...] + cycle[..<first])
        }
    }

    /// For each node, a number of the group of nodes that lead to each other, without recursion, since chains of
    /// dependencies may be long. (Kosaraju's strongly connected components.)
    private func groups(along included: [Int]) -> [Int] {
        let outgoing = Dictionary(grouping: included) { edges[$0].from }
        let leading = incoming(included)
        // Each node comes behind all that it leads to, unless these lead back.
        var order: [Int] = []
        var isSeen = Array(repeating: false, count: nodes.count)
        for root in nodes.indices where outgoing[root] != nil {
            var waiting = [(node: root, isLeft: false)]
            while let (node, isLeft) = waiting.popLast() {
                if isLeft { order.append(node) }
                if isLeft || isSeen[node] { continue }
                isSeen[node] = true
                waiting.append((node, true))
                waiting += (outgoing[node] ?? []).compactMap { edges[$0].target }.map { ($0, false) }
            }
        }
        var group = Array(nodes.indices)
        isSeen = Array(repeating: false, count: nodes.count)
        for root in order.reversed() {
            var waiting = [root]
            while let node = waiting.popLast() {
                if isSeen[node] { continue }
                (isSeen[node], group[node]) = (true, root)
                waiting += (leading[node] ?? []).map { edges[$0].from }
            }
        }
        return group
    }
}
