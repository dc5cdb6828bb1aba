import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

@Suite("An index of positions")
struct PositionIndexTests {
    /// An array with its index, as a registry has them, beside a dictionary.
    private struct Shelf {
        /// How many hashes there are: with one, every walk passes by all others.
        let countOfHashes: UInt
        var elements: [Int?] = []
        var index = PositionIndex()
        var expected: [Int: Int] = [:]

        private static func hash(of element: Int, among countOfHashes: UInt) -> UInt {
            UInt(element) % countOfHashes &* 0x9E37_79B9
        }

        func position(of element: Int) -> Int? {
            index.position(for: Self.hash(of: element, among: countOfHashes)) { elements[$0] == element }
        }

        mutating func add(_ element: Int) -> Int? {
            expected[element] = elements.count
            elements.append(element)
            let (elements, countOfHashes) = (elements, countOfHashes)
            return index.addLast(
                of: elements.count,
                hash: { elements[$0].map { Self.hash(of: $0, among: countOfHashes) } },
                areSame: { elements[$0] == elements[$1] }
            )
        }

        mutating func remove(_ element: Int) {
            guard let position = expected.removeValue(forKey: element) else { return }
            elements[position] = nil
        }
    }

    @Test(
        "finds what a dictionary finds, however few hashes there are, and past what is gone",
        arguments: [1, 2, 7, 1_000] as [UInt],
        0..<5 as Range<UInt64>
    )
    func againstDictionary(countOfHashes: UInt, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var shelf = Shelf(countOfHashes: countOfHashes)
        for step in 0..<300 {
            let element = Int.random(in: 0..<60, using: &generator)
            if Bool.random(using: &generator) {
                let old = shelf.expected[element]
                #expect(shelf.add(element) == old, "seed \(seed), step \(step)")
                if let old { shelf.elements[old] = nil }
            } else {
                shelf.remove(element)
            }
            let found = (0..<60).map { shelf.position(of: $0) }
            #expect(found == (0..<60).map { shelf.expected[$0] }, "seed \(seed), step \(step)")
        }
    }

    @Test("has nothing before anything is put into it")
    func empty() {
        #expect(PositionIndex().position(for: 0) { _ in true } == nil)
    }

    @Test("is made of what there is: the later one of two that are the same, and nothing that is gone")
    func makingAnew() {
        let elements = [3, nil, 5, 3, nil]
        let index = PositionIndex(
            of: elements.count,
            hash: { elements[$0].map { UInt($0) } },
            areSame: { elements[$0] == elements[$1] }
        )
        let found = (0..<7).map { element in index.position(for: UInt(element)) { elements[$0] == element } }
        #expect(found == [nil, nil, nil, 3, nil, 2, nil])
    }
}
