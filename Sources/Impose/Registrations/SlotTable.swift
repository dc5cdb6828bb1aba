/// The slots of a keeper, by the registrations whose instances they are for.
///
/// It replaces a dictionary, whose hashing costs more than the rest of asking a scope for an instance.
struct SlotTable: ~Copyable {
    /// What is kept of one registration.
    struct Entry {
        /// Held, so that no other object gets the address that the entry is found by. Nil where there is no entry.
        fileprivate var held: HeldRegistration?
        /// The slot for no arguments.
        var slot = InstanceSlot.empty
        /// Nil until an instance is asked for with arguments.
        var byArguments: ArgumentSlots?

        /// Invariant: this is an entry that was found or added.
        var registration: HeldRegistration { held.unsafelyUnwrapped }
    }

    private var places = FixedArray<Entry>()
    private(set) var count = 0
    /// The number of places that it begins with.
    private let firstCapacity: Int
    /// Enough for one or two, as most scopes keep them.
    private static let leastCapacity = 4
    /// Of more, the table grows: what the last scope kept may be of no use to this one.
    private static let mostExpected = 64

    /// - Parameter count: The number of entries that it is likely to get.
    init(expecting count: Int = 0) {
        firstCapacity = max(Self.leastCapacity, Self.capacity(for: min(count, Self.mostExpected)))
    }

    /// A power of two. At most three in four places are in use, so that a probe ends soon. And so that a table of twenty
    /// entries is not too large for the allocator's fast path.
    private static func capacity(for count: Int) -> Int {
        count == 0 ? 0 : 1 << (Int.bitWidth - ((4 * count + 2) / 3 - 1).leadingZeroBitCount)
    }

    /// The position of a registration's entry; nil if there is none.
    func position(of registration: ObjectIdentifier) -> Int? {
        if count == 0 { return nil }
        let position = position(for: UInt(bitPattern: registration))
        return places[position].held == nil ? nil : position
    }

    /// The entry at a position that was found or added since the last change.
    ///
    /// It is got and put, not changed in place: that crashes the compiler (Swift 6.3.1) under the thread sanitizer.
    subscript(position: Int) -> Entry {
        @inline(__always) get { places[position] }
    }

    /// Replaces the slot for no arguments.
    func put(_ slot: InstanceSlot, at position: Int) { places[position].slot = slot }

    /// Replaces the slots for lists of arguments.
    func put(_ slots: ArgumentSlots, at position: Int) { places[position].byArguments = slots }

    /// Adds an empty entry for a registration that has none here yet.
    ///
    /// - Returns: Its position.
    mutating func add(_ registration: HeldRegistration) -> Int {
        if 4 * (count + 1) > 3 * places.count { resize(to: max(firstCapacity, 2 * places.count)) }
        let position = position(for: registration.uncounted.address)
        places[position] = Entry(held: registration)
        count += 1
        return position
    }

    mutating func remove(_ registration: ObjectIdentifier) -> Entry? {
        guard let position = position(of: registration) else { return nil }
        let removed = places[position]
        places[position] = Entry()
        count -= 1
        // Entries that were placed elsewhere because this place was taken have to be placed again.
        resize(to: places.count)
        return removed
    }

    /// Calls `body` with the position of each entry.
    func forEach(_ body: (Int) -> Void) {
        if count == 0 { return }
        for position in 0..<places.count where places[position].held != nil { body(position) }
    }

    /// Moves all entries out, and leaves none: to copy one would count its references.
    mutating func moveAll(_ body: (consuming Entry) -> Void) {
        count = 0
        places.moveAll { entry in
            if entry.held != nil { body(entry) }
        }
    }

    /// The position of a registration's entry, or else of the place for it.
    private func position(for registration: UInt) -> Int {
        let mask = UInt(places.count - 1)
        var position = AnswerTable.start(of: registration) & mask
        while let held = places[Int(position)].held, held.uncounted.address != registration {
            position = (position + 1) & mask
        }
        return Int(position)
    }

    /// - Parameter capacity: A power of two.
    private mutating func resize(to capacity: Int) {
        var old = exchange(&places, with: FixedArray(count: capacity) { Entry() })
        old.moveAll { entry in
            guard let address = entry.held?.uncounted.address else { return }
            places[position(for: address)] = entry
        }
    }
}
