import Impose

private protocol Gateway {}

/// Injects what nobody has imposed.
public func pay() -> String {
    do {
        return "\(try tryInject(of: Gateway.self, fileID: "Shop/Checkout.swift", line: 12))"
    } catch {
        return error.description
    }
}
