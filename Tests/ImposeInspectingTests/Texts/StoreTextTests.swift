import Impose
import TestSupport
import Testing

private struct Setting: Sendable {}

/// The text of the error of a store at House.swift:90.
private func errorText(in imposer: Imposer, named name: InjectionName? = nil) -> String? {
    failure { () throws(ImposeError) in
        try imposer.store(Setting(), for: Setting.self, named: name, fileID: "House/House.swift", line: 90)
    }?.description
}

@Suite("Texts of errors of stores")
struct StoreTextTests {
    @Test("An error for storing where nothing is imposed says how to impose it")
    func missing() {
        let imposer = Imposer(label: "house")
        imposer.impose(for: Int.self, 1)
        expectSnapshot(errorText(in: imposer, named: "hall"), "StoreText-missing")
    }

    @Test("An error for storing in an ended scope says to store before that")
    func disposed() {
        let scope = Imposer().openScope("guest", fileID: "House/Start.swift", line: 1)
        scope.give(Setting())
        scope.dispose(fileID: "House/Start.swift", line: 2)
        let text = errorText(in: scope)
        let headline = """
            Impose can't store Setting: scope "guest", opened at House/Start.swift:1, was disposed of by dispose() at \
            House/Start.swift:2.
            """
        #expect(text?.onOneLine.hasPrefix(headline) == true)
        #expect(text?.contains("1. Store it before the scope is disposed of") == true)
    }

    @Test("An error for storing a value in a weak registration says that it can't be held weakly")
    func weakValue() {
        let imposer = Imposer()
        imposer.impose(for: Setting.self, option: .weakInstance, Setting())
        let text = errorText(in: imposer)
        #expect(text?.hasPrefix("Impose can't store Setting: it is imposed as .weakInstance") == true)
        #expect(
            text?.onOneLine.contains("what is stored is a value, of type Setting, which can't be held weakly") == true
        )
    }
}
