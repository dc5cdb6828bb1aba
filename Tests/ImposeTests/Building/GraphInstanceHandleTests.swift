import Impose
import Testing

@Suite("A graph instance with a handle, and what a scope keeps")
struct GraphInstanceHandleTests {
    private final class Panel: Sendable {
        let count: Injected<Int>

        init(count: Injected<Int>) { self.count = count }
    }

    private final class Basket: Sendable {
        let panel: Panel

        init(panel: Panel) { self.panel = panel }
    }

    private struct Page: Sendable {
        let panel: Panel
        let basket: Basket
    }

    @Test("A scope's instance and an unkept one share no graph instance with a handle", arguments: [true, false])
    func keptByScope(isPanelFirst: Bool) {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Panel.self, option: .graphInstance, Panel.init)
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        if isPanelFirst {
            imposer.impose(for: Page.self, option: .closureBased) { (panel: Panel, basket: Basket) in
                Page(panel: panel, basket: basket)
            }
        } else {
            imposer.impose(for: Page.self, option: .closureBased) { (basket: Basket, panel: Panel) in
                Page(panel: panel, basket: basket)
            }
        }
        weak var scope: Imposer?
        do {
            let opened = imposer.openScope()
            scope = opened
            let (page, next) = (opened.inject(of: Page.self), opened.inject(of: Page.self))
            #expect(page.panel !== page.basket.panel)
            #expect(next.basket === page.basket && next.panel !== page.panel)
            #expect(page.panel.count() == 1 && page.basket.panel.count() == 1)
        }
        // A handle that the scope's own basket has must not hold the scope.
        #expect(scope == nil)
    }
}
