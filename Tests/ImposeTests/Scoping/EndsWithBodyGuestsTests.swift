import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

private final class Ware: Sendable {
    let stock: Stock

    init(stock: Stock) { self.stock = stock }
}

@Suite("A directory that ends with its body, and scopes of imposers outside that were opened in it", .imposing(empty: true))
struct EndsWithBodyGuestsTests {
    @Test("disposes of its instances, the latest first, over imposers and scopes, also those of imposers without a parent")
    func order() async {
        for way in EndingWay.allCases {
            let disposed = Collected<String>()
            let (imposers, asked, context, made) = await way.run {
                () -> ([Imposer], Imposed<Stock>, ImposerContext, [any Sendable]) in
                Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in disposed.add("stock") }
                Imposer.imposer(for: .secondary).impose(for: Ware.self, Ware.init)
                    .onDispose { _ in disposed.add("ware") }
                Imposer.impose(for: Int.self, option: .scopedInstance) { 7 }.onDispose { _ in disposed.add("scoped") }
                let alone = Imposer()
                alone.impose(for: Stock.self, Stock.init)
                let stranger = alone.openScope()
                stranger.impose(for: String.self, "").onDispose { _ in disposed.add("stranger") }
                let scope = Imposer.openScope()
                let child = Imposer(parent: .shared)
                child.impose(for: Bool.self, true).onDispose { _ in disposed.add("child") }
                let made: [any Sendable] = [
                    inject(of: Ware.self), child.inject(of: Bool.self), stranger.inject(of: String.self),
                    scope.inject(of: Int.self),
                ]
                #expect(disposed.all.isEmpty)
                let asked = stranger.run { Imposed<Stock>(from: alone) }
                return ([stranger, scope, child, .shared], asked, Imposer.currentContext(), made)
            }
            #expect(disposed.all == ["scoped", "stranger", "child", "ware", "stock"])
            withExtendedLifetime(made) {}
            // All of them are asked here and on a thread.
            func check() {
                #expect(kind { () throws(ImposeError) in try asked.tryInject() } == .disposed)
                for imposer in imposers {
                    #expect(kind { () throws(ImposeError) in try imposer.tryInject(of: Stock.self) } == .disposed)
                }
                #expect(context.run { Imposer().openScope().isDisposed })
            }
            check()
            onAnotherThread { check() }
        }
    }

    private func kind(_ injection: () throws(ImposeError) -> Stock) -> ImposeError.Kind? { failure(of: injection)?.kind }
}
