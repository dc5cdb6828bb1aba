import Foundation
import Testing

@testable import Impose

private protocol Pump {}

private protocol Valve {}

private struct Pipe<Content> {}

private class Tank {
    struct Lid {}
}

private enum Water {
    struct Meter {}
}

private enum Gas {
    struct Meter {}
}

/// Has the name of a type of Foundation.
private struct UUID {}

/// A type and how it is to be written.
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
        TypeNameRow((any Pump)?.self, "Optional<Pump>"),
        TypeNameRow((any Pump & Valve).self, "Pump & Valve"),
        TypeNameRow((any Tank & Pump).self, "Tank & Pump"),
        TypeNameRow(Pipe<Int>.self, "Pipe<Int>"),
        TypeNameRow([String].self, "Array<String>"),
        TypeNameRow(Any.self, "Any"),
        TypeNameRow(AnyObject.self, "AnyObject"),
        TypeNameRow((any Pump.Type).self, "Pump.Type"),
        TypeNameRow((Int, String).self, "(Int, String)"),
        TypeNameRow((() -> Int).self, "() -> Int"),
    ]

    static let expressions = [
        TypeNameRow(Tank.self, "Tank.self"),
        TypeNameRow((any Pump).self, "Pump.self"),
        TypeNameRow((any Pump & Valve).self, "(Pump & Valve).self"),
        TypeNameRow(Pipe<Int>.self, "Pipe<Int>.self"),
        TypeNameRow((Int, String).self, "((Int, String)).self"),
    ]
}

@Suite("Names of types in texts")
struct TypeNamesTests {
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

    @Test("Local types of the same name are told apart")
    func localTypes() {
        func one() -> any Any.Type {
            struct Local {}
            return Local.self
        }
        func other() -> any Any.Type {
            struct Local {}
            return Local.self
        }
        let names = TypeNames([one(), other()])
        #expect(names[one()] != names[other()])
        #expect(TypeNames([one()])[one()] == "Local")
    }

    @Test("A key is the type's name and the name that it was imposed under")
    func keys() {
        let names = TypeNames([Tank.self])
        #expect(names.key(Tank.self, nil) == "Tank")
        #expect(names.key(Tank.self, "spare") == "Tank named \"spare\"")
        #expect(names.key(Tank.self, InjectionName(3)) == "Tank named 3")
    }

    @Test(
        "As an expression it is what one would type",
        arguments: TypeNameRow.expressions
    )
    func expressions(_ row: TypeNameRow) {
        #expect(TypeNames([row.type]).expression(row.type) == row.text)
    }

    @Test(
        "Also where a private type needs its module, an expression can be typed"
    )
    func qualifiedExpressions() {
        let names = TypeNames([Water.Meter.self, Gas.Meter.self])
        #expect(!names.expression(Water.Meter.self).contains("unknown context"))
    }
}
