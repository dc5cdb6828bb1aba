import Impose
import TestSupport
import Testing

private protocol Gateway: Sendable {
    var name: String { get }
}

private struct Stripe: Gateway {
    let name = "Stripe"
}

private struct Sandbox: Gateway {
    let name = "Sandbox"
}

private final class Checkout: Sendable {
    let gateway: any Gateway

    init(gateway: any Gateway = inject()) { self.gateway = gateway }
}

private final class Receipt {
    @Injected var gateway: any Gateway
    @UnforceInjected var printer: (any Printer)?
    @InjectedWeakly var till: Till?
    @InjectedAll var discounts: [any Discount]
    @Imposed var current: any Gateway
}

private final class Desk: InjectionOwner {
    let imposer: Imposer
    @OwnerInjected var gateway: any Gateway

    init(_ imposer: Imposer) { self.imposer = imposer }
}

private protocol Printer {}

private final class Till: Sendable {}

private struct Order: Sendable {
    let item: String
    let gateway: any Gateway
}

private protocol Discount: Sendable {}
private protocol Seasonal: Discount {}
private protocol Summer: Seasonal {}
private struct AnySeason: Seasonal {}
private struct Beach: Summer {}

private protocol Carrier: Sendable {}
private struct Bicycle: Carrier {}
private struct Van: Carrier {}

private protocol Tax: Sendable {
    var rate: Int { get }
}

private struct Domestic: Tax {
    let rate = 19
}

private struct Reduced: Tax {
    let rate = 7
}

private struct TaxModule: ModuleInjector {
    func provide(for imposer: Imposer) { imposer.impose(for: Tax.self, Domestic()) }
}

private struct ReducedModule: ModuleInjector {
    var type: ImposerType { .custom("reduced") }
    var requires: [any ModuleInjector] { [TaxModule()] }

    func provide(for imposer: Imposer) { imposer.impose(for: Tax.self, Reduced()) }
}

/// The chapters of the tour, as far as they need no inspecting.
@Suite("The everyday use of a lean program")
struct MainWayTests {
    /// Runs in an empty directory of its own.
    private func shop(_ body: () throws -> Void) rethrows {
        try Imposer.isolated(empty: true) {
            Imposer.impose(for: Gateway.self, Stripe())
            try body()
        }
    }

    @Test("A lean program injects by default arguments, arguments and names")
    func injecting() throws {
        try shop {
            #expect(Checkout().gateway.name == "Stripe")
            #expect(Checkout(gateway: Sandbox()).gateway.name == "Sandbox")
            Imposer.impose(for: Order.self, option: .closureBased, Order.init)
            let order = inject(of: Order.self, arguments: "a bell")
            #expect((order.item, order.gateway.name) == ("a bell", "Stripe"))
            Imposer.impose(for: Gateway.self, named: "sandbox", Sandbox())
            #expect(inject(of: Gateway.self, named: "sandbox").name == "Sandbox")
            let tried = try tryInject(of: Gateway.self)
            #expect(tried.name == "Stripe")
            #expect(unforceInject(of: Printer.self) == nil)
            #expect(Imposer.isImposed(Gateway.self))
            #expect(!Imposer.isImposed(Printer.self))
        }
    }

    @Test("A lean program injects by every wrapper")
    func wrappers() {
        shop {
            let till = Till()
            Imposer.impose(for: Till.self, instance: till)
            Imposer.impose(for: Beach.self, Beach())
            let receipt = Receipt()
            #expect(receipt.gateway.name == "Stripe")
            #expect(receipt.printer == nil)
            #expect(receipt.till === till)
            #expect(receipt.discounts.count == 1)
            Imposer.impose(for: Gateway.self, Sandbox())
            #expect((receipt.gateway.name, receipt.current.name) == ("Stripe", "Sandbox"))
            #expect(Desk(.shared).gateway.name == "Sandbox")
        }
    }

    @Test("A lean program matches by distance, settles a tie, and injects all")
    func matching() throws {
        try shop {
            Imposer.impose(for: Seasonal.self, AnySeason())
            Imposer.impose(for: Summer.self, Beach())
            #expect(inject(of: Discount.self) is AnySeason)
            #expect(inject(of: Discount.self, ifNoMatchUse: .furthest) is Beach)
            let all = try injectAll(of: Discount.self)
            #expect(all.count == 2)
            Imposer.impose(for: Bicycle.self, Bicycle())
            let van = Imposer.impose(for: Van.self, Van())
            #expect(failure { () throws(ImposeError) in try tryInject(of: Carrier.self) }?.kind == .ambiguous)
            van.preferred()
            #expect(inject(of: Carrier.self) is Van)
        }
    }

    @Test("A lean program searches among many registrations without the metadata's reader")
    func searching() {
        func impose<Content>(_: Content.Type, in imposer: Imposer, depth: Int) {
            imposer.impose(for: Content.self) { fatalError("Nobody asks for it") }
            if depth > 0 { impose(Content?.self, in: imposer, depth: depth - 1) }
        }
        let imposer = Imposer()
        impose(Till.self, in: imposer, depth: 60)
        imposer.impose(for: Van.self, Van())
        #expect(imposer.inject(of: Carrier.self) is Van)
    }

    @Test("A lean program provides by modules, and falls back on the primary imposer")
    func modules() {
        shop {
            Imposer.provide(using: ReducedModule())
            #expect(inject(of: Tax.self).rate == 19)
            #expect(inject(from: .custom("reduced"), of: Tax.self).rate == 7)
            #expect(inject(from: .custom("reduced"), of: Gateway.self).name == "Stripe")
        }
    }

    @Test("A lean program has aliases, removing, replacing, storing and hooks")
    func registrations() throws {
        try shop {
            Imposer.impose(for: Stripe.self, Stripe()).alias(Gateway.self) { $0 }
            #expect(inject(of: Gateway.self).name == "Stripe")
            Imposer.impose(for: Gateway.self, Sandbox())
            #expect(inject(of: Gateway.self).name == "Sandbox")
            try Imposer.store(Stripe(), for: Gateway.self)
            #expect(inject(of: Gateway.self).name == "Stripe")
            Imposer.remove(for: Gateway.self)
            // By the registration of the struct.
            #expect(inject(of: Gateway.self) is Stripe)
            Imposer.remove(for: Stripe.self)
            #expect(!Imposer.isImposed(Gateway.self))
            let (made, disposed) = (CallCounter(), CallCounter())
            Imposer.impose(for: Till.self) { Till() }
                .onCreate { _ in made.increment() }
                .onDispose { _ in disposed.increment() }
            _ = inject(of: Till.self)
            Imposer.shared.reset()
            _ = inject(of: Till.self)
            #expect((made.count, disposed.count) == (2, 1))
        }
    }

    @Test("A lean program keeps instances by every lifetime")
    func lifetimes() {
        let imposer = Imposer()
        func isKept(_ option: InjectOption) -> Bool {
            imposer.impose(for: Till.self, option: option) { Till() }
            let first = imposer.inject(of: Till.self)
            return withExtendedLifetime(first) { imposer.inject(of: Till.self) === first }
        }
        #expect(isKept(.singleInstance))
        #expect(isKept(.weakInstance))
        #expect(isKept(.scopedInstance))
        #expect(!isKept(.closureBased))
        #expect(!isKept(.graphInstance))
        imposer.impose(for: Till.self, option: .weakInstance) { Till() }
        weak let gone = imposer.inject(of: Till.self)
        #expect(gone == nil)
    }
}
