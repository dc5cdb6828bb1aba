import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private struct PronunciationTable: Sendable {
    let text: String
}
private protocol Speaking: Sendable {}
private final class Voice: Speaking {
    let table: PronunciationTable

    init(table: PronunciationTable) {
        self.table = table
    }
}
private class Tuned: @unchecked Sendable {
    let table: PronunciationTable

    init(table: PronunciationTable) {
        self.table = table
    }
}
private final class Choir: Tuned, @unchecked Sendable {}
private struct Reader {
    @Injected var table: PronunciationTable
}
private final class Page: Sendable {
    init(_ table: PronunciationTable) {}
}
private struct Silence: Sendable {}
private actor Queue {}
private struct Wrapped: Sendable {
    private let table = Imposed<PronunciationTable>()
    private let voice: Injected<any Speaking>? = Injected()
}
private final class Late {
    @OwnerInjected var table: PronunciationTable
    @UnforceInjected var voice: (any Speaking)?
    lazy var length = 3
}
private struct Optionally: Sendable {
    var voice: (any Speaking)?
}
private struct Boxed<Content: Sendable>: Sendable {
    let content: Content
}

@Suite("Suggestions offer an initializer", .imposing(empty: true))
struct OfferedInitializerTests {
    /// The suggestion for a type that nothing is imposed for.
    private func text<T>(of type: T.Type, in imposer: Imposer = .shared) throws -> String {
        let error = try #require(throws: ImposeError.self) { try imposer.tryInject(of: type, fileID: "Talk/A.swift") }
        return "\(error)".onOneLine
    }

    /// What is said where no initializer can be offered.
    private func closure(_ name: String) -> String { ") with a closure that returns \(name)" }

    private func finding(about type: any Any.Type, of kind: Imposer.Validation.Kind) throws
        -> Imposer.Validation.Finding
    {
        try #require(Imposer.validate().findings.first { $0.type == type && $0.kind == kind })
    }

    @Test("An error offers a closure in place of an initializer that takes what nobody imposes")
    func unmet() throws {
        #expect(try text(of: PronunciationTable.self).contains(closure("PronunciationTable")))
        #expect(try text(of: Speaking.self).contains("(for: Speaking.self\(closure("Voice"))"))
        #expect(try text(of: Optionally.self).contains(closure("Optionally")))
        // What a generic type stores is not read.
        #expect(try text(of: Boxed<Silence>.self).contains(closure("Boxed<Silence>")))
        let store = try #require(throws: ImposeError.self) {
            try Imposer.shared.store(PronunciationTable(text: ""), for: PronunciationTable.self)
        }
        #expect("\(store)".onOneLine.contains("(for: PronunciationTable.self\(closure("PronunciationTable"))"))
    }

    @Test("A finding offers a closure in place of an initializer that takes what nobody imposes")
    func validated() throws {
        Imposer.impose(for: Page.self, Page.init)
        let offered = "Imposer.impose(for: PronunciationTable.self\(closure("PronunciationTable"))"
        let missing = Imposer.validate().findings.filter { $0.kind == .missing && $0.type == PronunciationTable.self }
        #expect(missing.contains { $0.registration?.type == Page.self })
        #expect(missing.contains { $0.property?.owner == Reader.self })
        #expect(missing.allSatisfy { $0.fix.contains(offered) }, "\(missing)")
        Imposer.impose(for: String.self, "a table")
        let met = Imposer.validate().findings.filter { $0.kind == .missing && $0.type == PronunciationTable.self }
        #expect(met.count == missing.count)
        #expect(met.allSatisfy { $0.fix.contains("(for: PronunciationTable.self, PronunciationTable.init)") })
    }

    @Test("An error offers the initializer of a type that stores nothing, or only what is imposed")
    func met() throws {
        #expect(try text(of: Silence.self).contains("Imposer.impose(for: Silence.self, Silence.init)"))
        #expect(try text(of: Queue.self).contains("Imposer.impose(for: Queue.self, Queue.init)"))
        Imposer.impose(for: String.self, "a table")
        #expect(try text(of: PronunciationTable.self).contains(", PronunciationTable.init)"))
        #expect(try text(of: Speaking.self).contains(closure("Voice")))
        Imposer.impose(for: PronunciationTable.self, PronunciationTable.init)
        #expect(try text(of: Speaking.self).contains("Imposer.impose(for: Speaking.self, Voice.init)"))
        Imposer.impose(for: Speaking.self, Voice.init)
        #expect(inject(of: Speaking.self) is Voice)
    }

    @Test("An error offers an initializer only if what the superclass stores is imposed as well")
    func inherited() throws {
        #expect(try text(of: Choir.self).contains(closure("Choir")))
        Imposer.impose(for: PronunciationTable.self, PronunciationTable(text: ""))
        #expect(try text(of: Choir.self).contains("Imposer.impose(for: Choir.self, Choir.init)"))
    }

    @Test("An error offers the initializer of a type that stores wrappers or lazy properties")
    func wrapped() throws {
        #expect(try text(of: Wrapped.self).contains("Imposer.impose(for: Wrapped.self, Wrapped.init)"))
        #expect(try text(of: Late.self).contains("Imposer.impose(for: Late.self, Late.init)"))
    }

    @Test("An error offers an initializer by what is imposed on the imposer that is to have it")
    func elsewhere() throws {
        let imposer = Imposer(label: "alone")
        Imposer.impose(for: String.self, "a table")
        #expect(try text(of: PronunciationTable.self, in: imposer).contains(closure("PronunciationTable")))
        imposer.impose(for: String.self, "another table")
        #expect(try text(of: PronunciationTable.self, in: imposer).contains(", PronunciationTable.init)"))
    }

    @Test("An error offers no initializer where another name is imposed by an expression")
    func expression() throws {
        Imposer.impose(for: Silence.self, named: "late", Silence())
        Imposer.impose(for: UserDefaults.self, named: "shared", instance: UserDefaults())
        #expect(try text(of: Silence.self).contains(closure("Silence")))
        #expect(try text(of: UserDefaults.self).contains(closure("UserDefaults")))
        Imposer.impose(for: Silence.self, named: "late", Silence.init)
        #expect(try text(of: Silence.self).contains("Silence.init"))
    }

    @Test("A finding about a replaced registration offers to delete the earlier one")
    func replaced() throws {
        Imposer.impose(for: UserDefaults.self, fileID: "Talk/A.swift", line: 1, UserDefaults())
        Imposer.impose(for: UserDefaults.self, fileID: "Talk/B.swift", line: 2, UserDefaults())
        let fix = try finding(about: UserDefaults.self, of: .replaced).fix
        #expect(
            fix
                == "1. Delete the registration at Talk/A.swift:1, since this one is in force.\n"
                + "2. Or keep that one: at Talk/B.swift:2, impose with:\n   onConflict: .keep"
        )
        // In one file, the later line was most likely copied from the earlier one.
        Imposer.impose(for: UserDefaults.self, fileID: "Talk/B.swift", line: 3, UserDefaults())
        let copied = try finding(about: UserDefaults.self, of: .replaced).fix
        #expect(
            copied
                == "1. If both are meant: at Talk/B.swift:3, give it its own name or type.\n"
                + "2. Or delete the registration at Talk/B.swift:2, since this one is in force."
        )
    }

    @Test("An error offers no initializer for a provider that makes another class")
    func wrongClass() throws {
        let choir: Tuned.Type = Choir.self
        let table = PronunciationTable(text: "")
        Imposer.impose(for: choir, fileID: "Talk/A.swift", line: 1) { Tuned(table: table) }
        let error = try #require(throws: ImposeError.self) { try tryInject(of: Choir.self) }
        #expect("\(error)".contains("1. At Talk/A.swift:1, let the provider make an instance of Choir.\n"), "\(error)")
    }
}
