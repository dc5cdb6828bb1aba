// A program whose module has C++ interoperability: it injects, and reads a wrapper.

import Impose

protocol Gateway: Sendable {
    func pay(_ euros: Int) -> String
}

struct Stripe: Gateway {
    func pay(_ euros: Int) -> String { "Stripe: \(euros)" }
}

struct Receipt {
    @Injected var gateway: any Gateway
}

Imposer.impose(for: Gateway.self, Stripe.init)

let gateway: any Gateway = inject()
precondition(gateway.pay(5) == "Stripe: 5")
precondition(Receipt().gateway.pay(7) == "Stripe: 7")
