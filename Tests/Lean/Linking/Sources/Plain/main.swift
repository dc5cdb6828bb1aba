import Impose

protocol Gateway {}

do {
    print(try tryInject(of: Gateway.self, fileID: "Shop/Checkout.swift", line: 12))
} catch {
    print(error)
}
