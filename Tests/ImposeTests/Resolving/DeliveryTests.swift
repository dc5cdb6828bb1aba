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

    @Test("is shared as long as somebody holds it, and then gone")
    func heldWeakly() {
        let clerk = Self.escaped()
        var stock: Stock? = clerk.use { inject() }
        for _ in 0..<2 { #expect(clerk.use { inject(of: Stock.self) } === stock) }
        let watched = stock.map { Watched($0) }
        stock = nil
        #expect(watched?.isGone == true)
    }

    @Test("is not held for one who waited for it either, nor by what that one's imposer remembers")
    func waitedFor() {
        let (isBegun, calls) = (Barrier(2), CallCounter())
        let office = Imposer.isolated { () -> Office in
            Imposer.impose(for: Office.self, Office.init)
            Imposer.impose(for: Stock.self) {
                if calls.increment() == 1 {
                    isBegun.wait()
                    // Time for the other thread to come and wait.
                    usleep(20_000)
                }
                return Stock()
            }
            return inject()
        }
        let seen = Collected<Watched<Stock>>()
        onThreads(2) { _, thread in
            if thread == 1 { isBegun.wait() }
            seen.add(Watched(office.imposer.inject(of: Stock.self)))
        }
        #expect(seen.all.map(\.isGone) == [true, true])
        withExtendedLifetime(office) {}
    }

    @Test("is not held by the directory if it is a value, which can't be held weakly")
    func values() {
        let clerk = Self.escaped()
        let stock = clerk.use { Watched(inject(of: Shelf.self).stock) }
        #expect(stock.isGone)
    }

    @Test("is held while somebody else still uses the directory")
    func held() {
        let (clerk, context) = Imposer.isolated { (inject(of: Clerk.self), Imposer.currentContext()) }
        let stock = clerk.use { Watched(inject(of: Stock.self)) }
        #expect(!stock.isGone)
        withExtendedLifetime(context) {}
    }
}
