// The shop that the tour walks through. Nothing here knows of the container but for `import Impose` where something
// is injected: types are written the way they would be without it.

import Impose

// MARK: The protocols that the shop needs

protocol PaymentGateway: Sendable {
    var name: String { get }
}

protocol Clock: Sendable {
    var now: String { get }
}

// MARK: Their implementations

struct StripeGateway: PaymentGateway {
    let name = "Stripe"
}

struct SandboxGateway: PaymentGateway {
    let name = "Sandbox"
}

struct SystemClock: Clock {
    var now: String { "12:00" }
}

// MARK: Three ways to get a dependency

/// Default arguments: tests pass their own gateway, the app passes nothing.
final class Checkout: Sendable {
    let gateway: any PaymentGateway
    let clock: any Clock

    init(gateway: any PaymentGateway = inject(), clock: any Clock = inject()) {
        self.gateway = gateway
        self.clock = clock
    }
}

/// A property wrapper: its dependency is injected when it is first read.
final class Receipt {
    @Injected var gateway: any PaymentGateway
    @Injected var clock: any Clock
    @UnforceInjected var printer: (any Printer)?

    var text: String { "paid with \(gateway.name) at \(clock.now), \(printer == nil ? "not printed" : "printed")" }
}

/// A parameter of the initializer that is imposed: `impose(for: Order.self, Order.init)`.
final class Order: Sendable {
    let gateway: any PaymentGateway
    let clock: any Clock
    let item: String

    init(item: String, gateway: any PaymentGateway, clock: any Clock) {
        self.item = item
        self.gateway = gateway
        self.clock = clock
    }
}

/// A protocol that nothing is imposed for.
protocol Printer {}

// MARK: Discounts, for matching by distance

protocol Discount: Sendable {
    var text: String { get }
}

protocol SeasonalDiscount: Discount {}

protocol SummerDiscount: SeasonalDiscount {}

struct AnySeason: SeasonalDiscount {
    let text = "5 % in any season"
}

struct Summer: SummerDiscount {
    let text = "20 % in summer"
}

// MARK: Shipping, for ties

protocol Carrier: Sendable {
    var name: String { get }
}

struct Bicycle: Carrier {
    let name = "bicycle"
}

struct Van: Carrier {
    let name = "van"
}

// MARK: Taxes, for a module and another imposer

protocol Tax: Sendable {
    var rate: Int { get }
}

struct DomesticTax: Tax {
    let rate = 19
}

struct ReducedTax: Tax {
    let rate = 7
}

struct TaxModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Tax.self, DomesticTax())
    }
}

struct ReducedTaxModule: ModuleInjector {
    var type: ImposerType { .custom("reduced") }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Tax.self, ReducedTax())
    }
}

// MARK: A cycle

final class Stock: Sendable {
    init(warehouse: Warehouse) {}
}

final class Warehouse: Sendable {
    init(stock: Stock) {}
}
