import Impose
import TestSupport
import Testing

@Suite("A scope inside a scope, and what is made in it with a handle")
struct NestedScopeHandleTests {
    @Test("An object made in an inner scope does not keep the outer scope that has it")
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

    @Test("Handles of an outer scope's registration inject from the inner scope that asked")
    func registeredOutside() {
        final class Desk: Sendable {
            let (kept, each, asked): (Injected<NestedBasket>, Imposed<NestedBasket>, Imposer)
            init(kept: Injected<NestedBasket>, each: Imposed<NestedBasket>, asked: Imposer) {
                (self.kept, self.each, self.asked) = (kept, each, asked)
            }
        }
        let outer = Imposer().openScope()
        outer.impose(for: NestedBasket.self, option: .scopedInstance, NestedBasket.init)
        outer.impose(for: Desk.self, option: .closureBased, Desk.init)
        let inner = outer.openScope()
        let desk = inner.inject(of: Desk.self)
        let own = inner.inject(of: NestedBasket.self)
        #expect(desk.kept() === own && desk.each() === own && desk.asked.inject(of: NestedBasket.self) === own)
        // One of the outer scope follows the running one.
        let outerDesk = outer.inject(of: Desk.self)
        #expect(inner.run { outerDesk.each() } === own)
        #expect(outerDesk.each() === outer.inject(of: NestedBasket.self) && outerDesk.each() !== own)
    }
}
