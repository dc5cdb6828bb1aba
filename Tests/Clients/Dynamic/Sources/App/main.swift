// Registers for two dynamic libraries, and fails unless they inject that, and validating saw what both inject.

import Cart
import Impose
import ImposeInspecting
import Till

struct Stripe: Gateway { func pay() -> String { "paid" } }
struct WoodenDrawer: Drawer { func open() -> String { "open" } }

let missing = Imposer.validate().errors.map { "\($0.type)" }
Imposer.impose(for: Gateway.self, Stripe.init)
Imposer.impose(for: Drawer.self, WoodenDrawer.init)
let texts = [Cart().pay(), Till().open()]
guard missing == ["Gateway", "Drawer"], texts == ["paid", "open"], Imposer.validate().isValid else {
    fatalError("\(missing), \(texts), \(Imposer.validate())")
}
