import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// The address of a type's metadata, as it were: any word that is not 0.
private func keys(_ count: Int, seed: UInt64) -> [UInt] {
    var generator = SeededGenerator(seed: seed)
    var keys: Set<UInt> = []
    while keys.count < count { keys.insert(UInt.random(in: 1...UInt.max, using: &generator)) }
    return keys.sorted()
}

@Suite("The table of answers", .timeLimit(.minutes(20)))
struct AnswerTableTests {
    @Test("finds what was filled in, and nothing else", arguments: [2, 16, 1024])
    func finds(capacity: Int) {
        let table = AnswerTable.make(capacity: capacity)
        #expect(table.capacity == capacity)
        let (known, unknown) = (keys(capacity / 2, seed: 1), keys(capacity, seed: 2))
        for key in known {
            #expect(table.answer(for: key) == 0)
            table.insert(~key, for: key)
            #expect(table.answer(for: key) == ~key)
        }
        for key in known { #expect(table.answer(for: key) == ~key) }
        for key in unknown { #expect(table.answer(for: key) == 0) }
        table.free()
    }

    @Test("tells keys apart that begin at one place, also at its last one", arguments: [0, 5, 15] as [UInt])
    func collisions(location: UInt) {
        let capacity = 16
        let table = AnswerTable.make(capacity: capacity)
        let colliding = (1...).lazy.filter { AnswerTable.start(of: $0) / 2 % UInt(capacity) == location }.prefix(9)
        for key in colliding.prefix(8) { table.insert(~key, for: key) }
        for key in colliding.prefix(8) { #expect(table.answer(for: key) == ~key) }
        for key in colliding.suffix(1) { #expect(table.answer(for: key) == 0) }
        // Answers that begin at the next places have to give way.
        let neighbours = (1...).lazy.filter { AnswerTable.start(of: $0) / 2 % UInt(capacity) == (location + 1) % 16 }
        for key in neighbours.prefix(3) {
            #expect(table.answer(for: key) == 0)
            table.insert(~key, for: key)
            #expect(table.answer(for: key) == ~key)
        }
        table.free()
    }

    @Test(
        "spreads keys that stand at regular distances, as metadata does: few walks pass by others",
        arguments: [8, 16, 48, 64, 88, 96, 136, 176, 272, 352, 4_096] as [UInt],
        [100, 300, 1_000] as [UInt]
    )
    func spreading(distance: UInt, count: UInt) {
        var capacity: UInt = 16
        while capacity < 2 * count { capacity *= 2 }
        var taken: Set<UInt> = []
        var passed = 0
        for number in 0..<count {
            var place = AnswerTable.start(of: 0x55C6_72F5_D230 + number * distance) % capacity
            while !taken.insert(place).inserted {
                place = (place + 1) % capacity
                passed += 1
            }
        }
        #expect(passed <= 2 * Int(count))
    }

    @Test("is copied as a whole to a larger one, and stays as it is")
    func copying() {
        let (table, larger) = (AnswerTable.make(capacity: 64), AnswerTable.make(capacity: 256))
        let keys = keys(32, seed: 3)
        for key in keys { table.insert(~key, for: key) }
        table.copy(to: larger)
        for key in keys {
            #expect(table.answer(for: key) == ~key)
            #expect(larger.answer(for: key) == ~key)
        }
        table.free()
        for key in keys { #expect(larger.answer(for: key) == ~key) }
        larger.free()
    }

    @Test("is found by its address")
    func address() {
        let table = AnswerTable.make(capacity: 16)
        table.insert(2, for: 1)
        #expect(AnswerTable.found(at: table.address)?.answer(for: 1) == 2)
        #expect(AnswerTable.found(at: 0) == nil)
        table.free()
    }

    // The order of the writes shows on this computer under the thread sanitizer only.
    @Test("is read while it is filled in: whoever finds an answer finds what it is the address of")
    func threads() {
        let keys = keys(2048, seed: 4)
        // Handed to the threads as a home hands it to readers: by its address.
        let address = AnswerTable.make(capacity: 4096).address
        let (broken, found) = (CallCounter(), CallCounter())
        let isFull = Shared(false)
        onThreads(4) { _, thread in
            let table = AnswerTable(address: address)
            guard thread > 0 else {
                for key in keys {
                    let content = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
                    content.initialize(to: key)
                    table.insert(UInt(bitPattern: content), for: key)
                }
                isFull.withLock { $0 = true }
                return
            }
            var last = false
            while true {
                for key in keys {
                    guard let content = UnsafePointer<UInt>(bitPattern: table.answer(for: key)) else {
                        if last { broken.increment() }
                        continue
                    }
                    found.increment()
                    if content.pointee != key { broken.increment() }
                }
                if last { return }
                last = isFull.withLock { $0 }
            }
        }
        #expect(broken.count == 0)
        #expect(found.count >= 3 * keys.count)
        let table = AnswerTable(address: address)
        for key in keys { UnsafeMutablePointer<UInt>(bitPattern: table.answer(for: key))?.deallocate() }
        table.free()
    }

    @Test("shows no key before its answer is there")
    func order() {
        let capacity = 16_384
        let tables = (0..<5).map { _ in AnswerTable.make(capacity: capacity) }
        // Each at a different place, so that it is known where to look.
        let places = Dictionary(
            keys(capacity / 2, seed: 5).map { (AnswerTable.start(of: $0) / 2 % UInt(capacity), $0) }
        ) {
            one,
            _ in one
        }
        // Only entries with their key in one cache line and their answer in the next: between the two some time passes.
        func beginsLine(_ index: Int, of table: AnswerTable) -> Bool {
            let offset = MemoryLayout<UInt>.stride * (2 + 2 * index)
            return (table.address + UInt(offset)) % 64 == 0
        }
        let pairs = tables.flatMap { table in
            places.map { (table: table.address, index: Int($0.key), key: $0.value) }
                .filter { beginsLine($0.index, of: table) }
        }
        let (isLooking, isFilledIn, broken) = (CallCounter(), CallCounter(), CallCounter())
        onThreads(2) { _, thread in
            for (number, pair) in pairs.enumerated() {
                let table = AnswerTable(address: pair.table)
                if thread == 0 {
                    spin { isLooking.count > number }
                    table.insert(~pair.key, for: pair.key)
                    isFilledIn.increment()
                } else {
                    let (key, answer) = (1 + 2 * pair.index, 2 + 2 * pair.index)
                    isLooking.increment()
                    spin {
                        _ = table.words[answer].load(ordering: .relaxed)
                        return table.words[key].load(ordering: .acquiring) != 0
                    }
                    if table.words[answer].load(ordering: .relaxed) != ~pair.key { broken.increment() }
                    spin { isFilledIn.count > number }
                }
            }
        }
        #expect(pairs.count > 5000)
        #expect(broken.count == 0)
        #expect(pairs.allSatisfy { AnswerTable(address: $0.table).answer(for: $0.key) == ~$0.key })
        for table in tables { table.free() }
    }
}
