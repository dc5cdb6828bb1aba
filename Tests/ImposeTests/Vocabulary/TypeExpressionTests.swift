import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Pump {}

private protocol Valve {}

private struct Pipe<Content>: Sendable {
    struct Seal {}
}

private protocol Store<Item> { associatedtype Item }

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

private struct Default {}

private struct URLRequest {}

extension TypeNameRow {
    fileprivate static let expressions = [
        TypeNameRow((any Archive<Patron>).self, "(any Archive<Patron>).self"),
        TypeNameRow(Tank.self, "Tank.self"),
        TypeNameRow((any Pump).self, "Pump.self"),
        TypeNameRow((any Pump & Valve).self, "(Pump & Valve).self"),
        TypeNameRow(Pipe<Int>.self, "Pipe<Int>.self"),
        TypeNameRow((Int, String).self, "((Int, String)).self"),
        TypeNameRow(Tank.Lid.self, "Tank.Lid.self"),
        TypeNameRow(Pipe<Tank.Lid>.Seal.self, "Pipe<Tank.Lid>.Seal.self"),
        TypeNameRow([Tank.Lid].self, "Array<Tank.Lid>.self"),
        TypeNameRow((any Store<Tank.Lid>).self, "(any Store<Tank.Lid>).self"),
        TypeNameRow(((Tank.Lid) -> Water.Meter).self, "((Tank.Lid) -> Water.Meter).self"),
        TypeNameRow((any Pump.Type).self, "Pump.Type.self"),
    ]

    fileprivate static let annotations = [
        TypeNameRow(Tank.Lid.self, "Tank.Lid"),
        TypeNameRow((any Pump).self, "any Pump"),
        TypeNameRow((any Pump & Valve).self, "any Pump & Valve"),
        TypeNameRow((any Store<Tank>).self, "any Store<Tank>"),
        TypeNameRow(Any.self, "Any"),
        TypeNameRow(AnyObject.self, "AnyObject"),
    ]

    fileprivate static let variables = [
        TypeNameRow(Tank.Lid.self, "lid"),
        TypeNameRow((any Pump)?.self, "pump"),
        TypeNameRow(Pipe<Int>.self, "pipe"),
        TypeNameRow((any Store<Tank>).self, "store"),
        TypeNameRow(UUID.self, "uuid"),
        TypeNameRow(URLRequest.self, "urlRequest"),
        TypeNameRow(Default.self, "defaultValue"),
        TypeNameRow((Int, String).self, "value"),
    ]
}

@Suite("Names of types in code")
struct TypeExpressionTests {
    @Test("Where a type is declared, a protocol has its any", arguments: TypeNameRow.annotations)
    func annotation(_ row: TypeNameRow) {
        #expect(TypeNames([row.type]).annotation(row.type) == row.text)
    }

    @Test("A variable is called after the type that it holds", arguments: TypeNameRow.variables)
    func variable(_ row: TypeNameRow) {
        #expect(TypeNames([row.type]).variable(row.type) == row.text)
    }

    @Test("Types of the library are told apart from others of their names by their module")
    func sharedWithLibrary() {
        let names = TypeNames([Water.Registration<Int>.self, Registration<Int>.self, Water.Imposer.self, Imposer.self])
        #expect(names[Registration<Int>.self] == "Impose.Registration<Swift.Int>")
        #expect(names[Water.Registration<Int>.self] == "ImposeTests.Water.Registration<Swift.Int>")
        #expect(names[Imposer.self] == "Impose.Imposer")
        #expect(names.expression(Imposer.self) == "Impose.Imposer.self")
        let nested = TypeNames.long(Registration<Imposer.SourceLocation>.self)
        #expect(nested == "Impose.Registration<Impose.Imposer.SourceLocation>")
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
        let names = TypeNames([one(), Tank.self, other(), one()])
        #expect(names[one()] == "ImposeTests.TypeExpressionTests.Local #1")
        #expect(names[other()] == "ImposeTests.TypeExpressionTests.Local #2")
        // As it is written in its function.
        #expect(names.expression(other()) == "Local.self")
        #expect(TypeNames([one()])[one()] == "Local")
    }

    @Test(
        "A type as an expression is spelled as one would type it",
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
