internal import CImposeRuntime

/// The distances between types that were asked for before: one table for the process, since a distance never changes.
///
/// It makes the few registrations of a scope cheap to search: one look-up for each. Threads read the table without a
/// lock, in a section.
enum RelationMemo {
    /// What is known of two types.
    enum Relation: Equatable {
        case unknown, unrelated, steps(Int)
    }

    /// The word that has the address of the table, or 0.
    private static var home: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(impose_word_of_relations()) }
    }
    private static let lock = BriefLock()

    /// What is known of the way from an offered type up to a requested one. The calling thread is in a section.
    @inline(__always)
    static func relation(from offered: ObjectIdentifier, to requested: ObjectIdentifier) -> Relation {
        let table = home[0].load(ordering: .sequentiallyConsistent)
        if table == 0 { return .unknown }
        let (position, isThere) = find(word(offered), to: word(requested), in: AtomicWordPointer(knownAddress: table))
        guard isThere else { return .unknown }
        let found = AtomicWordPointer(knownAddress: table)[position + 2].load(ordering: .relaxed)
        return found == 0 ? .unrelated : .steps(Int(found) - 1)
    }

    /// Measures a distance that is unknown. It takes long: the runtime looks through the conformances of the program.
    @inline(never)
    @discardableResult
    static func measure(from offered: any Any.Type, to requested: any Any.Type) -> Int? {
        let distance = TypeRelation(to: requested).distance(from: offered)
        let outgrown = lock.withLock { () -> UInt in
            let old = home[0].load(ordering: .relaxed)
            let isOutgrown = old == 0 || isFull(AtomicWordPointer(knownAddress: old))
            let address = isOutgrown ? grown(old) : old
            if isOutgrown { home[0].store(address, ordering: .sequentiallyConsistent) }
            let table = AtomicWordPointer(knownAddress: address)
            insert(
                UInt((distance ?? -1) + 1),
                from: word(ObjectIdentifier(offered)),
                to: word(ObjectIdentifier(requested)),
                in: table
            )
            return isOutgrown ? old : 0
        }
        if outgrown != 0 {
            ReadSection.retire([Outgrown(words: AtomicWordPointer(knownAddress: outgrown))], in: ReadSection.anywhere)
        }
        return distance
    }

    /// A table that somebody may still be reading.
    private final class Outgrown {
        private let words: AtomicWordPointer
        init(words: AtomicWordPointer) { self.words = words }
        deinit { words.free() }
    }

    private static func word(_ type: ObjectIdentifier) -> UInt { UInt(bitPattern: type) }

    // The words of a table are a mask (the number of triples less one), the number of triples in use, and the triples:
    // the requested type, the offered type, and the distance plus one, or 0 if there is none.

    @inline(__always)
    private static func find(_ offered: UInt, to requested: UInt, in table: AtomicWordPointer) -> (Int, Bool) {
        let mask = table[0].load(ordering: .relaxed)
        var index = (requested ^ (offered &<< 7)).hashedAddress & mask
        while true {
            let position = 2 &+ 3 &* Int(bitPattern: index)
            let found = table[position].load(ordering: .acquiring)
            if found == 0 { return (position, false) }
            if found == requested, table[position + 1].load(ordering: .relaxed) == offered { return (position, true) }
            index = (index &+ 1) & mask
        }
    }

    private static func insert(_ distance: UInt, from offered: UInt, to requested: UInt, in table: AtomicWordPointer) {
        let (position, isThere) = find(offered, to: requested, in: table)
        if isThere { return }
        table[position + 1].store(offered, ordering: .relaxed)
        table[position + 2].store(distance, ordering: .relaxed)
        // Last, since it tells readers that the triple is complete.
        table[position].store(requested, ordering: .releasing)
        table[1].store(table[1].load(ordering: .relaxed) + 1, ordering: .relaxed)
    }

    private static func isFull(_ table: AtomicWordPointer) -> Bool {
        2 * table[1].load(ordering: .relaxed) > table[0].load(ordering: .relaxed)
    }

    private static func grown(_ address: UInt) -> UInt {
        let capacity =
            address == 0 ? 64 : 2 * (Int(AtomicWordPointer(knownAddress: address)[0].load(ordering: .relaxed)) + 1)
        let table = AtomicWordPointer.make(2 + 3 * capacity)
        table[0].store(UInt(capacity - 1), ordering: .relaxed)
        guard address != 0 else { return table.address }
        let old = AtomicWordPointer(knownAddress: address)
        for index in 0..<capacity / 2 {
            let requested = old[2 + 3 * index].load(ordering: .relaxed)
            if requested == 0 { continue }
            let offered = old[3 + 3 * index].load(ordering: .relaxed)
            insert(old[4 + 3 * index].load(ordering: .relaxed), from: offered, to: requested, in: table)
        }
        return table.address
    }
}

extension RelationMemo {
    /// The distance from an offered type up to a requested one, measured if it is unknown; nil if there is none.
    static func distance(from offered: any Any.Type, to requested: any Any.Type) -> Int? {
        let thread = ThreadRecord.current
        let isOutermost = ReadSection.begin(thread, in: ReadSection.anywhere)
        let known = relation(from: ObjectIdentifier(offered), to: ObjectIdentifier(requested))
        // Measuring takes long, and a section would delay all freeing meanwhile.
        if isOutermost { ReadSection.end(thread) }
        return switch known {
        case .steps(let distance): distance
        case .unrelated: nil
        case .unknown: measure(from: offered, to: requested)
        }
    }
}
