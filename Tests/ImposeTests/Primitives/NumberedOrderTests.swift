import TestSupport
import Testing

@testable import Impose

private struct Numbered: Equatable {
    let number: Int64
    let letter: Int
}

@Suite("The order of numbers")
struct NumberedOrderTests {
    @Test("inOrder(of:) is a stable sort, also of negative and equal numbers", arguments: [0, 1, 2, 3, 10, 1_000])
    func stable(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let some = (0..<count).map { Numbered(number: .random(in: -9...9, using: &generator), letter: $0) }
        // What was inserted behind all that are no greater.
        var expected: [Numbered] = []
        for one in some {
            expected.insert(one, at: expected.firstIndex { $0.number > one.number } ?? expected.endIndex)
        }
        #expect(some.inOrder(of: \.number) == expected)
    }

    @Test("inOrder(of:) has the least and the greatest number at its ends")
    func extremes() {
        #expect([0, Int64.max, Int64.min].inOrder { $0 } == [Int64.min, 0, Int64.max])
    }
}
