import TestSupport
import Testing

@testable import Impose

/// Instances and constrained protocols of types that are put together by chance.
private enum ChanceParts {
    /// A type as it may be asked for, with a cast to it.
    struct Target {
        let type: any Any.Type
        let admits: (Any) -> Bool
    }

    static let leaves: [any Any.Type] = [
        Int.self, String.self, Patron.self, Purchase.self, Cupboard.self, (any Journaling).self,
        (any Depository<Patron>).self,
        Never.self,
        (Int, Int).self, (() -> Void).self, PatronFolders.self, Int?.self,
    ]

    /// A type of some depth.
    static func type(_ random: inout SeededGenerator) -> any Any.Type {
        func memory<Item>(_: Item.Type) -> any Any.Type { Notebook<Item>.self }
        func named<Item>(_: Item.Type) -> any Any.Type { NamedNotebook<Item>.self }
        func store<Item>(_: Item.Type) -> any Any.Type { (any Depository<Item>).self }
        func list<Item>(_: Item.Type) -> any Any.Type { [Item].self }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return memory(type(&random))
        case 1: return named(type(&random))
        case 2: return store(type(&random))
        case 3: return list(type(&random))
        default: return leaves.randomElement(using: &random) ?? Int.self
        }
    }

    static func instance(_ random: inout SeededGenerator) -> Any {
        func memory<Item>(_: Item.Type) -> Any { Notebook<Item>() }
        func named<Item>(_: Item.Type) -> Any { NamedNotebook<Item>() }
        func records<Item>(_: Item.Type) -> Any { Folders<Item>() }
        func conditional<Item>(_: Item.Type) -> Any { Perhaps<Item>() }
        func couple<First>(_: First.Type) -> Any {
            func and<Second>(_: Second.Type) -> Any { Twins<First, Second>() }
            return and(type(&random))
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return PatronFolders()
        case 1: return JournalingFolders()
        case 2: return Cupboard()
        case 3: return couple(type(&random))
        case 4: return conditional(type(&random))
        case 5: return records(type(&random))
        case 6: return named(type(&random))
        default: return memory(type(&random))
        }
    }

    static func target(_ random: inout SeededGenerator) -> Target {
        func store<Item>(_: Item.Type) -> Target {
            Target(type: (any Depository<Item>).self) { $0 is any Depository<Item> }
        }
        func repository<Item>(_: Item.Type) -> Target {
            Target(type: (any Archive<Item>).self) { $0 is any Archive<Item> }
        }
        func objects<Item>(_: Item.Type) -> Target {
            Target(type: (any ObjectDepository<Item>).self) { $0 is any ObjectDepository<Item> }
        }
        func logged<Item>(_: Item.Type) -> Target {
            Target(type: (any Journaling & Depository<Item>).self) { $0 is any Journaling & Depository<Item> }
        }
        func cabinets<Item>(_: Item.Type) -> Target {
            Target(type: (any Cupboard & Depository<Item>).self) { $0 is any Cupboard & Depository<Item> }
        }
        func pairing<First>(_: First.Type) -> Target {
            func and<Second>(_: Second.Type) -> Target {
                Target(type: (any Twinning<First, Second>).self) { $0 is any Twinning<First, Second> }
            }
            return and(type(&random))
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return repository(type(&random))
        case 1: return objects(type(&random))
        case 2: return logged(type(&random))
        case 3: return cabinets(type(&random))
        case 4: return pairing(type(&random))
        default: return store(type(&random))
        }
    }
}

@Suite("Constrained protocols, beside casts of instances")
struct ConstrainedCastTests {
    @Test(
        "A type is at a distance from a constrained protocol exactly if its instance can be cast",
        arguments: seeds(16)
    )
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let instances = (0..<40).map { _ in ChanceParts.instance(&random) }
        let targets = (0..<40).map { _ in ChanceParts.target(&random) }
        var fitting = 0
        for target in targets {
            for (index, instance) in instances.enumerated() {
                // One alone, and one of many, which is told in another way.
                let relation = TypeRelation(to: target.type, fromAmong: index % 2 == 0 ? 1 : 1_000)
                let distance = relation.distance(from: type(of: instance))
                try #require(
                    (distance != nil) == target.admits(instance),
                    "\(type(of: instance)) for \(target.type), seed \(seed)"
                )
                if distance != nil { fitting += 1 }
            }
        }
        #expect(fitting > 0)
    }
}
