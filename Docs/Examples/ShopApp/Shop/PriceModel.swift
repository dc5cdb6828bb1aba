import Observation

@MainActor
@Observable
final class PriceModel {
    private(set) var text = "?"
    private let prices: any Prices

    init(prices: any Prices) { self.prices = prices }

    func ask() async {
        do {
            text = "\(try await prices.price(of: "tea")) €"
        } catch {
            text = "no price"
        }
    }
}
