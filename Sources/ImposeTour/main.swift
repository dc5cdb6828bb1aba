// Run it with `swift run ImposeTour` and read it beside its output, chapter by chapter.
//
// `swift run ImposeTour --dot` prints the graph of the shop for Graphviz, and nothing else; `--dot-broken` that of the
// broken shop, `--mermaid-broken` the same for Markdown.

import Foundation
import Impose
import ImposeInspecting

func chapter(_ title: String) {
    print("\n— \(title)")
}

/// Prints an error's text the way `inject()` would before it stops the program.
func show(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        show(text: "\(error)")
    }
}

/// Prints a text of several lines.
func show(text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        print(line.isEmpty ? "  |" : "  | \(line)")
    }
}

switch CommandLine.arguments.dropFirst().first {
case "--dot":
    printGraph(of: imposeShop)
    exit(0)
case "--dot-broken":
    printGraph(of: imposeBrokenShop)
    exit(0)
case "--mermaid-broken":
    printGraph(of: imposeBrokenShop, as: \.mermaid)
    exit(0)
default:
    break
}

chapter("Imposing: once, where the app starts")
Imposer.impose(for: PaymentGateway.self, StripeGateway())
Imposer.impose(for: Clock.self, SystemClock.init)
print("  PaymentGateway is imposed:", Imposer.isImposed(PaymentGateway.self))
print("  Printer is imposed:", Imposer.isImposed(Printer.self))

chapter("Injecting: a default argument, a property wrapper, a parameter")
print("  Checkout() pays with", Checkout().gateway.name)
print("  Checkout(gateway:) pays with", Checkout(gateway: SandboxGateway()).gateway.name)
print("  Receipt():", Receipt().text)
Imposer.impose(for: Order.self, option: .closureBased, Order.init)
let order = inject(of: Order.self, arguments: "a bicycle bell")
print("  Order of \(order.item): \(order.gateway.name) at \(order.clock.now)")

chapter("Names: several registrations of one type")
Imposer.impose(for: PaymentGateway.self, named: "sandbox", SandboxGateway())
print("  without a name:", inject(of: PaymentGateway.self).name)
print("  named \"sandbox\":", inject(of: PaymentGateway.self, named: "sandbox").name)

chapter("Matching by distance: nothing is imposed for Discount itself")
Imposer.impose(for: SeasonalDiscount.self, AnySeason())
Imposer.impose(for: SummerDiscount.self, Summer())
print("  nearest: ", inject(of: Discount.self).text)
print("  furthest:", inject(of: Discount.self, ifNoMatchUse: .furthest).text)
print("  all:     ", try injectAll(of: Discount.self).map(\.text).joined(separator: ", "))

chapter("Modules, and another imposer that falls back on the primary one")
Imposer.provide(using: TaxModule(), ReducedTaxModule())
print("  tax:                ", inject(of: Tax.self).rate, "%")
print("  tax from \"reduced\":  ", inject(from: .custom("reduced"), of: Tax.self).rate, "%")
print("  clock from \"reduced\":", inject(from: .custom("reduced"), of: Clock.self).now)

chapter("A missing dependency says what was asked, where, and what to do")
show { _ = try tryInject(of: Printer.self) }

chapter("A tie is an error, never a guess")
Imposer.impose(for: Bicycle.self, Bicycle())
let van = Imposer.impose(for: Van.self, Van())
show { _ = try tryInject(of: Carrier.self) }

chapter("Its cure: prefer one of them")
van.preferred()
print("  Carrier:", inject(of: Carrier.self).name)

chapter("A cycle is an error with its path, never a stack overflow")
Imposer.impose(for: Stock.self, Stock.init)
Imposer.impose(for: Warehouse.self, Warehouse.init)
show { _ = try tryInject(of: Stock.self) }

showKnowing()
try await showAwaiting()
