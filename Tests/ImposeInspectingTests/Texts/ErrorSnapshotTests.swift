import Foundation
import Impose
import TestSupport
import Testing

// One after the other: an error finds registrations in the private imposers of the others.
@Suite("Texts of errors, as files", .serialized)
struct ErrorSnapshotTests {
    @Test("The text of an error is the one in its file", arguments: FailingShop.Injection.allCases)
    func text(_ failing: FailingShop.Injection) async throws {
        let error = try #require(await failing.error())
        #expect(error.kind == failing.kind)
        expectSnapshot(error.description, "error-\(failing)")
    }

    @Test(
        "No line of an error's text is longer than 120 characters but the first and code to type",
        arguments: FailingShop.Injection.allCases
    )
    func lines(_ failing: FailingShop.Injection) async throws {
        let text = try #require(await failing.error()).description
        #expect(text.lines.dropFirst().filter { $0.count > 120 && !$0.hasPrefix("       imposer.") } == [])
    }

    @Test("Docs/Errors.md shows a text as it is printed")
    func documented() async throws {
        let text = try #require(await FailingShop.Injection.missingParameter.error()).description
        #expect(try Self.page("Docs/Errors.md").contains("```text\n\(text)\n```"))
    }

    @Test(
        "Every kind of error has a text, and a section and a line in Docs/Errors.md",
        arguments: ImposeError.Kind.allCases
    )
    func kinds(_ kind: ImposeError.Kind) throws {
        #expect(FailingShop.Injection.allCases.contains { $0.kind == kind })
        let guide = try Self.page("Docs/Errors.md")
        #expect(guide.contains("\n## `\(kind)`\n"))
        #expect(guide.contains("| [`\(kind)`](#\("\(kind)".lowercased())) |"))
    }

    private static func page(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("There is no file of an error that is not tested")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: snapshotFolder().path)
        let expected = FailingShop.Injection.allCases.map { "error-\($0).txt" }
        #expect(Set(files.filter { $0.hasPrefix("error-") }) == Set(expected))
    }

    @Test(
        "expectSnapshot records an issue for a text that is not in its file, or has no file",
        .disabled(if: recordsSnapshots)
    )
    func differences() async throws {
        let text = try #require(await FailingShop.Injection.missing.error()).description
        withKnownIssue { expectSnapshot(text + ".", "error-missing") }
        withKnownIssue { expectSnapshot(text + "\n", "error-missing") }
        withKnownIssue { expectSnapshot(text, "none") }
    }
}
