import Impose
import ImposeInspecting
import Testing

@testable import Shop

struct NoPrices: Prices {
    struct Closed: Error {}

    func price(of item: String) async throws -> Int { throw Closed() }
}

@MainActor
@Suite(.isolated)
struct ShopTests {
    @Test func showsThePrice() async {
        Imposer.impose(for: Prices.self, FixedPrices.init)
        let model: PriceModel = inject()
        await model.ask()
        #expect(model.text == "7 €")
    }

    @Test func saysThatThereIsNoPrice() async {
        Imposer.impose(for: Prices.self, NoPrices.init)
        let model: PriceModel = inject()
        await model.ask()
        #expect(model.text == "no price")
    }

    @Test func everythingIsImposed() throws {
        try Imposer.validate().orThrow()
    }
}
