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

    @Test("what needs something of the main actor, at any depth, is named with the way there; that itself is not")
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

    @Test("it is so")
    func isTrue() async {
        imposeLogin(keeping: .singleInstance)
        #expect(throws: ImposeError.self) { try tryInject(of: Login.self) }
        await MainActor.run { #expect(throws: Never.self) { try tryInject(of: Login.self) } }
        #expect(throws: Never.self) { try tryInject(of: Login.self) }
        #expect(findings.isEmpty)
    }

    @Test("prepare() makes what is eager, and then there is no finding")
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

    @Test("where nothing keeps it, there is no until; where something between keeps what it needs, that is named")
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

    @Test("what belongs to another actor has to be awaited")
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

    @Test("what is awaited anyway, and what asks later, is none")
    func none() {
        Imposer.impose(for: Session.self) { @MainActor in Session() }
        Imposer.impose(for: Users.self) { (session: Session) async in Users(session: session) }
        Imposer.impose(for: Login.self, Login.init)
        Imposer.impose(for: Int.self) { (_: Injected<Session>) in 1 }
        #expect(findings.isEmpty)
    }
}
