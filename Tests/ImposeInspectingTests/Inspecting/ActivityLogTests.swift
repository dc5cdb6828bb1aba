import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Desk: Sendable {}

private final class Office: Sendable {}

@Suite("What a provider was seen to ask for")
struct ActivityLogTests {
    @Test("A request that a provider was seen to make is named with its first place")
    func location() throws {
        let imposer = Imposer()
        let calls = CallCounter()
        imposer.impose(for: Office.self, option: .closureBased) {
            // Nothing is remembered of it, so each request is looked at.
            _ = imposer.unforceInject(of: Desk.self, fileID: "Shop/Office.swift", line: UInt(10 * calls.increment()))
            return Office()
        }
        for _ in 0..<3 { _ = imposer.inject(of: Office.self) }
        let finding = try #require(imposer.validate().findings.first { $0.kind == .missing })
        #expect(finding.places.map(\.description).filter { $0.hasPrefix("Shop/Office") } == ["Shop/Office.swift:10"])
        #expect(calls.count == 3)
    }

    @Test("A log of requests goes with the last directory that has the registration")
    func forgotten() throws {
        let log = try Imposer.isolated(empty: true) { () throws -> Watched<ActivityLog> in
            Imposer.impose(for: Office.self, option: .closureBased) {
                _ = unforceInject(of: Desk.self)
                return Office()
            }
            _ = inject(of: Office.self)
            let office = try #require(NodeFacts(Imposer.shared.node).registrations.first)
            Imposer.isolated {}
            return Watched(try #require(office.activityLog))
        }
        #expect(eventually { log.isGone })
    }

    @Test("A given value remembers nothing of the registration that it has replaced")
    func given() throws {
        let scope = Imposer().openScope()
        scope.impose(for: Desk.self, Desk.init)
        scope.give(Desk())
        let desk = try #require(NodeFacts(scope.node).registrations.first)
        #expect(desk.isGiven)
        #expect(desk.replacedLine == nil)
    }

    @Test("A log has each distinct request once, at its first place", arguments: [1, 9, 100, 1_000])
    func many(count: Int) {
        let log = ActivityLog()
        func entry(_ number: Int) -> NotedRequest {
            let rules: InjectionRules = number % 2 == 0 ? .nearest : .furthest
            // Every two of them differ in the rule alone, every four in the rule and the imposer.
            let asked: ImposerType? = number % 4 < 2 ? nil : .custom(number / 8)
            let key = RegistrationKey(type: Desk.self, name: InjectionName(number / 4))
            return NotedRequest(query: Query(key, rules), imposer: asked)
        }
        for round in 0..<3 {
            for number in 0..<count {
                log.note(entry(number), at: Imposer.SourceLocation(fileID: "Shop/Office.swift", line: UInt(round)))
            }
        }
        #expect(Set(log.requests.map(\.noted)) == Set((0..<count).map(entry)))
        #expect(log.requests.count == count)
        #expect(log.requests.allSatisfy { $0.location.line == 0 })
    }
}
