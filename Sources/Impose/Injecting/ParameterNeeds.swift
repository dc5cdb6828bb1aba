/// The registrations of some imposers, and those that the parameters of their providers lead to.
struct ParameterNeeds {
    private(set) var nodes: [Need] = []
    /// The nodes that belong to the imposers; the others are only needed by some of them.
    private(set) var own: Range<Int> = 0..<0
    /// The nodes whose instance, or one that it needs, is made asynchronously.
    private(set) var awaited: Set<Int> = []
    /// For each node, the nodes that its provider's parameters are got from.
    private var needs: [[Int]] = []
    /// The positions of the nodes by the objects that they consist of, which the nodes hold.
    private var indexes: [[ObjectIdentifier?]: Int] = [:]

    /// - Parameters:
    ///   - imposers: The imposers whose registrations are looked at.
    ///   - scope: The scope in which their instances are asked for.
    init(_ imposers: [ImposerNode], in scope: ImposerNode?) {
        for imposer in imposers {
            for case let record? in imposer.records where record.original == nil {
                _ = index(of: Need(record, heldBy: imposer, in: scope))
            }
        }
        own = nodes.indices
        // What is needed is added, and has needs as well.
        while needs.count < nodes.count {
            let node = nodes[needs.count]
            let arguments = node.registration.arguments
            let found = node.needs { _, type in arguments.contains { $0 == type } }
            needs.append(found.map { index(of: $0.1) })
        }
        var needing: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, needs) in needs.enumerated() {
            for need in needs { needing[need].append(index) }
        }
        var reached = nodes.indices.filter { nodes[$0].registration.isAsynchronous }
        while let index = reached.popLast() {
            if awaited.insert(index).inserted { reached += needing[index] }
        }
    }

    private mutating func index(of node: Need) -> Int {
        let parts: [AnyObject?] = [node.registration, node.holder, node.scope]
        let identity = parts.map { $0.map(ObjectIdentifier.init) }
        if let index = indexes[identity] { return index }
        nodes.append(node)
        indexes[identity] = nodes.count - 1
        return nodes.count - 1
    }

    /// Returns the nodes with awaited instances that a node needs, directly or through others, each after its own
    /// needs.
    func awaitedNeeds(of index: Int) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = [index]
        func visit(_ index: Int) {
            // No way to an awaited one leads through one that is not.
            for need in needs[index] where awaited.contains(need) && seen.insert(need).inserted {
                visit(need)
                found.append(need)
            }
        }
        visit(index)
        return found
    }
}
