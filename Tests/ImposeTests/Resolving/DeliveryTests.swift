import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

private struct Shelf: Sendable {
    let stock: Stock
}

/// An instance that injects in its own directory, and does not hold the result.
private final class Clerk: Sendable {
    private let context = Imposer.currentContext()

    func use<Result: Sendable>(_ body: () -> Result) -> Result { context.run(body) }
}

/// An instance with its own imposer, which remembers its answers.
private final class Office: Sendable {
    let imposer = Imposer(parent: .shared)
}

private func provide() {
    Imposer.impose(for: Clerk.self, Clerk.init)
    Imposer.impose(for: Stock.self, Stock.init)
    Imposer.impose(for: Shelf.self, Shelf.init)
}

@Suite("What is made when nobody but an instance uses a directory any more", .imposing(empty: true) { _ in provide() })
struct DeliveryTests {
    /// An instance that has outlived the directory that it was made in.
    private static func escaped() -> Clerk { Imposer.isolated { inject() } }

    @Test("An instance that was handed over is held while somebody else still uses its directory")
    func held() {
        let (clerk, context) = Imposer.isolated { (inject(of: Clerk.self), Imposer.currentContext()) }
        let stock = clerk.use { Watched(inject(of: Stock.self)) }
        #expect(!stock.isGone)
        withExtendedLifetime(context) {}
    }
}
