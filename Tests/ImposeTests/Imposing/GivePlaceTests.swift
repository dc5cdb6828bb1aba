import Impose
import ImposeInspecting
import ImposeTesting
import Testing

@Suite("Something that a scope is given, in what is explained", .imposing(empty: true))
struct GivePlaceTests {
    @Test("A given value is found by its place in what explain() says")
    func location() {
        let scope = Imposer.openScope()
        scope.give(GivenCustomer(name: "Ada"), fileID: "Shop/Server.swift", line: 4)
        let chosen = scope.explain(GivenCustomer.self).chosen
        #expect("\(chosen?.registration.location.description ?? "")" == "Shop/Server.swift:4")
    }
}
