import TestSupport
import Testing

@testable import Impose

private final class Basket: Sendable {}

@Suite("An imposer whose instances are kept by a scope that is not its own")
struct ImposerNodeTests {
    @Test(
        "An imposer holds nothing of another one's scope that kept an instance for it and is gone",
        arguments: [true, false]
    )
    func gone(isDisposed: Bool) {
        let lender = Imposer()
        lender.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        var scope: Imposer? = Imposer().openScope()
        let basket = scope?.run { Watched(lender.inject(of: Basket.self)) }
        #expect(basket?.isGone == false)
        let node = scope.map { Watched($0.node) }
        if isDisposed { scope?.dispose() }
        scope = nil
        #expect(basket?.isGone == true)
        #expect(node?.isGone == true)
        withExtendedLifetime(lender) {}
    }

    @Test("Several imposers hold nothing of another one's scope that kept instances for them")
    func several() {
        let lenders = (0..<3).map { _ in Imposer() }
        for lender in lenders { lender.impose(for: Basket.self, option: .scopedInstance, Basket.init) }
        var scope: Imposer? = Imposer().openScope()
        let baskets = lenders.compactMap { lender in scope?.run { Watched(lender.inject(of: Basket.self)) } }
        let node = scope.map { Watched($0.node) }
        scope = nil
        #expect(baskets.count == 3 && baskets.allSatisfy(\.isGone))
        #expect(node?.isGone == true)
        withExtendedLifetime(lenders) {}
    }
}
