import Impose

package protocol Gateway: Sendable {}

package struct Stripe: Gateway {
    package init() {}
}

package final class Checkout: Sendable {
    package let gateway: any Gateway

    package init(gateway: any Gateway) { self.gateway = gateway }
}

/// Imposes everything but the gateway.
package func imposeShop() {
    Imposer.impose(for: Checkout.self, fileID: "Shop/Start.swift", line: 20, Checkout.init)
}

/// Injects a checkout; nil and the text of the error if that fails.
package func openCheckout() -> (checkout: Checkout?, text: String) {
    do {
        return (try tryInject(of: Checkout.self, fileID: "Shop/Shop.swift", line: 12), "")
    } catch {
        return (nil, error.description)
    }
}
