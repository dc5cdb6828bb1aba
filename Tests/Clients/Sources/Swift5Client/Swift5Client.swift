// A program in the Swift 5 language mode: it imposes in every spelling, and the compiler has nothing to say about it.

import Impose

protocol Gateway {
    var name: String { get }
}

struct Stripe: Gateway {
    let name = "Stripe"
}

final class Counter {
    private(set) var closed = 0

    static func make() throws -> Counter { Counter() }

    func close() { closed += 1 }

    func tryToClose() throws { closed += 1 }

    func closeLater() async {
        await Task.yield()
        closed += 1
    }
}

final class Ledger {
    let gateway: any Gateway
    let counter: Counter

    init(gateway: any Gateway, counter: Counter) {
        self.gateway = gateway
        self.counter = counter
    }
}

/// A class whose instances are made by awaiting.
final class Archive {
    let gateway: any Gateway

    init(gateway: any Gateway) async throws {
        await Task.yield()
        self.gateway = gateway
    }

    static func open(gateway: any Gateway) async -> Archive? { try? await Archive(gateway: gateway) }
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

        disposeSynchronously()
        await disposeAwaiting()
        await imposeAwaiting()

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

    /// Disposers in every spelling, in a synchronous function.
    static func disposeSynchronously() {
        let imposer = Imposer()
        imposer.impose(for: Counter.self, Counter())
            .onDispose { $0.close() }
            .onDispose { try $0.tryToClose() }
            .onDispose { _ in }
            .onDispose { counter in
                let closed = counter.closed
                precondition(closed == 2)
                counter.close()
            }
        let counter = imposer.inject(of: Counter.self)
        precondition(imposer.dispose() == nil)
        precondition(counter.closed == 3)
    }

    /// The same in an asynchronous one.
    static func disposeAwaiting() async {
        let imposer = Imposer()
        imposer.impose(for: Counter.self, Counter())
            .onDispose { $0.close() }
            .onDispose { try $0.tryToClose() }
            .onDispose { await $0.closeLater() }
            .onDispose { counter in
                await counter.closeLater()
                try counter.tryToClose()
            }
        let counter = imposer.inject(of: Counter.self)
        let failures = await imposer.disposeAsync()
        precondition(failures.isEmpty)
        precondition(counter.closed == 5)
        let other = Imposer()
        other.impose(for: Counter.self, Counter()).onDispose { $0.close() }
        let another = other.inject(of: Counter.self)
        other.dispose()
        precondition(another.closed == 1)
        await other.shutdown(within: .seconds(1))
    }

    /// Asynchronous providers, in every spelling.
    static func imposeAwaiting() async {
        let imposer = Imposer()
        imposer.impose(for: Gateway.self, Stripe.init)
        imposer.impose(for: Archive.self, Archive.init)
        imposer.impose(for: Archive?.self, Archive.open)
        imposer.impose(for: Archive.self, named: "closure") { (gateway: any Gateway) in
            try await Archive(gateway: gateway)
        }
        imposer.impose(for: Archive.self, named: "closure without parameters") { try await Archive(gateway: Stripe()) }
        Imposer.impose(for: Archive.self, Archive.init)
        for name in [nil, "closure", "closure without parameters"] as [InjectionName?] {
            let archive = try? await imposer.injectAsync(of: Archive.self, named: name)
            precondition(archive?.gateway.name == "Stripe")
        }
    }

    static func imposeOnPrimary() {
        Imposer.impose(for: Gateway.self) { Stripe() }
        Imposer.impose(for: Gateway.self, Stripe.init)
        Imposer.impose(for: Ledger.self, option: .closureBased, Ledger.init)
        Imposer.impose(for: Screen.self, Screen.init)
    }
}
