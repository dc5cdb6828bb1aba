// A program in the Swift 5 language mode: it imposes in every spelling, and the compiler has nothing to say about it.

import Impose

protocol Gateway {
    var name: String { get }
}

struct Stripe: Gateway {
    let name = "Stripe"
}

final class Counter {
    static func make() throws -> Counter { Counter() }
}

final class Ledger {
    let gateway: any Gateway
    let counter: Counter

    init(gateway: any Gateway, counter: Counter) {
        self.gateway = gateway
        self.counter = counter
    }
}

@MainActor
final class Screen {
    let ledger: Ledger

    init(ledger: Ledger) {
        self.ledger = ledger
    }
}

struct Receipt {
    @Injected var gateway: any Gateway
    let ledger: Ledger

    init(ledger: Ledger = inject()) {
        self.ledger = ledger
    }
}

func makeLedger(_ gateway: any Gateway) -> Ledger {
    Ledger(gateway: gateway, counter: Counter())
}

@main
struct Swift5Client {
    static func main() async {
        for imposer in [Imposer.shared, Imposer()] { impose(on: imposer) }
        imposeOnPrimary()
        precondition(Receipt().gateway.name == "Stripe")
        precondition(Receipt().ledger.gateway.name == "Stripe")

        // An initializer of the main actor takes its actor along.
        let elsewhere = await Task.detached { unforceInject(of: Screen.self) }.value
        precondition(elsewhere == nil)
        await MainActor.run { precondition(inject(of: Screen.self).ledger.gateway.name == "Stripe") }
    }

    static func impose(on imposer: Imposer) {
        imposer.impose(for: Gateway.self, Stripe())
        imposer.impose(for: Gateway.self) { Stripe() }
        imposer.impose(for: Gateway.self, Stripe.init)
        imposer.impose(for: Counter.self, instance: Counter())
        imposer.impose(for: Counter.self, named: "made", Counter.make)
        imposer.impose(for: Counter.self, .init())
        imposer.impose(for: Counter.self, option: .closureBased, onConflict: .replace, Counter.init)
        imposer.impose(for: Ledger.self, makeLedger)
        imposer.impose(for: Ledger.self) { (gateway: any Gateway, counter: Counter) in
            Ledger(gateway: gateway, counter: counter)
        }
        imposer.impose(for: Ledger.self, Ledger.init(gateway:counter:))
        imposer.impose(for: Screen.self) { @MainActor [] (ledger: Ledger) in Screen(ledger: ledger) }
        imposer.impose(for: Screen.self, Screen.init).preferred()
    }

    static func imposeOnPrimary() {
        Imposer.impose(for: Gateway.self) { Stripe() }
        Imposer.impose(for: Gateway.self, Stripe.init)
        Imposer.impose(for: Ledger.self, option: .closureBased, Ledger.init)
        Imposer.impose(for: Screen.self, Screen.init)
    }
}
