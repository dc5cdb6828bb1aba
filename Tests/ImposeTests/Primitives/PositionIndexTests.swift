import Testing

@testable import Impose

@Suite("An index of positions")
struct PositionIndexTests {
    /// An array with its index, as a registry has them, beside a dictionary.
    private struct Shelf {
        /// How many hashes there are: with one, every walk passes by all others.
        let countOfHashes: UInt
        var elements: [Int?] = []
        var index = PositionIndex()
        var expected: [Int: Int] = [:]

        private func hash(of element: Int) -> UInt { UInt(element) % countOfHashes &* 0x9E37_79B9 }

        func position(of element: Int) -> Int? {
            index.position(for: hash(of: element)) { elements[$0] == element }
        }

        mutating func add(_ element: Int) -> Int? {
            expected[element] = elements.count
            elements.append(element)
            if index.hasRoom(for: elements.count) { return set(elements.count - 1, for: element) }
            let old = position(of: element)
            index = PositionIndex(for: elements.count)
            for (position, element) in elements.enumerated() {
                if let element { _ = set(position, for: element) }
            }
            return old
        }

        private mutating func set(_ position: Int, for element: Int) -> Int? {
            index.set(position, for: hash(of: element)) { [elements] in elements[$0] == element }
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

    @Test("has nothing, and no room, before anything is put into it")
    func empty() {
        let index = PositionIndex()
        #expect(index.position(for: 0) { _ in true } == nil)
        #expect(index.hasRoom(for: 0))
        #expect(!index.hasRoom(for: 1))
    }

    @Test("keeps half of its places free", arguments: [1, 4, 5, 100, 4_096])
    func room(count: Int) {
        let index = PositionIndex(for: count)
        #expect(index.hasRoom(for: 2 * count))
        #expect(!index.hasRoom(for: 8 * count + 16))
    }
}
