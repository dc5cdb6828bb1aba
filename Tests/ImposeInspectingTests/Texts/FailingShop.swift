import Foundation
import Impose
import TestSupport

/// The shop of Docs/Errors.md, whose injections fail.
enum FailingShop {
    protocol Gateway: Sendable {}

    struct Stripe: Gateway {}

    struct Adyen: Gateway {}

    enum Warehouse {
        /// A gate through which the goods come.
        struct Gateway: Sendable {}
    }

    enum Mode: Sendable { case sandbox }

    struct Till: Sendable {}

    /// A drawer that is open to one thread at a time.
    final class Drawer {}

    struct Checkout: Sendable { let gateway: any Gateway }

    struct Order: Sendable { let checkout: Checkout }

    struct User: Sendable {}

    struct Profile: Sendable { let user: User }

    struct Bell: Hashable, Sendable { let material: String }

    struct Refused: Error { let reason: String }

    final class Stock: Sendable {
        init(depot: Depot) {}
    }

    final class Depot: Sendable {
        init(stock: Stock) {}
    }

    final class Desk: InjectionOwner {
        let imposer: Imposer
        @OwnerInjected(fileID: "Shop/Desk.swift", line: 5) var gateway: any Gateway

        init(imposer: Imposer) {
            self.imposer = imposer
        }
    }
}

/// A house of many floors with a bank on the lowest one, to make the longest text there is.
extension FailingShop {
    protocol Part: Sendable {}
    enum Visa: Part {}
    enum Giro: Part {}
    enum Cash: Part {}
    enum Bond: Part {}
    enum Gold: Part {}
    enum Oslo: Part {}
    enum Rome: Part {}
    enum Bern: Part {}
    enum Kyiv: Part {}
    enum Lima: Part {}
    enum Riga: Part {}
    enum Bari: Part {}
    enum Cork: Part {}
    enum Nice: Part {}
    enum Turku: Part {}

    /// One of fifty gateways.
    struct Bank<Money: Part, City: Part>: Gateway {}

    /// One of fifty steps of a path.
    struct Floor<Money: Part, City: Part>: Sendable {}

    /// Fifty pairs.
    private static let pairs: [(money: any Part.Type, city: any Part.Type)] = {
        let money: [any Part.Type] = [Visa.self, Giro.self, Cash.self, Bond.self, Gold.self]
        let cities: [any Part.Type] = [
            Oslo.self, Rome.self, Bern.self, Kyiv.self, Lima.self, Riga.self, Bari.self, Cork.self, Nice.self,
            Turku.self,
        ]
        return money.flatMap { money in cities.map { (money, $0) } }
    }()

    /// Imposes fifty gateways that are equally far from the protocol, one on each line.
    static func imposeBanks(in imposer: Imposer, _ file: StaticString) {
        func impose<Money: Part, City: Part>(_: Money.Type, _: City.Type, line: UInt) {
            imposer.impose(for: Bank<Money, City>.self, fileID: file, line: line, Bank())
        }
        for (number, pair) in pairs.enumerated() { impose(pair.money, pair.city, line: UInt(number + 100)) }
    }

    /// Imposes floors, each of which needs the next one, and the last one a gateway.
    static func imposeFloors(_ count: Int, in imposer: Imposer, _ file: StaticString) {
        func impose<Money: Part, City: Part, Below>(_: Money.Type, _: City.Type, on below: Below.Type, line: UInt)
            -> Any.Type
        {
            imposer.impose(for: Floor<Money, City>.self, fileID: file, line: line) { (_: Below) in Floor() }
            return Floor<Money, City>.self
        }
        var below: Any.Type = (any Gateway).self
        for (number, pair) in pairs.prefix(count).enumerated().reversed() {
            below = impose(pair.money, pair.city, on: below, line: UInt(number + 200))
        }
    }
}
