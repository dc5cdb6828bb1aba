/// The registrations of some imposers, and those that the parameters of their providers lead to.
///
/// It makes nothing, so it does not know what providers ask for in their bodies.
struct ParameterNeeds {
    /// A registration in the imposer that holds it.
    struct Node {
        let record: RegistrationRecord
        let holder: Imposer
        /// The scope in which its provider's parameters are asked for.
        let scope: Imposer?

        /// - Parameter scope: The scope in which its instance is asked for.
        init(_ record: RegistrationRecord, heldBy holder: Imposer, askedIn scope: Imposer?) {
            self.record = record
            self.holder = holder
            self.scope = record.scopeOfParameters(heldBy: holder, askedIn: scope)
        }
    }

    private struct Identity: Hashable {
        let record: ObjectIdentifier
        let holder: SerialNumber
        let scope: SerialNumber?
    }

    private(set) var nodes: [Node] = []
    /// The nodes that belong to the imposers; the others are only needed by some of them.
    private(set) var own: Range<Int> = 0..<0
    /// For each node, whether its instance, or one that it needs, is made asynchronously.
    private(set) var areAwaited: [Bool] = []
    /// For each node, the nodes that its provider's parameters are got from.
    private var needs: [[Int]] = []
    private var indexes: [Identity: Int] = [:]

    /// - Parameters:
    ///   - imposers: The imposers whose registrations are looked at.
    ///   - scope: The scope in which their instances are asked for.
    init(_ imposers: [Imposer], in scope: Imposer?) {
        for imposer in imposers {
            for case let record? in imposer.records where imposer.isInForce(record) {
                _ = index(of: Node(record, heldBy: imposer, askedIn: scope))
            }
        }
        own = nodes.indices
        // What is needed is added, and has needs as well.
        while needs.count < nodes.count { needs.append(findNeeds(of: nodes[needs.count])) }
        findAwaited()
    }

    private mutating func index(of node: Node) -> Int {
        let record = ObjectIdentifier(node.record)
        let identity = Identity(record: record, holder: node.holder.number, scope: node.scope?.number)
        if let index = indexes[identity] { return index }
        nodes.append(node)
        indexes[identity] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func findNeeds(of node: Node) -> [Int] {
        let origin = Origin(asked: node.holder, scope: node.scope)
        let order = SearchOrder(from: origin)
        var found: [Int] = []
        for key in node.record.needs(from: origin) {
            let matching = Matching(requested: key.type, name: key.name, rules: .nearest)
            guard let winner = Resolver.winner(matching, order) else { continue }
            found.append(index(of: Node(winner.registration, heldBy: winner.imposer, askedIn: node.scope)))
        }
        return found
    }

    private mutating func findAwaited() {
        var needing: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, needs) in needs.enumerated() {
            for need in needs { needing[need].append(index) }
        }
        areAwaited = Array(repeating: false, count: nodes.count)
        var reached = nodes.indices.filter { nodes[$0].record.isAsynchronous }
        while let index = reached.popLast() {
            if areAwaited[index] { continue }
            areAwaited[index] = true
            reached += needing[index]
        }
    }

    /// Returns the nodes with awaited instances that a node needs, directly or through others, each after its own
    /// needs.
    func awaitedNeeds(of index: Int) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = [index]
        func visit(_ index: Int) {
            // No way to an awaited one leads through one that is not.
            for need in needs[index] where areAwaited[need] && seen.insert(need).inserted {
                visit(need)
                found.append(need)
            }
        }
        visit(index)
        return found
    }
}

extension RegistrationRecord {
    /// The keys under which its instance needs others before it is made: that of its original, or those of its
    /// provider's parameters, except for arguments and handles.
    ///
    /// - Parameter origin: Where they are asked for.
    fileprivate func needs(from origin: Origin) -> [RegistrationKey] {
        if let original { return [original] }
        let arguments = arguments
        return parameters.filter { parameter in
            !arguments.contains { $0 == parameter } && !origin.isHandle(parameter)
        }
        .map { RegistrationKey(type: $0, name: nil) }
    }
}
