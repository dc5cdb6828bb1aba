import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("An alias whose original was removed")
struct AliasWithoutOriginalTests {
    @Test("An alias counts as not imposed while its original is removed, and works when that is back")
    func removed() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasPath.self) { AliasPath(text: $0.title) }
        _ = imposer.inject(of: AliasPath.self)
        imposer.remove(for: AliasedFiles.self, fileID: "Shop/Setup.swift", line: 7)
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: AliasPath.self) }
        #expect(error?.kind == .missing)
        #expect(error?.path.map(\.description) == ["AliasPath"])
        // Tests that run at the same time may have imposed the same types on private imposers of theirs.
        #expect(error?.candidates.first?.note == "is an alias of AliasedFiles, which was removed at Shop/Setup.swift:7")
        #expect(!imposer.isImposed(AliasPath.self))
        #expect(imposer.explain(AliasPath.self).outcome == .missing)
        #expect(
            failure { () throws(ImposeError) in try imposer.store(AliasPath(text: ""), for: AliasPath.self) }?.kind
                == .missing
        )
        #expect(!imposer.validate().findings.contains { $0.severity == .error })
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("back") }
        #expect(imposer.inject(of: AliasPath.self).text == "back")
    }
}
