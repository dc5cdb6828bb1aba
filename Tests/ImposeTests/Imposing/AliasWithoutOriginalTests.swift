import Impose
import ImposeInspecting
import TestSupport
import Testing

private final class Files: Store {
    let title: String

    init(_ title: String = "files") { self.title = title }
}

/// A type that conforms to nothing that it is an alias for.
private struct Path: Sendable {
    let text: String
}

@Suite("An alias whose original was removed")
struct AliasWithoutOriginalTests {
    @Test("is as if it were not there while the original is not imposed, and works when it is back")
    func removed() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files() }.alias(Path.self) { Path(text: $0.title) }
        _ = imposer.inject(of: Path.self)
        imposer.remove(for: Files.self, fileID: "Shop/Setup.swift", line: 7)
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Path.self) }
        #expect(error?.kind == .missing)
        #expect(error?.path.map(\.description) == ["Path"])
        // Tests that run at the same time may have imposed the same types on private imposers of theirs.
        #expect(error?.candidates.first?.note == "is an alias of Files, which was removed at Shop/Setup.swift:7")
        #expect(!imposer.isImposed(Path.self))
        #expect(imposer.explain(Path.self).outcome == .missing)
        #expect(
            failure { () throws(ImposeError) in try imposer.store(Path(text: ""), for: Path.self) }?.kind == .missing
        )
        #expect(!imposer.validate().findings.contains { $0.severity == .error })
        imposer.impose(for: Files.self) { Files("back") }
        #expect(imposer.inject(of: Path.self).text == "back")
    }
}
