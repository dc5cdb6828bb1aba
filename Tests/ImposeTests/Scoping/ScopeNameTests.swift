import Impose
import TestSupport
import Testing

@Suite("Scopes and their names")
struct ScopeNameTests {
    @Test("A scope is found by any hashable name, the latest first, as long as it lives")
    func names() {
        let imposer = Imposer()
        let first = imposer.openScope(ScopeTestKey.request(1))
        var second: Imposer? = imposer.openScope(ScopeTestKey.request(1))
        #expect(imposer.scope(named: ScopeTestKey.request(1)) === second)
        #expect(imposer.scope(named: ScopeTestKey.request(2)) == nil)
        second = nil
        #expect(imposer.scope(named: ScopeTestKey.request(1)) === first)
        first.dispose()
        #expect(imposer.scope(named: ScopeTestKey.request(1)) == nil)
    }

    @Test("disposeScopes disposes of all scopes of a name")
    func disposeByName() {
        let imposer = Imposer()
        let scopes = (0..<3).map { _ in imposer.openScope("request") }
        let other = imposer.openScope("session")
        #expect(imposer.disposeScopes(named: "request") == 3)
        #expect(scopes.allSatisfy { $0.isDisposed })
        #expect(!other.isDisposed)
        #expect(imposer.disposeScopes(named: "request") == 0)
    }

    @Test("Scopes that threads open are found by their name in the order in which they were opened")
    func namedOnThreads() {
        let imposer = Imposer()
        let opened = Shared<[Imposer]>([])
        onThreads(5, rounds: 60) { round, thread in
            // One at a time: the threads meet before each round.
            if thread != (round * 3) % 5 { return }
            let scope = imposer.openScope("work")
            opened.withLock { $0.append(scope) }
            #expect(imposer.scope(named: "work") === scope)
        }
        let (scopes, order) = (opened.withLock { $0 }, Collected<Int>())
        for (number, scope) in scopes.enumerated() {
            scope.impose(for: Int.self, number).onDispose { order.add($0) }
            _ = scope.inject(of: Int.self)
        }
        for scope in scopes.suffix(10).reversed() {
            #expect(imposer.scope(named: "work") === scope)
            scope.dispose()
        }
        #expect(imposer.disposeScopes(named: "work") == 50)
        #expect(order.all == (0..<60).reversed())
    }
}
