import Impose
import ImposeTesting
import Testing

@globalActor
private actor StoreActor {
    static let shared = StoreActor()
}

@Suite("Findings about what can be made on an actor alone", .imposing(empty: true))
struct IsolatedFindingTests {
    private struct Session: Sendable {}
    private struct Users: Sendable { let session: Session }
    private struct Login: Sendable { let users: Users }
    @MainActor
    private final class Screen {
        nonisolated init() {}
    }

    private var findings: [Imposer.Validation.Finding] {
        Imposer.validate(wrappers: false).findings.filter { $0.kind == .isolated }
    }

    private func imposeLogin(keeping option: InjectOption) {
        Imposer.impose(for: Session.self, option: option, fileID: "Shop/Setup.swift", line: 3) { @MainActor in
            Session()
        }
        Imposer.impose(for: Users.self, option: .closureBased, Users.init)
        Imposer.impose(for: Login.self, option: .closureBased, Login.init)
    }

    @Test("validate() notes what needs something of the main actor, with the way there")
    func mainActor() throws {
        imposeLogin(keeping: .singleInstance)
        #expect(findings.map { "\($0.registration?.type ?? Never.self)" } == ["Users", "Login"])
        let finding = try #require(findings.last)
        #expect(finding.severity == .note && finding.places.count == 3)
        #expect(
            finding.message == """
                Login can be made on the main actor alone until Session is kept: Login → Users → Session.
                """
        )
        #expect(
            finding.fix == """
                1. Append .eager() to the registration of Session at Shop/Setup.swift:3. Have it made where the program starts, once
                   everything is imposed:
                   try await Imposer.prepare()
                2. Or inject Login on the main actor.
                """
        )
    }

    @Test("What is said to need the main actor fails elsewhere, until it was made there")
    func isTrue() async {
        imposeLogin(keeping: .singleInstance)
        #expect(throws: ImposeError.self) { try tryInject(of: Login.self) }
        await MainActor.run { #expect(throws: Never.self) { try tryInject(of: Login.self) } }
        #expect(throws: Never.self) { try tryInject(of: Login.self) }
        #expect(findings.isEmpty)
    }

    @Test("After prepare() has made what is eager, no finding speaks of the main actor")
    func prepared() async throws {
        imposeLogin(keeping: .singleInstance)
        Imposer.impose(for: Session.self) { @MainActor in Session() }.eager()
        let fix =
            "1. Have it made where the program starts, once everything is imposed:\n   try await Imposer.prepare()"
        #expect(findings.first?.fix.hasPrefix(fix) == true)
        try await Imposer.prepare()
        #expect(findings.isEmpty)
        #expect(throws: Never.self) { try tryInject(of: Login.self) }
    }

    @Test("A finding about the main actor names what keeps the instance, if anything does")
    func notKept() throws {
        imposeLogin(keeping: .closureBased)
        #expect(findings.last?.message == "Login can be made on the main actor alone: Login → Users → Session.")
        #expect(findings.last?.fix == "1. Inject Login on the main actor.")
        Imposer.impose(for: Users.self, Users.init)
        #expect(
            findings.contains { $0.message.hasPrefix("Login can be made on the main actor alone until Users is kept") }
        )
        #expect(
            findings.contains { $0.message.hasPrefix("Users can be made on the main actor alone until it is kept") }
        )
    }

    @Test("validate() notes what can't be injected without await since a provider is on another actor")
    func otherActor() throws {
        Imposer.impose(for: Session.self) { @StoreActor in Session() }
        Imposer.impose(for: Users.self, Users.init)
        let finding = try #require(findings.first)
        #expect(
            finding.message == """
                Users can't be injected without await until Session is kept, since the provider of Session belongs to \
                StoreActor: Users → Session.
                """
        )
        let awaiting = "try await injectAsync(of: IsolatedFindingTests.Users.self)"
        #expect(finding.fix.hasSuffix("2. Or await Users:\n   \(awaiting)"))
    }

    @Test("No finding names the main actor for what is awaited or needed later")
    func none() {
        Imposer.impose(for: Session.self) { @MainActor in Session() }
        Imposer.impose(for: Users.self) { (session: Session) async in Users(session: session) }
        Imposer.impose(for: Login.self, Login.init)
        Imposer.impose(for: Int.self) { (_: Injected<Session>) in 1 }
        #expect(findings.isEmpty)
    }
}
