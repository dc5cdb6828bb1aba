// Instances that have to be awaited: a shop whose books are opened and closed with `await`.

import Impose
import ImposeInspecting

// MARK: The bookkeeping

/// A list of sales.
actor Ledger {
    let year: Int
    private var sales: [String] = []

    private init(_ year: Int) { self.year = year }

    static func open(_ year: Int) async throws -> Ledger {
        print("  (the ledger of \(year) is opened)")
        return Ledger(year)
    }

    func write(_ sale: String) -> Int {
        sales.append(sale)
        return sales.count
    }

    func close() { print("  (the ledger of \(year) is closed, with \(sales.count) sale)") }
}

/// A class that need not know how a ledger is opened.
final class Cashier: Sendable {
    let ledger: Ledger

    init(ledger: Ledger) { self.ledger = ledger }
}

/// The goods that are left in the shop. They are fetched.
struct Inventory: Sendable {
    let bells: Int

    static func fetch(for ledger: Ledger) async throws -> Inventory { Inventory(bells: 7) }
}

/// A class that needs the fetched inventory, and is injected where nothing can be awaited.
final class ShopWindow: Sendable {
    let inventory: Inventory

    init(inventory: Inventory) { self.inventory = inventory }
}

/// Imposes the bookkeeping on the current directory.
func imposeBookkeeping() {
    Imposer.impose(for: Int.self, 2026)
    Imposer.impose(for: Ledger.self) { (year: Int) in try await Ledger.open(year) }
        .onDispose { await $0.close() }
    Imposer.impose(for: Cashier.self, Cashier.init)
    Imposer.impose(for: Inventory.self) { (ledger: Ledger) in try await Inventory.fetch(for: ledger) }
        .onDispose { _ in print("  (the inventory is let go)") }
    Imposer.impose(for: ShopWindow.self, ShopWindow.init)
}

// MARK: The chapters

func showAwaiting() async throws {
    try await Imposer.isolated(empty: true) {
        chapter("Asynchronous providers: awaited by those who need them")
        imposeBookkeeping()
        let cashier = try await injectAsync(of: Cashier.self)
        print("  sale", await cashier.ledger.write("a bicycle bell"), "of", cashier.ledger.year)
        print("  the same cashier:", inject(of: Cashier.self) === cashier)

        chapter("inject() can't await: the error says what does")
        show { _ = try tryInject(of: ShopWindow.self) }
        show(text: "\(Imposer.explain(ShopWindow.self))")

        chapter("Its cure: prepare it before anybody asks")
        try await Imposer.prepare()
        print("  bells in the window:", inject(of: ShopWindow.self).inventory.bells)
        show(text: "\(Imposer.explain(Inventory.self))")

        chapter("The end, in reverse order")
        await Imposer.shutdown()
    }
}
