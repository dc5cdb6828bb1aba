import Impose
import Testing

private final class Desk: Sendable {}

private final class Office: Sendable {}

@Suite("What a provider was seen to ask for")
struct RequestLogTests {
    @Test("is named with the place where it was asked for first")
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
}
