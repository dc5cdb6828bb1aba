import Foundation
import Impose
import ImposeTesting
import Testing

@Suite("Records: answers and errors as data", .imposing(empty: true))
struct RecordTests {
    private protocol Clock: Sendable {}
    private struct FixedClock: Clock {}
    private struct OtherClock: Clock {}
    private struct Zone: Sendable {}
    private struct Desk: Sendable {
        let clock: any Clock
        let zone: Zone
    }
    private struct Lamp: Sendable { let desk: Injected<Desk> }
    private struct User: Sendable {}
    private struct Greeting: Sendable { let user: User }

    private static let file: StaticString = "Shop/Setup.swift"

    private func imposeShop() {
        Imposer.impose(for: FixedClock.self, fileID: Self.file, line: 1, FixedClock())
        Imposer.impose(for: OtherClock.self, named: "night", fileID: Self.file, line: 2) { () async in OtherClock() }
        Imposer.impose(for: Desk.self, option: .closureBased, fileID: Self.file, line: 3, Desk.init)
        Imposer.impose(for: Lamp.self, option: .scopedInstance(in: "room"), fileID: Self.file, line: 4, Lamp.init)
        Imposer.impose(for: Greeting.self, fileID: Self.file, line: 5, Greeting.init)
        Imposer.expectGiven(User.self, in: "room", fileID: Self.file, line: 6)
    }

    /// What is left of a record when it has been encoded and read again.
    private func again<Record: Codable>(_ record: Record) throws -> Record {
        try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record))
    }

    @Test("a validation makes the round trip, with all that its findings say")
    func validation() throws {
        imposeShop()
        let validation = Imposer.validate()
        let record = validation.record
        #expect(try again(record) == record)
        #expect(record.isValid == validation.isValid && record.findings.count == validation.findings.count)
        let missing = try #require(record.findings.first { $0.registration?.type.hasSuffix("Desk") ?? false })
        #expect(missing.kind == "missing" && missing.severity == "error")
        #expect(missing.message == "Desk needs Zone, and nothing is imposed for it.")
        #expect(missing.places.map(\.place) == [Imposer.SourceLocation(fileID: Self.file, line: 3).record])
        #expect(missing.places.map(\.note) == ["Desk, imposed"] && missing.type.hasSuffix("RecordTests.Zone"))
        for (record, finding) in zip(record.findings, validation.findings) {
            #expect(record == finding.record && record.fix == finding.fix)
            #expect(record.module == finding.module && record.function == finding.call?.description)
        }
    }

    @Test("an explanation does", arguments: ["Clock", "Desk", "User", "Lamp"])
    func explanation(of type: String) throws {
        imposeShop()
        let explanation =
            switch type {
            case "Clock": Imposer.explain(Clock.self, ifNoMatchUse: .furthest)
            case "Desk": Imposer.explain(Desk.self)
            case "User": Imposer.explain(User.self)
            default: Imposer.explain(Lamp.self)
            }
        let record = explanation.record
        #expect(try again(record) == record)
        #expect(record.requested.hasSuffix("RecordTests.\(type)") && record.outcome == "\(explanation.outcome)")
        #expect(record.candidates.map(\.reason) == explanation.candidates.map(\.reason))
        #expect(record.searched == explanation.searched && record.expected.count == explanation.expected.count)
    }

    @Test("a graph does")
    func graph() throws {
        imposeShop()
        let graph = Imposer.graph()
        let record = graph.record
        #expect(try again(record) == record)
        #expect(record.nodes.map(\.id) == graph.nodes.map(\.id) && record.owners.count == graph.owners.count)
        #expect(record.edges.count == graph.edges.count && record.cycles == graph.cycles)
        let outcomes = Set(record.edges.filter { $0.origin == "declared" }.map(\.outcome))
        #expect(outcomes == ["node", "missing", "expected"])
    }

    @Test("an error does")
    func error() throws {
        imposeShop()
        do {
            _ = try tryInject(of: Desk.self)
            Issue.record("Nothing was thrown")
        } catch {
            let record = error.record
            #expect(try again(record) == record)
            #expect(record.kind == "missing" && record.text == "\(error)" && record.headline == error.failureReason)
            #expect(record.path.map(\.type).map { $0.split(separator: ".").last } == ["Desk", "Zone"])
            #expect(record.fixes == error.recoverySuggestion && record.place.line == 3)
        }
    }

    @Test("each kind of error and of finding has a section in the docs, under its identifier")
    func identifiers() throws {
        let docs = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs", directoryHint: .isDirectory)
        for (page, identifiers) in [
            ("Errors.md", ImposeError.Kind.allCases.map(\.identifier)),
            ("Validating.md", Imposer.Validation.Kind.allCases.map(\.identifier)),
        ] {
            let text = try String(contentsOf: docs.appending(path: page), encoding: .utf8)
            let anchors = text.split(separator: "\n").filter { $0.hasPrefix("##") }
                .map { $0.filter { !"#` ".contains($0) }.lowercased() }
            #expect(Set(identifiers).count == identifiers.count)
            for identifier in identifiers { #expect(anchors.contains(identifier), "\(identifier) in \(page)") }
        }
    }
}
