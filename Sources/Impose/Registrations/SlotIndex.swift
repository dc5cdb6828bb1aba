/// The positions of a registry's registrations by their keys.
///
/// It holds no keys of its own: it looks at the registrations that the registry has in its slots. A dictionary hashes
/// each key anew, and the first use of one takes a search through all conformances of the process.
///
/// Invariant: each registration's position is found by walking from the place that its key hashes to, with no free place
/// before it. A slot that was cleared may still have a place, which is passed by. No slot has two.
struct SlotIndex {
    /// One more than a position, or 0 in a free place. As many as a power of two, unless there are none.
    private var places: [UInt32] = []
    private static let leastCount = 16

    /// Makes the index of some slots, with room for as many again. Of two with one key, the later one counts.
    init(_ slots: [RegistrationRecord?] = []) {
        if slots.isEmpty { return }
        var count = Self.leastCount
        while count < 4 * slots.count { count *= 2 }
        places = Array(repeating: 0, count: count)
        for (position, record) in slots.enumerated() {
            if let record { places[place(of: record.key, in: slots)] = UInt32(position + 1) }
        }
    }

    /// An index with the same content in memory of its own.
    var copy: SlotIndex {
        var copy = SlotIndex()
        copy.places = places.map { $0 }
        return copy
    }

    /// The position of the registration for a key; nil if there is none.
    func position(of key: RegistrationKey, in slots: [RegistrationRecord?]) -> Int? {
        if places.isEmpty { return nil }
        let found = places[place(of: key, in: slots)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// Adds the last one of the slots.
    ///
    /// - Returns: The position of the registration that had its key until now, if there was one.
    mutating func addLast(of slots: [RegistrationRecord?]) -> Int? {
        guard let key = slots.last??.key else { preconditionFailure("There is nothing to add") }
        // At least half of the places stay free, so a walk ends soon: no slot has two.
        guard 2 * slots.count <= places.count else {
            let old = position(of: key, in: slots)
            self = SlotIndex(slots)
            return old
        }
        let place = place(of: key, in: slots)
        let old = places[place]
        places[place] = UInt32(slots.count)
        return old == 0 ? nil : Int(old) - 1
    }

    /// The place of the registration for a key, or else the free one where it would be.
    private func place(of key: RegistrationKey, in slots: [RegistrationRecord?]) -> Int {
        let mask = UInt(places.count - 1)
        var place = key.start & mask
        while true {
            let found = places[Int(place)]
            if found == 0 || slots[Int(found) - 1]?.key == key { return Int(place) }
            place = (place + 1) & mask
        }
    }
}
