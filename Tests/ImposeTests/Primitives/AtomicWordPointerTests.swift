import Synchronization
import TestSupport
import Testing

@testable import Impose

@Suite("The address of atomic words", .timeLimit(.minutes(20)))
struct AtomicWordPointerTests {
    @Test("Atomic words are 0 at first, and then what was last stored in each")
    func words() {
        let words = AtomicWordPointer.make(4)
        #expect((0..<4).allSatisfy { words[$0].load(ordering: .relaxed) == 0 })
        for index in 0..<4 { words[index].store(UInt(index + 1), ordering: .relaxed) }
        #expect(words[0].load(ordering: .relaxed) == 1)
        let again = AtomicWordPointer(knownAddress: words.address)
        #expect(again == words)
        #expect((0..<4).map { again[$0].load(ordering: .relaxed) } == [1, 2, 3, 4])
        words.free()
    }

    @Test("Atomic words lose nothing that several threads add")
    func threads() {
        let words = AtomicWordPointer.make(2)
        onThreads(4) { _, thread in
            for _ in 0..<10_000 { words[thread % 2].add(1, ordering: .relaxed) }
        }
        #expect([words[0].load(ordering: .relaxed), words[1].load(ordering: .relaxed)] == [20_000, 20_000])
        words.free()
    }
}
