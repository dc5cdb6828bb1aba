import Foundation
import Impose
import ImposeInspecting
import Testing

@Suite("The kinds in the docs")
struct DocumentedKindTests {
    @Test(
        "each kind of error and of finding has a section under its name, and each such section a kind",
        arguments: [
            ("Errors.md", ImposeError.Kind.allCases.map { "\($0)" }),
            ("Validating.md", Imposer.Validation.Kind.allCases.map { "\($0)" }),
        ]
    )
    func sections(page: String, kinds: [String]) throws {
        let docs = URL(filePath: #filePath).appending(path: "../../../../Docs").standardized
        let text = try String(contentsOf: docs.appending(path: page), encoding: .utf8)
        let sections = text.matches(of: /(?m)^##+ `(\w+)`$/).map { String($0.1) }
        #expect(sections.sorted() == kinds.sorted())
    }
}
