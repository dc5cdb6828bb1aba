import Foundation
import NeighbourModule
import TestSupport
import Testing

@testable import Impose

private protocol Pump {}

private protocol Valve {}

private struct Pipe<Content>: Sendable {
    struct Seal {}
}

private protocol Store<Item> { associatedtype Item }

private protocol Table<Key, Row> {
    associatedtype Key
    associatedtype Row
}

private class Tank {
    struct Lid {}
}

private enum Water {
    struct Registration<Content>: Sendable {}
    struct Imposer: Sendable {}
    struct Meter {}
}

private enum Gas {
    struct Meter {}
}

/// A type with the name of a type of Foundation.
private struct UUID: Hashable, Sendable {}

/// A type with the name of a type of the neighbour module.
private struct Clock: Hashable, Sendable {
    var pipe = UUID()
}

/// A type and its expected spelling.
struct TypeNameRow: CustomTestStringConvertible {
    let type: any Any.Type
    let text: String

    init(_ type: any Any.Type, _ text: String) {
        self.type = type
        self.text = text
    }

    var testDescription: String { text }

    static let shortNames = [
        TypeNameRow(Tank.self, "Tank"),
        TypeNameRow(Tank.Lid.self, "Lid"),
        TypeNameRow(Int.self, "Int"),
        TypeNameRow((any Pump).self, "Pump"),
        TypeNameRow((any Pump)?.self, "Pump?"),
        TypeNameRow((any Pump & Valve).self, "Pump & Valve"),
        TypeNameRow((any Tank & Pump).self, "Tank & Pump"),
        TypeNameRow(Pipe<Int>.self, "Pipe<Int>"),
        TypeNameRow([String].self, "Array<String>"),
        TypeNameRow(Any.self, "Any"),
        TypeNameRow(AnyObject.self, "AnyObject"),
        TypeNameRow((any Pump.Type).self, "Pump.Type"),
        TypeNameRow((Int, String).self, "(Int, String)"),
        TypeNameRow((() -> Int).self, "() -> Int"),
        TypeNameRow((any Store<Tank>).self, "any Store<Tank>"),
        TypeNameRow((any Store<Tank>)?.self, "(any Store<Tank>)?"),
        TypeNameRow((any Store<Pipe<any Store<Int>>>).self, "any Store<Pipe<any Store<Int>>>"),
        TypeNameRow((any Store<(Int) -> Tank>).self, "any Store<(Int) -> Tank>"),
        TypeNameRow((any Table<Int, Tank>).self, "any Table<Int, Tank>"),
    ]

    static let constrained = [
        TypeNameRow((any Archive<Patron>).self, "any Archive<Patron>"),
        TypeNameRow([any Archive<Patron>].self, "Array<any Archive<Patron>>"),
        TypeNameRow((any Archive<Patron>)?.self, "(any Archive<Patron>)?"),
        TypeNameRow((any Collection<Int>).self, "any Collection<Int>"),
        TypeNameRow((any Archive<() -> Int>).self, "any Archive<() -> Int>"),
        TypeNameRow((any Archive<(Int, [String: Int])>).self, "any Archive<(Int, Dictionary<String, Int>)>"),
        TypeNameRow((any Archive<any Archive<Int>>).self, "any Archive<any Archive<Int>>"),
        TypeNameRow(((any Archive<Int>) -> any Archive<Patron>).self, "(any Archive<Int>) -> any Archive<Patron>"),
        // The arguments stand in the order of the declaration, not of the names.
        TypeNameRow((any Twinning<Int, String>).self, "any Twinning<Int, String>"),
        TypeNameRow(
            (any Twinning<any Twinning<Int, String>, Int>).self,
            "any Twinning<any Twinning<First == String, Second == Int>, Int>"
        ),
        TypeNameRow([any Twinning<Int, String>].self, "Array<any Twinning<First == String, Second == Int>>"),
        TypeNameRow((any AsyncSequence<Int, Never>).self, "any AsyncSequence<Int, Never>"),
        TypeNameRow((any Journaling & Depository<Patron>).self, "any Depository<Patron> & Journaling"),
        TypeNameRow((any Cupboard & Depository<Patron>).self, "any Cupboard & Depository<Patron>"),
        TypeNameRow(
            (any Depository<Patron> & Twinning<Int, String>).self,
            "any Depository<Patron> & Twinning<Int, String>"
        ),
        TypeNameRow((any Archive<Patron>.Type).self, "a metatype of a constrained protocol"),
    ]
}

@Suite("Names of types in texts")
struct TypeNamesTests {
    @Test("constrained protocols are called as they are written", arguments: TypeNameRow.constrained)
    func constrained(_ row: TypeNameRow) {
        #expect(TypeNames([row.type])[row.type] == row.text)
    }

    @Test(
        "A type goes by its short name",
        arguments: TypeNameRow.shortNames
    )
    func short(_ row: TypeNameRow) {
        #expect(TypeNames([row.type])[row.type] == row.text)
    }

    @Test("A type that comes up twice keeps its short name")
    func repeated() {
        #expect(TypeNames([Tank.self, (any Pump).self, Tank.self])[Tank.self] == "Tank")
    }

    @Test("Two types that share a name are told apart by their contexts")
    func shared() {
        let names = TypeNames([Water.Meter.self, Gas.Meter.self, Tank.self])
        #expect(names[Water.Meter.self].hasSuffix(".Water.Meter"))
        #expect(names[Gas.Meter.self].hasSuffix(".Gas.Meter"))
        #expect(names[Tank.self] == "Tank")
    }

    @Test("Two types that share a name are told apart by their modules")
    func sharedAcrossModules() {
        let names = TypeNames([UUID.self, Foundation.UUID.self])
        #expect(names[Foundation.UUID.self].hasPrefix("Foundation"))
        #expect(names[UUID.self].hasPrefix("ImposeTests."))
        #expect(TypeNames([Foundation.UUID.self])[Foundation.UUID.self] == "UUID")
    }

    @Test("A key is the type's name and the name that it was imposed under")
    func keys() {
        let names = TypeNames([Tank.self])
        #expect(names.key(Tank.self, nil) == "Tank")
        #expect(names.key(Tank.self, "spare") == "Tank named \"spare\"")
        #expect(names.key(Tank.self, InjectionName(3)) == "Tank named 3")
    }

    @Test("Generic types of private types of two modules are told apart inside their brackets")
    func nestedGenerics() {
        let (mine, theirs) = (Pipe<[Clock]>.self, Pipe<[NeighbourModule.Clock]>.self)
        let names = TypeNames([mine, theirs, Clock.self])
        #expect(names[mine] == "ImposeTests.Pipe<Swift.Array<ImposeTests.Clock>>")
        #expect(names[theirs] == "ImposeTests.Pipe<Swift.Array<NeighbourModule.Clock>>")
        #expect(names[Clock.self] == "Clock")
        #expect(TypeNames([mine])[mine] == "Pipe<Array<Clock>>")
    }

    @Test("Types inside generic ones are told apart by what these are made of")
    func insideGenerics() {
        let names = TypeNames([Pipe<Int>.Seal.self, Pipe<Clock>.Seal.self, Pipe<Pipe<Clock>>.Seal.self])
        #expect(names[Pipe<Int>.Seal.self] == "ImposeTests.Pipe<Swift.Int>.Seal")
        #expect(names[Pipe<Clock>.Seal.self] == "ImposeTests.Pipe<ImposeTests.Clock>.Seal")
        #expect(names[Pipe<Pipe<Clock>>.Seal.self] == "ImposeTests.Pipe<ImposeTests.Pipe<ImposeTests.Clock>>.Seal")
    }

    @Test("No text shows the address of a context: not of types, names, imposers, or what was thrown")
    func unknownContexts() throws {
        struct Loss: Error { let clock = Clock() }
        struct Local: Hashable, Sendable { let clock = Clock() }
        let errors = Imposer.isolated {
            let imposer = Imposer(parent: Imposer.imposer(for: .custom(Local())))
            imposer.impose(for: Clock.self, named: InjectionName(Local())) { () throws -> Clock in throw Loss() }
            imposer.impose(for: Pipe<Local>.self) { (_: Clock) in Pipe() }
            return [
                failure { () throws(ImposeError) in _ = try imposer.tryInject(of: Pipe<Local>.self) },
                failure { () throws(ImposeError) in
                    _ = try imposer.tryInject(of: Clock.self, named: InjectionName(Local()))
                },
            ]
        }
        let text = try errors.map { try #require($0).description }.joined(separator: "\n")
        #expect(!text.contains("unknown context"))
        #expect(text.contains("custom(Local(clock: ImposeTests.Clock(pipe: ImposeTests.UUID())))"))
        #expect(text.contains("  thrown     Loss(clock: ImposeTests.Clock(pipe: ImposeTests.UUID()))"))
        #expect(text.contains("InjectionName(ImposeTests.TypeNamesTests.Local(clock:"))
    }
}
