// The shop as an app would impose it, in one place.

import Impose

/// Imposes the parts of the shop on the current directory.
func imposeShop() {
    Imposer.impose(for: PaymentGateway.self, StripeGateway.init)
    Imposer.impose(for: Clock.self, SystemClock.init)
    Imposer.impose(for: SeasonalDiscount.self, AnySeason.init)
    Imposer.impose(for: SummerDiscount.self, Summer.init)
    Imposer.impose(for: Bicycle.self, Bicycle.init)
    Imposer.impose(for: Van.self, Van.init).preferred()
    Imposer.impose(for: Order.self, option: .closureBased, Order.init).expectingArguments(String.self)
    Imposer.impose(for: Till.self, Till.init)
    Imposer.impose(for: Delivery.self, option: .closureBased, Delivery.init)
    Imposer.provide(using: TaxModule(), ReducedTaxModule())
}

/// A class that takes everything as parameters, so that Impose knows its dependencies without building it.
final class Till: Sendable {
    init(gateway: any PaymentGateway, discount: any Discount, tax: any Tax) {}
}

/// A class that hands the parcels over when the till has been opened.
final class Delivery: Sendable {
    init(carrier: any Carrier, till: Injected<Till>, printer: (any Printer)?) {}
}
