internal import Impose

/// The private imposers that are alive, so that an error can say "it is imposed, but over there".
///
/// It holds values, which keep no imposer open.
enum PrivateImposers {
    /// In the order in which they were made.
    private static let state = LockedState([NodeFacts]())
    /// There may be thousands, for instance one for each test or request. A failing injection looks at this many.
    static let mostLookedAt = 64

    static func add(_ node: NodeFacts) { state.withLock { $0.append(node) } }

    static func remove(_ node: NodeFacts) {
        // Most are gone soon after they were made.
        _ = state.withLock { nodes in nodes.lastIndex(of: node).map { nodes.remove(at: $0) } }
    }

    /// The line that made one; nil if it is none of these.
    static func location(of node: NodeFacts) -> Location? { node.isMember || node.isOfScope ? nil : node.location }

    /// All that are alive, the latest first.
    static var all: [NodeFacts] { state.withLock { $0.reversed() } }

    /// Those that were made last, in the order they were made.
    ///
    /// - Complexity: Constant, however many are alive.
    static var latest: [NodeFacts] { state.withLock { Array($0.suffix(mostLookedAt)) } }
}
