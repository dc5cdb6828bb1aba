import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

/// An instance that injects in the directory that it was created in, and holds nothing of it.
private final class Clerk: Sendable {
    private let context = Imposer.currentContext()

    func stock() -> Stock { context.run { inject() } }
}

@Suite("What is kept when nobody uses its directory any more", .imposing(empty: true))
struct CachedInstanceTests {
    @Test(
        "is shared by those that escaped as long as somebody holds it, whatever held it before",
        arguments: [InjectOption.singleInstance, .weakInstance, .scopedInstance]
    )
    func shared(option: InjectOption) {
        let (clerk, stock) = Imposer.isolated { () -> (Clerk, Stock) in
            Imposer.impose(for: Clerk.self, Clerk.init)
            Imposer.impose(for: Stock.self, option: option, Stock.init)
            return (inject(), inject())
        }
        for _ in 0..<2 { #expect(clerk.stock() === stock) }
    }
}
