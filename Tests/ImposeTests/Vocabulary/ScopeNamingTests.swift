import Impose
import Testing

@Suite("Names by which scopes are found")
struct ScopeNamingTests {
    private let imposer = Imposer()

    @Test("a name of a name is that name, for registrations, scopes and imposers")
    func namesOfNames() {
        #expect(InjectionName(InjectionName("europe")) == "europe")
        let scope = imposer.openScope(InjectionName("europe"))
        #expect(imposer.scope(named: "europe") === scope)
        #expect(ImposerType.custom(InjectionName("europe")) == .custom("europe"))
        #expect(ImposerType.custom(InjectionName("europe")).hashValue == ImposerType.custom("europe").hashValue)
    }
}
