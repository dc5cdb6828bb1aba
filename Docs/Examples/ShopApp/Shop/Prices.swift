import Foundation

nonisolated protocol Prices: Sendable {
    func price(of item: String) async throws -> Int
}

struct WebPrices: Prices {
    func price(of item: String) async throws -> Int {
        let url = URL(string: "https://shop.example/prices/\(item)")!
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode(Int.self, from: data)
    }
}

struct FixedPrices: Prices {
    func price(of item: String) async throws -> Int { 7 }
}
