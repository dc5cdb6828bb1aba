import Impose
import ImposeTesting
import Shop
import Testing

/// The app is lean. Its tests have everything: what inspects, its types by their names, and long errors.
@Suite("Tests of a lean app", .imposing(empty: true))
struct ShopTests {
    init() {
        imposeShop()
    }

    @Test("In tests of a lean app, validate() checks all imposers, and each of its own")
    func validating() {
        let validation: Imposer.Validation = Imposer.validate()
        #expect(validation.errors.map(\.kind) == [.missing])
        #expect(Imposer.shared.validate().errors.count == 1)
        #expect(Imposer.validate(building: true, wrappers: false).errors.count >= 1)
        #expect(throws: Imposer.Validation.Failure.self) { try Imposer.validate().orThrow() }
        Imposer.impose(for: Gateway.self, Stripe())
        expectEverythingImposed()
    }

    @Test("In tests of a lean app, explain() says what is chosen")
    func explaining() {
        let explanation: Imposer.Explanation = Imposer.explain(Checkout.self)
        #expect(explanation.outcome == .chosen)
        #expect(Imposer.shared.explain(Gateway.self).outcome == .missing)
        let live = Imposer.explain(Gateway.self, from: .secondary, named: "live", ifNoMatchUse: .furthest)
        #expect(live.outcome == .missing)
    }

    @Test("In tests of a lean app, graph() draws the registrations")
    func drawing() {
        let graph: Imposer.DependencyGraph = Imposer.graph()
        #expect(graph.dot.contains("Checkout"))
        #expect(Imposer.shared.graph(wrappers: true).mermaid.contains("Checkout"))
    }

    @Test("In tests of a lean app, an error has its long text")
    func errors() throws {
        let text = openCheckout().text
        #expect(text.contains("\n  needed by  Checkout\n"))
        #expect(text.contains("\n  To fix it:\n    1. "))
        let error = #expect(throws: ImposeError.self) { try tryInject(of: Checkout.self) }
        #expect(error?.searched.isEmpty == false)
        #expect(error?.recoverySuggestion != nil)
    }

    @Test("In tests of a lean app, observers are told of a removed registration")
    func observing() async throws {
        Imposer.impose(for: Gateway.self, Stripe())
        _ = try tryInject(of: Gateway.self)
        await confirmation("the removal is told") { told in
            let observation = Imposer.observe { event in
                if case .removed = event.kind { told() }
            }
            Imposer.remove(for: Gateway.self)
            observation.cancel()
        }
    }
}
