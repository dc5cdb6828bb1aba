import Impose
import TestSupport
import Testing

@Suite("Disposing of a scope, and its name", .timeLimit(.minutes(20)))
struct DroppedScopeTests {
    @Test("A scope is disposed of when its last reference goes, and not found by its name any more")
    func dropped() {
        let imposer = Imposer()
        let disposed = Collected<String>()
        imposer.impose(for: DisposalResource.self, option: .scopedInstance) { DisposalResource("scoped") }
            .onDispose { disposed.add($0.name) }
        var scope: Imposer? = imposer.openScope("request")
        let watched = scope.map { Watched($0.inject(of: DisposalResource.self)) }
        scope = nil
        #expect(watched?.isGone == true)
        #expect(disposed.all == ["scoped"])
        #expect(imposer.scope(named: "request") == nil)
    }
}
