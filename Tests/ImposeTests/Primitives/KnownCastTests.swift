import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private class Ware {}

private final class Crate: Ware {}

private protocol Packing {}

private struct Pallet: Equatable, Packing {
    let numbers: [Int]
}

@Suite("A cast that is known to hold")
struct KnownCastTests {
    @Test("gives generic code a value as the type that it has found to be its own")
    func sameType() {
        func text<Value>(_ value: Value) -> String? {
            Value.self == String.self ? knownCast(value, to: String.self) : nil
        }
        #expect(text("a text that is longer than a small one") == "a text that is longer than a small one")
        #expect(text(7) == nil)
        func call<Value>(_ function: @escaping (Int) -> Value) -> Int? {
            Value.self == Int.self ? knownCast(function, to: ((Int) -> Int).self)(20) : nil
        }
        #expect(call { $0 + 1 } == 21)
    }

    @Test("gives an object as an instance of its class")
    func downward() {
        let crate = Crate()
        #expect(knownDowncast(crate as Ware, to: Crate.self) === crate)
    }

    @Test("takes for an object what is of a class, and nothing else")
    func objects() {
        let crate = Crate()
        #expect(objectOfClass(crate) === crate)
        #expect(objectOfClass(crate as Ware) === crate)
        #expect(knownInstance(objectOfClass(crate as Ware), as: Ware.self) === crate)
        #expect(objectOfClass(Pallet(numbers: [1])) == nil)
        #expect(objectOfClass(Crate?.some(crate)) == nil)
        #expect(objectOfClass(crate as Any) == nil)
        #expect(objectOfClass(Pallet(numbers: [1]) as any Packing) == nil)
        #expect(objectOfClass { 7 } == nil)
    }

    @Test("gives an object over to who holds it then, and counts right")
    func counting() {
        var crate: Crate? = Crate()
        weak let watched = crate
        var object = crate.flatMap { objectOfClass($0) }
        crate = nil
        #expect(watched != nil)
        var again: Crate? = knownInstance(object, as: Crate.self)
        object = nil
        #expect(watched != nil)
        withExtendedLifetime(again) {}
        again = nil
        #expect(watched == nil)
    }

    @Test("drops from a function what only the compiler sees")
    func functions() {
        let isolated: @isolated(any) @Sendable (Int) throws -> Pallet = { Pallet(numbers: [$0]) }
        #expect(isolated.isolation == nil)
        let plain = knownFunction(isolated, as: (@Sendable (Int) throws -> Pallet).self)
        #expect((try? plain(7)) == Pallet(numbers: [7]))
    }
}
