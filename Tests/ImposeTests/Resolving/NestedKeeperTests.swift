import Impose
import TestSupport
import Testing

private final class Room: Sendable {
    let inner: Room?

    init(_ inner: Room?) { self.inner = inner }

    var depth: Int { 1 + (inner?.depth ?? 0) }
}

@Suite("Instances of one registration in several scopes")
struct NestedKeeperTests {
    /// Imposes a room that needs one of a scope inside, so many times.
    private func impose(_ count: Int, on imposer: Imposer, _ calls: CallCounter) {
        imposer.impose(for: Room.self, option: .scopedInstance) { [unowned imposer] in
            if calls.increment() == count { return Room(nil) }
            return try imposer.openScope().run { Room(try imposer.tryInject(of: Room.self)) }
        }
    }

    @Test("An instance may need one of the same registration from a scope inside, sixteen deep", arguments: [2, 16])
    func nested(count: Int) throws {
        let (imposer, calls) = (Imposer(), CallCounter())
        impose(count, on: imposer, calls)
        #expect(try imposer.openScope().run { try imposer.tryInject(of: Room.self) }.depth == count)
    }

    @Test("An instance that needs one of a scope inside more than sixteen deep is taken for a cycle")
    func tooDeep() throws {
        let (imposer, calls) = (Imposer(), CallCounter())
        impose(17, on: imposer, calls)
        let error = failure { () throws(ImposeError) in
            try imposer.openScope().run { () throws(ImposeError) in try imposer.tryInject(of: Room.self) }
        }
        #expect(error?.kind == .circular)
        #expect(calls.count == 16)
    }
}
