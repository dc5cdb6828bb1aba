import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Network: Sendable {
    var name: String { get }
}

private struct Internet: Network { let name = "internet" }
private struct Recording: Network { let name = "recording" }

/// A class that gets its dependency by a parameter.
private final class Client: Sendable {
    let network: any Network

    init(network: any Network) { self.network = network }
}

/// A class that gets its dependency by a wrapper.
private final class Catalogue: Sendable {
    private let client = Injected<Client>()

    var network: any Network { client().network }
}

/// A class that gets its dependencies by a default argument and a lazy parameter.
private final class Basket: Sendable {
    let catalogue: Catalogue
    let client: Injected<Client>

    init(catalogue: Catalogue, client: Injected<Client>) {
        self.catalogue = catalogue
        self.client = client
    }
}

private final class Shop: Sendable {
    let basket: Basket
    let client: Client

    init(basket: Basket, client: Client = inject()) {
        self.basket = basket
        self.client = client
    }

    /// By each of the ways.
    var networks: [String] {
        [basket.catalogue.network.name, basket.client().network.name, client.network.name]
    }
}

private func provideApp() {
    Imposer.impose(for: Network.self, Internet.init)
    Imposer.impose(for: Client.self, Client.init)
    Imposer.imposer(for: .secondary).impose(for: Catalogue.self, Catalogue.init)
    Imposer.imposer(for: .custom("shop")).impose(for: Basket.self, Basket.init)
    Imposer.impose(for: Shop.self) { (basket: Basket) in Shop(basket: basket) }
}

private let real = Array(repeating: "internet", count: 3)
private let doubled = Array(repeating: "recording", count: 3)

@Suite("A double of one dependency", .imposing(empty: true) { _ in provideApp() })
struct DoubleTests {
    @Test("The graph is built anew round a double, four levels of kept instances")
    func graph() {
        let app: Shop = inject()
        #expect(app.networks == real)
        Imposer.isolated {
            Imposer.impose(for: Network.self, Recording.init)
            let test: Shop = inject()
            #expect(test.networks == doubled)
            #expect(test !== app)
            #expect(test.basket !== app.basket)
            #expect(test.basket.catalogue !== app.basket.catalogue)
            // And all of them share the instances that are kept there.
            #expect(test.client === test.basket.client())
            #expect(inject(of: Shop.self) === test)
            #expect(inject(from: .secondary, of: Catalogue.self) === test.basket.catalogue)
        }
        #expect(inject(of: Shop.self) === app)
        #expect(app.networks == real)
    }

    @Test("The graph is built round a double, also if the app's own was not built yet")
    func first() {
        #expect(
            Imposer.isolated { () -> [String] in
                Imposer.impose(for: Network.self, Recording.init)
                return inject(of: Shop.self).networks
            } == doubled
        )
        #expect(inject(of: Shop.self).networks == real)
    }

    @Test(
        "The graph is built round a double that the trait imposes",
        .imposing { $0.impose(for: Network.self, Recording.init) }
    )
    func trait() {
        #expect(inject(of: Shop.self).networks == doubled)
    }

    @Test(
        "A double may stand in the middle of the graph",
        .imposing { _ in
            Imposer.imposer(for: .custom("shop")).impose(for: Basket.self) { (catalogue: Catalogue) in
                Basket(catalogue: catalogue, client: Injected(wrappedValue: Client(network: Recording())))
            }
        }
    )
    func middle() {
        let shop: Shop = inject()
        #expect(shop.networks == ["internet", "recording", "internet"])
    }

    @Test("A double stays if the app imposes later with onConflict: .keep")
    func keep() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Network.self, Recording.init)
            Imposer.impose(for: Network.self, onConflict: .keep, Internet.init)
            #expect(inject(of: Network.self).name == "recording")
        }
    }

    @Test("Doubles on several threads at once leave the app's graph alone")
    func atOnce() {
        let app: Shop = inject()
        let outside = Imposer.currentContext()
        onThreads(4, rounds: 50) { _, thread in
            if thread == 0 {
                #expect(outside.run { inject(of: Shop.self) } === app)
                #expect(app.networks == real)
            } else {
                outside.run {
                    Imposer.isolated {
                        Imposer.impose(for: Network.self, Recording.init)
                        #expect(inject(of: Shop.self).networks == doubled)
                    }
                }
            }
        }
    }
}
