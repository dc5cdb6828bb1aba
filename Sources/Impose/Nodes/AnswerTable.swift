/// A table from requested types to words that is read without a lock.
///
/// Word 0 is a mask. Behind it are pairs of words, key and answer. `hash & mask` is an even number: the offset of a key
/// behind word 0. So the mask is twice the index of the last pair. A key is the address of a type's metadata, and an
/// answer is never 0: see `SearchResult` in `Resolving/Search.swift`. A pair is filled in once and never changed: the
/// answer first, then the key. At most half of the pairs are in use, so a probe ends soon.
///
/// Invariant: writers exclude each other; readers are in the `ReadSection` in which they found the table.
final class AnswerTable: ManagedBuffer<AnswerTable.Header, UInt> {
    struct Header {
        let capacity: Int
        var count = 0
        /// Objects that answers refer to, and that nothing else is sure to keep as long as the table can be found.
        var held: [AnyObject] = []
        /// The answers to requests with a name or another rule than the default one. Read under the directory's lock.
        var matches: [Query: RememberedMatch] = [:]
    }

    /// - Parameter capacity: The number of pairs, a power of two.
    static func make(capacity: Int) -> AnswerTable {
        let count = 1 + 2 * capacity
        let made = create(minimumCapacity: count) { _ in Header(capacity: capacity) }
        made.withUnsafeMutablePointerToElements { $0.initialize(repeating: 0, count: count) }
        let table = unsafeDowncast(made, to: AnswerTable.self)
        table.words[0].store(UInt(2 * (capacity - 1)), ordering: .relaxed)
        return table
    }

    /// Makes a table with the same answers and twice the room.
    func grown() -> AnswerTable {
        let table = AnswerTable.make(capacity: 2 * header.capacity)
        for object in header.held { table.header.held.append(object) }
        table.header.matches = header.matches
        for index in 0..<header.capacity {
            let key = words[1 + 2 * index].load(ordering: .relaxed)
            if key != 0 { table.insert(words[2 + 2 * index].load(ordering: .relaxed), for: key) }
        }
        return table
    }

    /// They lie in the object, so they stay as long as that.
    var words: AtomicWordPointer {
        AtomicWordPointer(withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) })
    }

    var isFull: Bool { 2 * header.count >= header.capacity }

    /// The answer for a key in the table whose words are at an address, or 0.
    @inline(__always)
    static func answer(for key: UInt, at address: UInt) -> UInt {
        let words = AtomicWordPointer(knownAddress: address)
        let mask = words[0].load(ordering: .relaxed)
        var position = key.hashedAddress & mask
        while true {
            let found = words[1 &+ Int(bitPattern: position)].load(ordering: .acquiring)
            if found == key { return words[2 &+ Int(bitPattern: position)].load(ordering: .relaxed) }
            if found == 0 { return 0 }
            position = (position &+ 2) & mask
        }
    }

    /// What was found for a request with a name or another rule; nil if it is not remembered.
    func match(for query: Query) -> RememberedMatch? { header.matches[query] }

    /// Remembers a match, unless there are very many: names can be made up at run time.
    func insert(_ match: RememberedMatch, for query: Query) {
        if header.matches.count < 1024 { header.matches[query] = match }
    }

    /// Adds a pair, for which there must be room. Nothing happens if the key is there.
    func insert(_ answer: UInt, for key: UInt, holding object: AnyObject? = nil) {
        let mask = words[0].load(ordering: .relaxed)
        var position = key.hashedAddress & mask
        while true {
            let found = words[1 + Int(position)].load(ordering: .relaxed)
            if found == key { return }
            if found == 0 { break }
            position = (position + 2) & mask
        }
        if let object { header.held.append(object) }
        words[2 + Int(position)].store(answer, ordering: .relaxed)
        words[1 + Int(position)].store(key, ordering: .releasing)
        header.count += 1
    }
}
