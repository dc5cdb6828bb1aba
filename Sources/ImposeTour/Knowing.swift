// Knowing before it fails: why a request gets its instance, and which registrations are wrong.

import Foundation
import Impose
import ImposeInspecting

func showKnowing() {
    Imposer.isolated(empty: true) {
        imposeShop()
        imposeBookkeeping()
        chapter("Explaining: why this one?")
        show(text: "\(Imposer.explain(Discount.self))")
        show(text: "\(Imposer.explain(Carrier.self))")
        chapter("Validating: this shop works, all of it")
        show(text: "\(Imposer.validate(building: true))")
    }
    Imposer.isolated(empty: true) {
        imposeBrokenShop()
        chapter("Explaining a tie")
        show(text: "\(Imposer.explain(Carrier.self))")
        chapter("Explaining what is missing: what could be imposed")
        show(text: "\(Imposer.explain(Clock.self))")
        chapter("Validating: another shop, and everything that is wrong with it at once")
        show(text: "\(Imposer.validate())")
    }
}

/// The graph of a shop as Graphviz or another program reads it, and nothing else.
func printGraph(of impose: () -> Void, as language: KeyPath<Imposer.DependencyGraph, String> = \.dot) {
    Imposer.isolated(empty: true) {
        impose()
        print(Imposer.graph()[keyPath: language], terminator: "")
    }
}

/// What another program may want to know of a shop.
private struct ShopRecord: Codable {
    let validation: Imposer.Validation.Record
    let carrier: Imposer.Explanation.Record
    let graph: Imposer.DependencyGraph.Record
}

/// The validation and the graph of a shop as JSON, and why its carrier is the one that it is.
func printRecords(of impose: () -> Void) {
    Imposer.isolated(empty: true) {
        impose()
        let record = ShopRecord(
            validation: Imposer.validate().record,
            carrier: Imposer.explain(Carrier.self).record,
            graph: Imposer.graph().record
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            print(String(decoding: Array(try encoder.encode(record)), as: UTF8.self))
        } catch {
            fatalError("A record is made of texts and numbers: \(error)")
        }
    }
}
