extension Survey {
    /// The circles among the nodes, as indexes of edges: one for each group of nodes that lead to each other.
    ///
    /// - Complexity: O(nodes + edges) for finding the groups.
    var cycles: [[Int]] {
        var outgoing: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, edge) in edges.enumerated() where edge.target != nil && !edge.isLazy {
            outgoing[edge.from].append(index)
        }
        return groups(outgoing).compactMap { cycle(through: $0, outgoing) }
    }

    /// The groups of nodes that lead to each other (Tarjan's strongly connected components), without recursion, since
    /// chains of dependencies may be long.
    private func groups(_ outgoing: [[Int]]) -> [[Int]] {
        var order = Array(repeating: -1, count: nodes.count)
        var low = order
        var isOnStack = Array(repeating: false, count: nodes.count)
        var stack: [Int] = []
        var groups: [[Int]] = []
        var counter = 0
        for root in nodes.indices where order[root] < 0 {
            var calls: [(node: Int, next: Int)] = [(root, 0)]
            while let (node, next) = calls.last {
                if next == 0 {
                    order[node] = counter
                    low[node] = counter
                    counter += 1
                    stack.append(node)
                    isOnStack[node] = true
                }
                if next < outgoing[node].count {
                    calls[calls.count - 1].next += 1
                    guard let target = edges[outgoing[node][next]].target else { continue }
                    if order[target] < 0 {
                        calls.append((target, 0))
                    } else if isOnStack[target] {
                        low[node] = min(low[node], order[target])
                    }
                    continue
                }
                calls.removeLast()
                if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
                guard low[node] == order[node] else { continue }
                var group: [Int] = []
                while let member = stack.popLast() {
                    isOnStack[member] = false
                    group.append(member)
                    if member == node { break }
                }
                groups.append(group)
            }
        }
        return groups
    }

    /// A shortest circle from a group's first node back to it, if there is one.
    private func cycle(through group: [Int], _ outgoing: [[Int]]) -> [Int]? {
        guard let start = group.min() else { return nil }
        let members = Set(group)
        var cameBy: [Int: Int] = [:]
        var queue = [start]
        var position = 0
        while position < queue.count {
            for index in outgoing[queue[position]] {
                guard let target = edges[index].target, members.contains(target) else { continue }
                if target == start {
                    var path = [index]
                    while edges[path[path.count - 1]].from != start, let way = cameBy[edges[path[path.count - 1]].from]
                    {
                        path.append(way)
                    }
                    return path.reversed()
                }
                if cameBy[target] == nil {
                    cameBy[target] = index
                    queue.append(target)
                }
            }
            position += 1
        }
        return nil
    }
}
