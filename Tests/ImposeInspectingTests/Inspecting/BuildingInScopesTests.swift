import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Validating by building inside scopes")
struct BuildingInScopesTests {
    private final class Work: Sendable {}
    private final class Session: Sendable {}
    private struct User: Sendable {}
    private final class Profile: Sendable {
        let user: User

        init(user: User) { self.user = user }
    }
    private struct Page: Sendable {
        init(_ profile: Profile) {}
    }

    private let imposer = Imposer()

    @Test("validate(building:) opens scopes by name, builds what they keep once, and ends them again")
    func named() {
        let log = Collected<String>()
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request")) { () -> Work in
            log.add("Work")
            return Work()
        }
        .onDispose { _ in log.add("-Work") }
        imposer.impose(for: Session.self, option: .scopedInstance(in: "session")) { (_: Work) in Session() }
            .onCreate { _ in log.add("Session") }
            .onDispose { _ in log.add("-Session") }
        imposer.impose(for: Int.self, option: .scopedInstance(in: "step")) { (_: Work, _: Session) in 1 }
        imposer.impose(for: Int8.self, option: .closureBased) { (_: Work, _: Session) in 1 }
        // "request" needs nothing of "session", so that is opened inside.
        #expect(imposer.validate(building: true).errors.isEmpty)
        #expect(log.all == ["Work", "Session", "-Session", "-Work"])
        #expect(imposer.validate(building: true).findings.allSatisfy { $0.kind == .captive && $0.severity == .note })
    }

    @Test("validate(building:) opens scopes as they are needed, whatever the order of registration")
    func order() {
        imposer.impose(for: Session.self, option: .scopedInstance(in: "session")) { (_: Work) in Session() }
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        imposer.impose(for: Int.self, option: .scopedInstance(in: "a")) { (_: Session) in 1 }
        #expect(imposer.validate(building: true).errors.isEmpty)
    }

    @Test("A provider that hides a need for scopes in another order is a note, not an error")
    func hidden() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Session.self, option: .scopedInstance(in: "session")) { () -> Session in
                _ = try tryInject(of: Work.self)
                return Session()
            }
            Imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
            let findings = Imposer.validate(building: true, wrappers: false).findings
            #expect(findings.map(\.kind) == [.captive])
            #expect(findings.map(\.severity) == [.note])
        }
    }

    @Test("A captive that fails while it is built is reported as one error")
    func captive() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
            Imposer.impose(for: Session.self) { () -> Session in
                _ = try tryInject(of: Work.self)
                return Session()
            }
            Imposer.impose(for: Int.self) { (_: Session) in 1 }
            let findings = Imposer.validate(building: true, wrappers: false).findings
            #expect(findings.map(\.kind) == [.captive])
            #expect(findings.map(\.severity) == [.error])
            #expect(findings[0].registration.map { "\($0.type)" } == "Session")
        }
    }

    @Test("A captive of a given value that fails while it is built is reported as one error")
    func captiveOfGift() {
        Imposer.isolated(empty: true) {
            Imposer.expectGiven(User.self, in: "request")
            Imposer.impose(for: Profile.self) { Profile(user: try tryInject()) }
            Imposer.impose(for: Page.self, Page.init)
            #expect(Imposer.validate(wrappers: false).findings.map(\.kind) == [.opaque])
            let findings = Imposer.validate(building: true, wrappers: false).findings
            #expect(findings.map(\.kind) == [.captive])
            #expect(findings.map(\.severity) == [.error])
        }
    }

    @Test("validate(building:) builds nothing that needs an ungiven value, and notes each value once")
    func notGiven() throws {
        let file: StaticString = "Shop/Setup.swift"
        imposer.expectGiven(User.self, in: "request", fileID: file, line: 1)
        imposer.impose(for: Page.self, option: .closureBased, fileID: file, line: 2, Page.init)
        imposer.impose(
            for: Profile.self,
            option: .scopedInstance(in: "request"),
            fileID: file,
            line: 3,
            Profile.init
        )
        imposer.impose(for: Int.self, option: .closureBased, fileID: file, line: 4) { (_: User) in 1 }
        #expect(imposer.validate().findings.isEmpty)
        let findings = imposer.validate(building: true).findings
        #expect(findings.map(\.kind) == [.notBuilt])
        #expect(findings[0].severity == .note)
        #expect("\(findings[0].type)" == "User")
        #expect(
            findings[0].message
                == "Profile, Int were not built, nor what needs them: User is not given, as it is in scopes "
                + "\"request\"."
        )
        #expect(findings[0].places.map(\.line) == [2, 3, 4, 1])
        #expect(
            findings[0].fix.contains(
                #"imposer.withScope("request") { scope in scope.give(user, for: BuildingInScopesTests.User.self); return"#
            )
        )
        #expect(imposer.validate(building: true).isValid)
    }

    @Test("validate(building:) in a scope that was given its values builds what needs them")
    func given() {
        let built = Collected<String>()
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: Profile.self, option: .scopedInstance(in: "request"), Profile.init)
            .onCreate { _ in built.add("Profile") }
            .onDispose { _ in built.add("-Profile") }
        imposer.impose(for: Page.self, option: .closureBased, Page.init).onCreate { _ in built.add("Page") }
        let request = imposer.openScope("request")
        request.impose(for: Int.self) { (_: Profile) in 1 }.onCreate { _ in built.add("Int") }
        request.give(User())
        #expect(request.validate(building: true).findings.isEmpty)
        #expect(Set(built.all) == ["Profile", "-Profile", "Page", "Int"])
        #expect(!request.isDisposed)
        // Nothing of it is seen outside.
        _ = request.inject(of: Profile.self)
        #expect(built.all.suffix(1) == ["Profile"])
    }

    @Test("validate(building:) in a scope of the primary imposer builds what needs a given value")
    func directory() {
        Imposer.isolated(empty: true) {
            Imposer.expectGiven(User.self, in: "request")
            Imposer.impose(for: Profile.self, option: .scopedInstance(in: "request"), Profile.init)
            #expect(Imposer.validate(building: true, wrappers: false).findings.map(\.kind) == [.notBuilt])
            Imposer.withScope("request") { request in
                request.give(User())
                #expect(request.validate(building: true).findings.isEmpty)
                // The directory knows nothing of its scopes.
                #expect(Imposer.validate(building: true, wrappers: false).findings.map(\.kind) == [.notBuilt])
            }
        }
    }

    @Test("A provider that fails for another reason than an ungiven value is an error when built")
    func otherErrors() {
        struct Broken: Error {}
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request")) { throw Broken() }
        imposer.impose(for: Int.self, option: .scopedInstance(in: "request")) { (_: String) in 1 }
        #expect(Set(imposer.validate(building: true).errors.map(\.kind)) == [.failed, .missing])
    }
}
