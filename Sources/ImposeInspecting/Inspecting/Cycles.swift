// The search for cycles among what registrations need.

internal import Impose

extension DependencySurvey {
    /// Cycles as lists of indexes of edges, enough of them that every edge on some cycle is in one. Cycles of declared
    /// edges alone come first, since they are certain.
    var cycles: [[Int]] {
        var covered: Set<Int> = []
        return cycles(among: { $0.isDeclared }, &covered) + cycles(among: { _ in true }, &covered)
    }

    private func cycles(among isIncluded: (Edge) -> Bool, _ covered: inout Set<Int>) -> [[Int]] {
        var outgoing: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, edge) in edges.enumerated() where edge.target != nil && !edge.isLazy && isIncluded(edge) {
            outgoing[edge.from].append(index)
        }
        let group = groups(outgoing)
        var cycles: [[Int]] = []
        for index in outgoing.joined() where !covered.contains(index) {
            guard let target = edges[index].target, group[target] == group[edges[index].from] else { continue }
            let cycle = beginningWithFirstNode([index] + way(from: target, to: edges[index].from, outgoing, group))
            covered.formUnion(cycle)
            cycles.append(cycle)
        }
        return cycles
    }

    private func beginningWithFirstNode(_ cycle: [Int]) -> [Int] {
        let first = cycle.indices.min { edges[cycle[$0]].from < edges[cycle[$1]].from } ?? 0
        return Array(cycle[first...] + cycle[..<first])
    }

    /// For each node, a number of the group of nodes that lead to each other (Tarjan's strongly connected components),
    /// without recursion, since chains of dependencies may be long.
    private func groups(_ outgoing: [[Int]]) -> [Int] {
        var order = Array(repeating: -1, count: nodes.count)
        var low = order
        // A node that was met, and has none yet, is on the stack.
        var group = order
        var stack: [Int] = []
        var counter = 0
        for root in nodes.indices where order[root] < 0 {
            var calls: [(node: Int, next: Int)] = [(root, 0)]
            while let (node, next) = calls.last {
                if next == 0 {
                    order[node] = counter
                    low[node] = counter
                    counter += 1
                    stack.append(node)
                }
                if next < outgoing[node].count {
                    calls[calls.count - 1].next += 1
                    guard let target = edges[outgoing[node][next]].target else { continue }
                    if order[target] < 0 {
                        calls.append((target, 0))
                    } else if group[target] < 0 {
                        low[node] = min(low[node], order[target])
                    }
                    continue
                }
                calls.removeLast()
                if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
                guard low[node] == order[node] else { continue }
                while let member = stack.popLast() {
                    group[member] = node
                    if member == node { break }
                }
            }
        }
        return group
    }

    /// A shortest way from one node of a group to another, as indexes of edges.
    private func way(from start: Int, to end: Int, _ outgoing: [[Int]], _ group: [Int]) -> [Int] {
        if start == end { return [] }
        var cameBy: [Int: Int] = [:]
        var queue = [start]
        var position = 0
        while position < queue.count, cameBy[end] == nil {
            for index in outgoing[queue[position]] {
                guard let target = edges[index].target, group[target] == group[start] else { continue }
                guard target != start, cameBy[target] == nil else { continue }
                cameBy[target] = index
                queue.append(target)
            }
            position += 1
        }
        var way: [Int] = []
        var node = end
        while let index = cameBy[node] {
            way.append(index)
            node = edges[index].from
        }
        return way.reversed()
    }
}
