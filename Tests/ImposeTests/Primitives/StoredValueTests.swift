import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Ware: Sendable {}

private final class Crate: Ware {}

private struct Pallet: Ware, Equatable {
    let numbers: [Int]
    let text: String
    let big = (1, 2, 3, 4)

    static func == (one: Pallet, other: Pallet) -> Bool { one.numbers == other.numbers && one.text == other.text }
}

private struct Nothing: Equatable {}

@Suite("A value whose type is known at run time only")
struct StoredValueTests {
    private func stored<Value>(_ value: Value) -> Value { StoredValue(value).load(as: Value.self) }

    @Test("comes out as it went in")
    func values() {
        let crate = Crate()
        #expect(stored(crate) === crate)
        #expect(stored(crate as AnyObject) === crate)
        #expect(stored(crate as any Ware) as? Crate === crate)
        #expect(stored(Crate?.some(crate)) === crate)
        #expect(stored(Crate?.none) == nil)
        let pallet = Pallet(numbers: [1, 2, 3], text: "a text that is longer than a small one")
        #expect(stored(pallet) == pallet)
        #expect(stored(pallet as any Ware) as? Pallet == pallet)
        #expect(stored(7) == 7)
        #expect(stored(Nothing()) == Nothing())
        #expect(stored { 7 }() == 7)
    }

    @Test("is held as long as what it is stored in, and no longer")
    func lifetime() {
        func check<Value>(_ make: (Crate) -> Value) {
            var crate: Crate? = Crate()
            let watched = crate.map { Watched($0) }
            let value = crate.map { StoredValue(make($0)) }
            crate = nil
            #expect(watched?.isGone == false)
            for _ in 0..<3 { _ = value?.load(as: Value.self) }
            _ = consume value
            #expect(watched?.isGone == true)
        }
        check { $0 }
        check { $0 as any Ware }
        check { [$0] }
        check { Crate?.some($0) }
    }
}
