import Impose
import TestSupport
import Testing

@Suite("A scope inside a scope, and what is made in it with a handle")
struct NestedScopeHandleTests {
    @Test("does not keep the outer one, where that has an object which was made in the inner one")
    func outerGone() {
        final class Desk: Sendable {
            private let basket = Injected<NestedBasket>()
        }
        let imposer = Imposer()
        func outer() -> Watched<Imposer> {
            let outer = imposer.openScope()
            outer.impose(for: Desk.self) { (asked: Imposer) in asked.openScope().run { Desk() } }
            _ = outer.inject(of: Desk.self)
            return Watched(outer)
        }
        #expect(outer().isGone)
    }
}
