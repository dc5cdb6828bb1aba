/// A table from requested types to answers that is read without a lock.
///
/// In memory: a mask, then pairs of key and answer, all of them words. The mask leaves of any number the position of a
/// pair's key among them: it is twice the number of the last pair. The key is the address of the type's metadata, the
/// answer an address too, both 0 where there is none. A pair is filled in once and never changed: the answer first, then
/// the key. At most half of the pairs are in use, so a probe ends soon.
struct AnswerTable {
    /// Invariant: the words are valid while the table can be found, and for readers until they leave their section.
    let words: AtomicWordPointer

    private init(words: AtomicWordPointer) {
        self.words = words
    }

    /// The table at an address, which is not 0.
    @inline(__always)
    init(address: UInt) {
        words = AtomicWordPointer(knownAddress: address)
    }

    /// The table at an address, or nil if the address is 0.
    static func found(at address: UInt) -> AnswerTable? {
        address == 0 ? nil : AnswerTable(address: address)
    }

    /// The answer for a key, or the result of `missing`.
    @inline(__always)
    func answer(for key: UInt, orElse missing: () -> UInt) -> UInt {
        let mask = mask
        var position = AnswerTable.start(of: key) & mask
        while true {
            let found = words[1 &+ Int(bitPattern: position)].load(ordering: .acquiring)
            if found == key { return words[2 &+ Int(bitPattern: position)].load(ordering: .relaxed) }
            if found == 0 { return missing() }
            position = (position &+ 2) & mask
        }
    }

    /// The answer for a key, or 0.
    func answer(for key: UInt) -> UInt { answer(for: key) { 0 } }

    /// Where the search for a key begins. Metadata is aligned, and stands at regular distances: the multiplication
    /// carries all of the key's bits up, and the upper half is folded onto the lower one, of which callers take what
    /// they need.
    @inline(__always)
    static func start(of key: UInt) -> UInt {
        // The fraction of the golden ratio, with as many bits as a word has: 64, or 32.
        let ratio = UInt(truncatingIfNeeded: (0x9E37_79B9_7F4A_7C15 as UInt64) &>> UInt64(64 &- UInt.bitWidth))
        let product = key &* ratio
        return product ^ (product &>> UInt(UInt.bitWidth / 2))
    }

    /// Makes an empty table.
    ///
    /// - Parameter capacity: The number of pairs, a power of two.
    static func make(capacity: Int) -> AnswerTable {
        let words = AtomicWordPointer.make(1 + 2 * capacity)
        words[0].store(UInt(2 * (capacity - 1)), ordering: .relaxed)
        return AnswerTable(words: words)
    }

    /// Frees the memory. No thread may be able to find the table any more, nor be reading it.
    func free() {
        words.free()
    }

    var address: UInt { words.address }

    var capacity: Int { Int(mask) / 2 + 1 }

    private var mask: UInt {
        @inline(__always) get { words[0].load(ordering: .relaxed) }
    }

    /// Fills in a pair. The key must not be there yet, and there must be room. One writer at a time.
    func insert(_ answer: UInt, for key: UInt) {
        let mask = mask
        var position = Self.start(of: key) & mask
        while words[1 + Int(position)].load(ordering: .relaxed) != 0 { position = (position + 2) & mask }
        words[2 + Int(position)].store(answer, ordering: .relaxed)
        words[1 + Int(position)].store(key, ordering: .releasing)
    }

    /// Copies all pairs to a table that has room for them.
    func copy(to other: AnswerTable) {
        for index in 0..<capacity {
            let key = words[1 + 2 * index].load(ordering: .relaxed)
            if key != 0 { other.insert(words[2 + 2 * index].load(ordering: .relaxed), for: key) }
        }
    }
}
