import Impose
import ImposeInspecting
import Logging

protocol Gateway: Sendable {}
struct Stripe: Gateway {}
struct Sandbox: Gateway {}

var logger = Logger(label: "shop.impose")
logger.logLevel = .debug

// Observes as long as the token is held.
let observation = Imposer.observe { [logger] event in event.log(to: logger) }

Imposer.impose(for: Stripe.self, Stripe())
print("asked:", type(of: inject(of: (any Gateway).self)))
Imposer.impose(for: (any Gateway).self, Sandbox())
print("asked again:", type(of: inject(of: (any Gateway).self)))
_ = unforceInject(of: Int.self)

observation.cancel()
