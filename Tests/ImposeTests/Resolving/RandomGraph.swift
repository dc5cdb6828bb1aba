import TestSupport

/// One of the types of a random graph, by the number of its node.
protocol Tag: SendableMetatype {
    static var number: Int { get }
}

enum Tag0: Tag { static let number = 0 }
enum Tag1: Tag { static let number = 1 }
enum Tag2: Tag { static let number = 2 }
enum Tag3: Tag { static let number = 3 }
enum Tag4: Tag { static let number = 4 }
enum Tag5: Tag { static let number = 5 }
enum Tag6: Tag { static let number = 6 }
enum Tag7: Tag { static let number = 7 }
enum Tag8: Tag { static let number = 8 }
enum Tag9: Tag { static let number = 9 }
enum Tag10: Tag { static let number = 10 }
enum Tag11: Tag { static let number = 11 }

/// The tags, whose types tell the registrations of a random graph apart.
let tags: [any Tag.Type] = [
    Tag0.self, Tag1.self, Tag2.self, Tag3.self, Tag4.self, Tag5.self, Tag6.self, Tag7.self, Tag8.self, Tag9.self,
    Tag10.self, Tag11.self,
]

/// A random graph of registrations, each with its lifetime and its needs.
struct RandomGraph: Sendable, CustomStringConvertible {
    enum Lifetime: String, CaseIterable {
        case single, closureBased, graph, scoped, weak

        /// Whether an imposer or a scope keeps the instance, or knows it.
        var isKept: Bool { self != .closureBased && self != .graph }
    }

    enum Home: String, CaseIterable {
        case nowhere, mainActor, ownActor
    }

    /// A way in which a provider gets something that it needs.
    enum Way: String, CaseIterable {
        case parameter
        /// By `injectAsync` in its body.
        case awaited
        /// By `tryInject` in its body, which does without if that has to be awaited.
        case tried
        /// By a child task.
        case childTask
        /// By a task of a group.
        case group
    }

    struct Need: CustomStringConvertible {
        let node: Int
        let way: Way

        var description: String { "\(way) \(node)" }
    }

    struct Node: CustomStringConvertible {
        let lifetime: Lifetime
        let home: Home
        let isAsynchronous: Bool
        let needs: [Need]

        var description: String {
            "\(lifetime) \(isAsynchronous ? "asynchronous" : "synchronous") \(home) needs \(needs)"
        }
    }

    let nodes: [Node]

    var description: String { nodes.enumerated().map { "\($0): \($1)" }.joined(separator: "\n") }

    /// - Parameters:
    ///   - mayHaveCycles: Whether a node may need one that comes before it.
    ///   - mayBeAwaited: Whether a provider may be asynchronous.
    init(mayHaveCycles: Bool, mayBeAwaited: Bool, using generator: inout SeededGenerator) {
        let count = Int.random(in: 2...12, using: &generator)
        nodes = (0..<count).map { number in
            let isAsynchronous = mayBeAwaited && Bool.random(using: &generator)
            let ways: [Way] = isAsynchronous ? Way.allCases : [.parameter, .parameter, .tried]
            let others = mayHaveCycles ? 0..<count : number + 1..<count
            let wanted = [0, 1, 1, 2, 2, 3].randomElement(using: &generator) ?? 0
            var needs: [Need] = []
            for _ in 0..<(others.isEmpty ? 0 : wanted) {
                // Needs that lie near make graphs deep.
                let isNear = Bool.random(using: &generator)
                let near = others.clamped(to: others.lowerBound..<min(others.lowerBound + 3, others.upperBound))
                let node = Int.random(in: isNear ? near : others, using: &generator)
                let way = ways.randomElement(using: &generator) ?? .parameter
                if way == .parameter, needs.count(where: { $0.way == .parameter }) == 2 { continue }
                needs.append(Need(node: node, way: way))
            }
            // A thread is on no actor.
            let isAtHome = mayBeAwaited ? Bool.random(using: &generator) : Int.random(in: 0..<10, using: &generator) > 0
            return Node(
                lifetime: Lifetime.allCases.randomElement(using: &generator) ?? .single,
                home: isAtHome ? .nowhere : [.mainActor, .ownActor].randomElement(using: &generator) ?? .nowhere,
                isAsynchronous: isAsynchronous,
                needs: needs
            )
        }
    }

    /// The outcome of an injection that is awaited.
    enum Fate {
        case completes
        case isCircular
        /// It depends on whether the instance that is tried has to be awaited.
        case either
    }

    func fate(of node: Int) -> Fate {
        if reachesCycle(node, by: { _ in true }) == false { return .completes }
        return reachesCycle(node) { $0 != .tried } ? .isCircular : .either
    }

    /// Whether a node or something that it needs is asynchronous or belongs to an actor, so that no thread gets it.
    func reachesAwaited(_ node: Int) -> Bool {
        reachable(from: [node]) { _ in true }.union([node])
            .contains { nodes[$0].isAsynchronous || nodes[$0].home != .nowhere }
    }

    /// Whether the needs of a node, of some ways alone, reach a cycle of such needs.
    private func reachesCycle(_ node: Int, by isCounted: (Way) -> Bool) -> Bool {
        let reached = reachable(from: [node], by: isCounted).union([node])
        return reached.contains { reachable(from: [$0], by: isCounted).contains($0) }
    }

    /// The nodes that can be reached by at least one step.
    private func reachable(from start: [Int], by isCounted: (Way) -> Bool) -> Set<Int> {
        var reached: Set<Int> = []
        var open = start
        while let node = open.popLast() {
            for need in nodes[node].needs where isCounted(need.way) && reached.insert(need.node).inserted {
                open.append(need.node)
            }
        }
        return reached
    }
}
