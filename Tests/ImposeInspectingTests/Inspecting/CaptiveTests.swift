import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Captives: what is kept longer than it should be")
struct CaptiveTests {
    private final class Session: Sendable {}
    private final class Page: Sendable {
        let session: Session

        init(_ session: Session) { self.session = session }
    }
    private final class Server: Sendable {
        let page: Page

        init(_ page: Page) { self.page = page }
    }
    private final class Waiting: Sendable {
        let session: Injected<Session>

        init(_ session: Injected<Session>) { self.session = session }
    }

    private let imposer = Imposer()

    private var captives: [String] { imposer.validate().findings.filter { $0.kind == .captive }.map(\.message) }

    private var captivesOfDirectory: [Imposer.Validation.Finding] {
        Imposer.validate(wrappers: false).findings.filter { $0.kind == .captive }
    }

    @Test(
        "A singleInstance that holds a scopedInstance is a captive error, with the path",
        arguments: [InjectOption.closureBased, .graphInstance]
    )
    func scoped(between: InjectOption) throws {
        imposer.impose(for: Session.self, option: .scopedInstance, fileID: "Shop/Setup.swift", line: 3, Session.init)
        imposer.impose(for: Page.self, option: between, fileID: "Shop/Setup.swift", line: 4, Page.init)
        #expect(captives.isEmpty)
        imposer.impose(for: Server.self, fileID: "Shop/Setup.swift", line: 5, Server.init)
        let validation = imposer.validate()
        let finding = try #require(validation.findings.first { $0.kind == .captive })
        #expect(finding.severity == .error)
        #expect("\(finding.type)" == "Session")
        #expect(finding.places.map(\.line) == [5, 4, 3])
        #expect(
            finding.message
                == "captive dependency: Server (.singleInstance) → Page (.\(between)) → Session (.scopedInstance): every scope "
                + "shares one Session."
        )
        #expect(finding.fix.contains("impose it with:\n   option: .scopedInstance"))
        // It is true.
        let scope = imposer.openScope()
        #expect(scope.inject(of: Server.self).page.session === imposer.inject(of: Session.self))
        #expect(scope.inject(of: Session.self) !== imposer.inject(of: Session.self))
    }

    @Test("A singleInstance that holds a weakInstance is a captive finding")
    func weak() throws {
        imposer.impose(for: Session.self, option: .weakInstance, Session.init)
        imposer.impose(for: Page.self, Page.init)
        #expect(
            captives == [
                "captive dependency: Page (.singleInstance) → Session (.weakInstance): Session is never released."
            ]
        )
    }

    @Test("holdsScoped() allows an unnamed scoped dependency, but not one of a named scope")
    func meant() {
        imposer.impose(for: Session.self, option: .scopedInstance, Session.init)
        imposer.impose(for: Page.self, Page.init).holdsScoped()
        #expect(captives.isEmpty && imposer.validate().isValid)
        imposer.impose(for: Session.self, option: .scopedInstance(in: "shop"), Session.init)
        #expect(captives.count == 1 && !imposer.validate().isValid)
    }

    @Test("A captive that was only seen while the provider ran is a warning")
    func observed() throws {
        imposer.impose(for: Session.self, option: .scopedInstance, Session.init)
        imposer.impose(for: Page.self) { (imposer: Imposer) in Page(imposer.inject()) }
        _ = imposer.inject(of: Page.self)
        let finding = try #require(imposer.validate().findings.first { $0.kind == .captive })
        #expect(finding.severity == .warning)
    }

    @Test("A singleInstance that outlives the reset of the custom imposer it injects from is captive")
    func session() throws {
        try Imposer.isolated(empty: true) {
            let session = Imposer.imposer(for: .custom("session"))
            session.impose(for: Session.self, Session.init)
            Imposer.impose(for: Page.self, Page.init)
            Imposer.impose(for: Server.self, option: .closureBased, Server.init)
            // It may be there for another reason.
            #expect(captivesOfDirectory.isEmpty)
            let page = Imposer.shared.inject(of: Page.self)
            session.reset()
            // It is true.
            #expect(Imposer.shared.inject(of: Server.self).page === page)
            #expect(session.inject(of: Session.self) !== page.session)
            let captives = captivesOfDirectory
            let finding = try #require(captives.first)
            #expect(captives.count == 1 && finding.severity == .error && finding.places.count == 2)
            #expect(
                finding.message
                    == "captive dependency: Page (.singleInstance) → Session (.singleInstance): custom(session) was reset, and "
                    + "Page keeps the Session of before."
            )
            #expect(finding.fix.hasSuffix("in place of Imposer, write:\n   Imposer.imposer(for: .custom(\"session\"))"))
            // In a copy, which was not itself reset.
            Imposer.isolated { #expect(!Imposer.validate(wrappers: false).isValid) }
            Imposer.impose(for: Page.self, Page.init).holdsScoped()
            #expect(Imposer.validate(wrappers: false).isValid)
            Imposer.remove(for: Page.self)
            session.impose(for: Page.self, Page.init)
            #expect(captivesOfDirectory.isEmpty)
        }
    }

    @Test("A captive is found through an alias and a lazy parameter, too")
    func byDetours() {
        imposer.impose(for: Session.self, named: "real", option: .scopedInstance, Session.init)
            .alias(Session.self) { $0 }
        imposer.impose(for: Waiting.self, Waiting.init)
        #expect(captives.count == 1)
        let scope = imposer.openScope()
        let session = scope.run { imposer.inject(of: Waiting.self).session() }
        #expect(session !== scope.inject(of: Session.self))
    }

    @Test("What a scope keeps may hold scoped instances, without a captive finding")
    func inScope() {
        imposer.impose(for: Session.self, option: .scopedInstance, Session.init)
        imposer.impose(for: Page.self, option: .scopedInstance, Page.init)
        let scope = imposer.openScope()
        scope.impose(for: Server.self) { (session: Session) in Server(Page(session)) }
        #expect(captives.isEmpty)
        #expect(!scope.validate().findings.contains { $0.kind == .captive })
        #expect(!scope.validate(building: true).findings.contains { $0.kind == .captive })
        #expect(scope.inject(of: Server.self).page.session === scope.inject(of: Session.self))
    }

    @Test("A captive of a provider without parameters is found by validate(building:)")
    func opaque() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Session.self, option: .scopedInstance, Session.init)
            Imposer.impose(for: Page.self, option: .closureBased) { Page(inject()) }
            Imposer.impose(for: Server.self) { Server(inject()) }
            #expect(!Imposer.validate(wrappers: false).findings.contains { $0.kind == .captive })
            let findings = Imposer.validate(building: true, wrappers: false).findings
            #expect(findings.count { $0.kind == .captive } == 1)
        }
    }
}
