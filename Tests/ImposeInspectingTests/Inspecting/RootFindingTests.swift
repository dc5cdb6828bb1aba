import Impose
import ImposeTesting
import Testing

@Suite("Roots: types that are asked for in a way that can't be seen", .imposing(empty: true))
struct RootFindingTests {
    private protocol Root: Sendable {}
    private struct AppRoot: Root { let number: Int }
    private struct OtherRoot: Root {}
    /// Imposed on a private imposer, which the other tests see while it is alive.
    private struct LonelyRoot: Sendable {}
    private struct PrivateRoot: Sendable {}

    private func errors(_ roots: Any.Type..., building: Bool = false) -> [Imposer.Validation.Finding] {
        Imposer.validate(building: building, wrappers: false, roots: roots).errors
    }

    @Test("A root that is not imposed is an error", arguments: [false, true])
    func missing(building: Bool) throws {
        let finding = try #require(errors(AppRoot.self, building: building).first)
        #expect(finding.kind == .missing && finding.registration == nil)
        #expect(finding.message == "the root AppRoot is not imposed.")
        #expect(finding.fix.hasPrefix("1. Impose it, by Imposer.impose(for: RootFindingTests.AppRoot.self) with"))
        Imposer.impose(for: AppRoot.self, AppRoot(number: 1))
        #expect(errors(AppRoot.self, building: building).isEmpty)
        // Of optionals it does not matter.
        let others: [Any.Type] = [(any Root).self, (AppRoot?).self, (OtherRoot?).self]
        #expect(Imposer.validate(building: building, wrappers: false, roots: others).isValid)
    }

    @Test("A root that scopes are expected to be given, or that another imposer has, is no error")
    func elsewhere() {
        Imposer.expectGiven(AppRoot.self, in: "request")
        #expect(errors(AppRoot.self).isEmpty)
        let own = Imposer()
        own.impose(for: PrivateRoot.self, PrivateRoot())
        #expect(errors(PrivateRoot.self).isEmpty)
        withExtendedLifetime(own) {}
    }

    @Test("A root that is imposed under names alone is an error")
    func named() {
        Imposer.impose(for: AppRoot.self, named: "main", AppRoot(number: 1))
        #expect(
            errors(AppRoot.self).map(\.message) == [
                #"nothing answers the root AppRoot: it is imposed under the name "main" only."#
            ]
        )
    }

    @Test("A root that several registrations answer equally well is an error")
    func ambiguous() throws {
        Imposer.impose(for: AppRoot.self, AppRoot(number: 1))
        Imposer.impose(for: OtherRoot.self, OtherRoot())
        let finding = try #require(errors((any Root).self).first)
        #expect(finding.kind == .ambiguous && finding.places.count == 2)
        #expect(finding.message == "2 registrations are equally far from the root Root.")
    }

    @Test("An imposer that is validated alone looks for roots in itself")
    func ofOneImposer() {
        let imposer = Imposer()
        #expect(!imposer.validate(roots: [LonelyRoot.self]).isValid)
        imposer.impose(for: LonelyRoot.self, LonelyRoot())
        #expect(imposer.validate(roots: [LonelyRoot.self]).isValid)
    }
}
