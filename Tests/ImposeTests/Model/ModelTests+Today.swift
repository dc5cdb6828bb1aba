@testable import Impose

// What today's core has in a way of its own: see `ModelCore`.
extension ModelTests {
    static var changes: Set<ModelChange> { [] }
    static var mayHaveContexts: Bool { !ContextCount.isZero }
}
