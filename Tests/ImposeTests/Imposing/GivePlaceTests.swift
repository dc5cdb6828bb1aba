import Impose
import ImposeInspecting
import Testing

private struct Customer: Sendable, Equatable {
    let name: String
}

@Suite("Something that a scope is given, in what is explained")
struct GivePlaceTests {
    @Test("is found by its place in texts")
    func location() {
        let scope = Imposer.openScope()
        scope.give(Customer(name: "Ada"), fileID: "Shop/Server.swift", line: 4)
        let chosen = scope.explain(Customer.self).chosen
        #expect("\(chosen?.registration.location.description ?? "")" == "Shop/Server.swift:4")
    }
}
