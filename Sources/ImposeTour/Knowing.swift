// Knowing before it fails: why a request gets its instance, and which registrations are wrong.

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
