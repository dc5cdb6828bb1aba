// The search for cycles among what registrations need.

internal import ImposeCore

extension DependencySurvey {
    /// Cycles as lists of indexes of edges, enough of them that every edge on some cycle is in one. Cycles of declared
    /// edges alone come first, since they are certain.
    var cycles: [[Int]] {
        var covered: Set<Int> = []
        return cycles(among: { $0.isDeclared }, &covered) + cycles(among: { _ in true }, &covered)
    }

    private func cycles(among isIncluded: (Edge) -> Bool, _ covered: inout Set<Int>) -> [[Int]] {
        var outgoing: [[Int]] = Array(repeating: [], count: nodes.count)
        var targets = outgoing
        var sources = outgoing
        for (index, edge) in edges.enumerated() where !edge.isLazy && isIncluded(edge) {
            guard let target = edge.target else { continue }
            outgoing[edge.from].append(index)
            targets[edge.from].append(target)
            sources[target].append(edge.from)
        }
        let ends = ends(of: targets, sources).union(ends(of: sources, targets))
        var cycles: [[Int]] = []
        for index in outgoing.joined() where !covered.contains(index) {
            guard let target = edges[index].target, !ends.contains(target), !ends.contains(edges[index].from),
                let back = way(from: target, to: edges[index].from, outgoing, except: ends)
            else { continue }
            let cycle = beginningWithFirstNode([index] + back)
            covered.formUnion(cycle)
            cycles.append(cycle)
        }
        return cycles
    }

    private func beginningWithFirstNode(_ cycle: [Int]) -> [Int] {
        let first = cycle.indices.min { edges[cycle[$0]].from < edges[cycle[$1]].from } ?? 0
        return Array(cycle[first...] + cycle[..<first])
    }

    /// The nodes from which all ways end somewhere, instead of going on around a cycle. Without those of both directions,
    /// few nodes are left to look for ways back from.
    ///
    /// - Parameters:
    ///   - next: The nodes that each node leads to.
    ///   - previous: The nodes that lead to each node.
    private func ends(of next: [[Int]], _ previous: [[Int]]) -> Set<Int> {
        var open = next.map(\.count)
        var ended = nodes.indices.filter { open[$0] == 0 }
        var position = 0
        while position < ended.count {
            for node in previous[ended[position]] {
                open[node] -= 1
                if open[node] == 0 { ended.append(node) }
            }
            position += 1
        }
        return Set(ended)
    }

    /// A shortest way from one node to another, as indexes of edges; nil if there is none.
    private func way(from start: Int, to end: Int, _ outgoing: [[Int]], except ends: Set<Int>) -> [Int]? {
        var cameBy: [Int: Int] = [:]
        var queue = [start]
        var position = 0
        while position < queue.count, cameBy[end] == nil {
            for index in outgoing[queue[position]] {
                guard let target = edges[index].target, target != start, cameBy[target] == nil, !ends.contains(target)
                else { continue }
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
        return node == start ? way.reversed() : nil
    }
}
