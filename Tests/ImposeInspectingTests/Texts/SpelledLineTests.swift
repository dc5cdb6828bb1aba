import Impose
import ImposeTesting
import TestSupport
import Testing

struct SpelledCodec<each Part: Sendable>: Sendable { init() {} }
typealias SpelledEmpty = SpelledCodec<>
struct SpelledWire: Sendable { let codec: SpelledCodec<Int, String> }
struct SpelledPair<One: Sendable, each Part: Sendable>: Sendable { init() {} }
struct SpelledBox<Content: ~Copyable>: Sendable { init() {} }
struct SpelledTicket: ~Copyable, Sendable {}
protocol SpelledCell: Sendable {}
struct SpelledText: SpelledCell {}

/// What stands in the texts below is typed here, so that it compiles.
private func typed(_ imposer: Imposer) {
    imposer.impose(for: (SpelledCodec<Int, String>).self, SpelledCodec<Int, String>.init)
    imposer.impose(
        for: (SpelledPair<Int, String, SpelledCodec<Bool>>).self,
        SpelledPair<Int, String, SpelledCodec<Bool>>.init
    )
    imposer.impose(for: SpelledBox<SpelledTicket>.self, SpelledBox<SpelledTicket>.init)
    imposer.impose(for: SpelledText.Type.self) { SpelledText.self }
    imposer.impose(for: (any SpelledCell.Type).self) { SpelledText.self }
    imposer.impose(for: ((any SpelledCell).Type).self) { (any SpelledCell).self }
    imposer.impose(for: ((Int) -> String).self) { { "\($0)" } }
}

@Suite("Lines to type are spelled so that they compile", .imposing(empty: true))
struct SpelledLineTests {
    private func text<T>(of type: T.Type, _ imposer: Imposer = Imposer(label: "lines")) -> String {
        (failure { () throws(ImposeError) in try imposer.tryInject(of: type) })?.description.onOneLine ?? ""
    }

    @Test("A line to type spells the parts of a parameter pack")
    func packs() {
        let imposer = Imposer(label: "lines")
        imposer.impose(for: SpelledWire.self, SpelledWire.init)
        let line = "imposer.impose(for: (SpelledCodec<Int, String>).self, SpelledCodec<Int, String>.init)"
        for text in [text(of: SpelledWire.self, imposer), "\(imposer.validate())".onOneLine] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(
            text(of: SpelledPair<Int, String, SpelledCodec<Bool>>.self).contains(
                "SpelledPair<Int, String, SpelledCodec<Bool>>"
            )
        )
        #expect(text(of: SpelledEmpty.self).contains("(for: (SpelledCodec< >).self"))
        #expect(text(of: SpelledBox<SpelledTicket>.self).contains("(for: SpelledBox<SpelledTicket>.self"))
    }

    @Test("A line to type spells metatypes and functions so that they compile")
    func metatypes() {
        let imposer = Imposer(label: "lines")
        imposer.impose(for: (any SpelledCell.Type).self) { SpelledText.self }
        _ = imposer.inject(of: (any SpelledCell.Type).self)
        #expect(!text(of: SpelledText.Type.self, imposer).contains("in cell }"))
        #expect(text(of: SpelledText.Type.self).contains("impose(for: SpelledText.Type.self)"))
        #expect(text(of: (any SpelledCell).Type.self).contains("impose(for: ((any SpelledCell).Type).self)"))
        #expect(text(of: ((Int) -> String).self).contains("impose(for: ((Int) -> String).self)"))
    }

    @Test("A line to type spells a local type without the function around it")
    func local() {
        struct Local: Sendable {}
        enum Group { struct Inner: Sendable {} }
        #expect(text(of: Local.self).contains("imposer.impose(for: Local.self, Local.init)"))
        #expect(text(of: Group.Inner.self).contains("imposer.impose(for: Group.Inner.self, Group.Inner.init)"))
    }
}
