// A shop with everything wrong that validating finds before a customer does.

import Impose

// MARK: The parts of the broken shop

/// A protocol that nothing is imposed for.
protocol Address: Sendable {}

final class Invoice: Sendable {
    init(address: any Address, gateway: any PaymentGateway) {}
}

final class Parcel: Sendable {
    init(carrier: any Carrier, invoice: Invoice) {}
}

/// A class with one instance for each scope.
final class Basket: Sendable {}

/// A class with one instance for all, which holds a basket.
final class Counter: Sendable {
    init(basket: Basket) {}
}

/// Imposes them on the current directory.
func imposeBrokenShop() {
    Imposer.impose(for: PaymentGateway.self, SandboxGateway())
    Imposer.impose(for: PaymentGateway.self, StripeGateway())
    Imposer.impose(for: Bicycle.self, Bicycle())
    Imposer.impose(for: Van.self, Van())
    Imposer.impose(for: Invoice.self, Invoice.init)
    Imposer.impose(for: Parcel.self, option: .closureBased, Parcel.init)
    Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
    Imposer.impose(for: Counter.self, Counter.init)
    Imposer.impose(for: Stock.self, Stock.init)
    Imposer.impose(for: Warehouse.self, Warehouse.init)
    // No module is forgotten: that would be said of all that is missing.
    Imposer.provide(using: TaxModule(), ReducedTaxModule())
}
