import Impose
import ImposeInspecting
import Testing

// One after the other: an error finds registrations in the private imposers of the others.
@Suite("Explaining what is missing below the answer", .serialized)
struct ExplainLackTests {
    private struct Table: Sendable {}
    private struct Finder: Sendable { let table: Table }
    private struct Poet: Sendable { let finder: Finder }
    private struct Later: Sendable { let finder: Injected<Finder> }

    private let imposer = Imposer()

    private func imposePoet() {
        imposer.impose(for: Finder.self, Finder.init)
        imposer.impose(for: Poet.self, Poet.init)
    }

    private func sentence<T>(_ type: T.Type) -> String {
        let line = "\(imposer.explain(type))".prefix { $0 != "\n" }
        return String(line.split(separator: ": ", maxSplits: 1)[1])
    }

    @Test("explain() names what the answer lacks, with the way there")
    func missing() {
        imposePoet()
        #expect(
            sentence(Finder.self)
                == "answered by Finder, which can't be made: Finder needs Table, and nothing is imposed for it."
        )
        #expect(
            sentence(Poet.self)
                == "answered by Poet, which can't be made: Poet → Finder needs Table, and nothing is imposed for it."
        )
    }

    @Test("explain() of an optional names what its answer lacks, since the injection fails")
    func optional() {
        imposePoet()
        let sentence = sentence((Poet?).self)
        #expect(sentence.hasPrefix("answered by Poet, which can't be made: Poet → Finder needs Table"))
        #expect(throws: ImposeError.self) { try imposer.tryInject(of: (Poet?).self) }
    }

    @Test("explain() says nothing of a lack that was imposed, is behind an instance, or needed later")
    func none() throws {
        imposePoet()
        imposer.impose(for: Later.self, Later.init)
        #expect(sentence(Later.self) == "answered by Later")
        imposer.impose(for: Table.self, Table())
        #expect(sentence(Poet.self) == "answered by Poet")
        _ = try imposer.tryInject(of: Finder.self)
        imposer.remove(for: Table.self)
        #expect(sentence(Poet.self) == "answered by Poet")
    }
}
