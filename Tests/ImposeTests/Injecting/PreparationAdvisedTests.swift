import Impose
import ImposeInspecting
import ImposeTesting
import TestSupport
import Testing

private final class Connections: Sendable {}

private final class Users: Sendable {
    let pool: Connections
    init(pool: Connections) { self.pool = pool }
}

private final class Mailer: Sendable {}
private final class Line: Sendable {}

private final class Office: Sendable {
    let line: Line
    init(line: Line) { self.line = line }
}

@Suite("Advice to prepare", .imposing(empty: true), .timeLimit(.minutes(20)))
struct PreparationAdvisedTests {
    @Test("validate() notes what has to be prepared, with the path")
    func validating() {
        Imposer.impose(for: Connections.self) { () async in Connections() }
        Imposer.impose(for: Users.self, Users.init)
        Imposer.impose(for: Mailer.self, option: .closureBased) { () async in Mailer() }
        struct Desk: Sendable { let mailer: Injected<Mailer> }
        Imposer.impose(for: Desk.self, Desk.init)
        for building in [false, true] {
            let findings = Imposer.validate(building: building, wrappers: false).findings
                .filter { $0.kind == .asynchronous }
            #expect(
                findings.map(\.message) == [
                    "Desk needs, later, Mailer, which is made asynchronously each time.",
                    "Connections can't be injected without await before it is prepared, since it is made asynchronously.",
                    "Users can't be injected without await before it is prepared, since it is made asynchronously: "
                        + "Users → Connections.",
                    "Mailer can't be injected without await ever, since it is made asynchronously.",
                ]
            )
            #expect(Imposer.validate(building: building, wrappers: false).isValid)
        }
    }

    @Test("An error and a finding advise prepare() and injectAsync as they are typed there")
    func advice() throws {
        func fixes(_ imposer: Imposer, _ type: Office.Type = Office.self) throws -> String? {
            failure { () throws(ImposeError) in try imposer.tryInject(of: type) }?.recoverySuggestion
        }
        let imposer = Imposer()
        imposer.impose(for: Line.self) { () async in Line() }
        imposer.impose(for: Office.self, option: .closureBased, Office.init)
        #expect(try #require(try fixes(imposer)).contains("try await imposer.prepare()"))
        #expect(try #require(try fixes(imposer)).contains("try await imposer.injectAsync(of: Office.self)"))
        let findings = imposer.validate().findings.filter { $0.kind == .asynchronous }
        #expect(
            findings.map(\.message) == [
                "Line can't be injected without await before it is prepared, since it is made asynchronously.",
                "Office can't be injected without await before that is prepared, since it is made asynchronously: "
                    + "Office → Line.",
            ]
        )
        #expect(findings.allSatisfy { $0.fix.contains("try await imposer.prepare()") })

        imposer.impose(for: Line.self, option: .scopedInstance) { () async in Line() }
        let scope = imposer.openScope()
        #expect(try #require(try fixes(scope)).contains("try await scope.prepare()"))

        imposer.impose(for: Line.self, option: .weakInstance) { () async in Line() }
        let left = try #require(try fixes(imposer))
        #expect(left.contains("prepare() leaves weak instances out") && !left.contains("imposer.prepare()"))
        let weak = imposer.validate().findings.filter { $0.kind == .asynchronous }
        #expect(weak.allSatisfy { $0.message.contains("without await ever") && !$0.fix.contains("prepare") })
    }
}
