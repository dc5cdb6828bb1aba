import Foundation
import Impose
import Testing

// One after the other: an error finds what is imposed in the private imposers of the others.
@Suite("Texts of errors, as files", .serialized)
struct ErrorSnapshotTests {
    @Test("The text of an error is the one in its file", arguments: FailingShop.Injection.allCases)
    func text(_ failing: FailingShop.Injection) async throws {
        let error = try #require(await failing.error())
        #expect(error.kind == failing.kind)
        expectSnapshot(error.description, "error-\(failing)")
    }

    @Test("No line of a text is longer than 120 characters", arguments: FailingShop.Injection.allCases)
    func lines(_ failing: FailingShop.Injection) async throws {
        let text = try #require(await failing.error()).description
        #expect(text.lines.filter { $0.count > 120 } == [])
    }

    @Test("Docs/Errors.md shows every text as it is printed", arguments: FailingShop.Injection.allCases)
    func documented(_ failing: FailingShop.Injection) async throws {
        let guide = URL(filePath: #filePath).appending(path: "../../../../Docs/Errors.md").standardized
        let text = try #require(await failing.error()).description
        #expect(try String(contentsOf: guide, encoding: .utf8).contains("```text\n\(text)\n```"))
    }

    @Test("There is no file of an error that is not tested")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: snapshotFolder().path)
        let expected = FailingShop.Injection.allCases.map { "error-\($0).txt" }
        #expect(Set(files.filter { $0.hasPrefix("error-") }) == Set(expected))
    }

    @Test("A text that is not the one in its file, or has no file, is an issue", .disabled(if: recordsSnapshots))
    func differences() async throws {
        let text = try #require(await FailingShop.Injection.missing.error()).description
        withKnownIssue { expectSnapshot(text + ".", "error-missing") }
        withKnownIssue { expectSnapshot(text + "\n", "error-missing") }
        withKnownIssue { expectSnapshot(text, "none") }
    }
}
