/// An index of the elements of an array by their hashes. It holds positions, and no elements.
///
/// The first use of a dictionary for a type of key takes a search through all conformances of the process, and each
/// access hashes the key anew.
///
/// Invariant: the position of an element is found by walking from the place that its hash names, with no free place
/// before it. The place of an element that is gone is passed by, and never used for another one.
package struct PositionIndex {
    /// One more than a position, or 0 in a free place. As many as a power of two, unless there are none.
    private var places: [UInt32] = []
    private static let leastCount = 16

    /// Makes an empty index.
    package init() {}

    /// Makes the index of some elements, with room for as many again. Of two that are the same, the later one counts.
    ///
    /// For the parameters see `addLast`.
    @inline(__always)
    init(of count: Int, hash: (Int) -> UInt?, areSame: (Int, Int) -> Bool) {
        var places = Self.leastCount
        while places < 4 * count { places *= 2 }
        self.places = Array(repeating: 0, count: places)
        for position in 0..<count {
            if let hash = hash(position) { _ = set(position, for: hash) { areSame($0, position) } }
        }
    }

    /// An index with the same content in memory of its own.
    var copy: PositionIndex {
        var copy = PositionIndex()
        copy.places = places.map { $0 }
        return copy
    }

    /// The position of an element; nil if it is not there.
    ///
    /// - Parameters:
    ///   - hash: The element's, of which the lowest bits are as good as random.
    ///   - isIt: Whether the element is at a position.
    @inline(__always)
    package func position(for hash: UInt, where isIt: (Int) -> Bool) -> Int? {
        if places.isEmpty { return nil }
        let found = places[place(for: hash, where: isIt)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// Adds the last one of some elements.
    ///
    /// - Parameters:
    ///   - count: The number of elements, those that are gone included.
    ///   - hash: The hash of the element at a position; nil if it is gone.
    ///   - areSame: Whether the elements at two positions are the same. The second one is not gone.
    /// - Returns: The position that the same element had until now.
    @inline(__always)
    package mutating func addLast(of count: Int, hash: (Int) -> UInt?, areSame: (Int, Int) -> Bool) -> Int? {
        let last = count - 1
        guard let hashOfLast = hash(last) else { preconditionFailure("There is nothing to add") }
        // Half of the places stay free, so that a walk ends soon: no element has two.
        if 2 * count <= places.count { return set(last, for: hashOfLast) { areSame($0, last) } }
        let old = position(for: hashOfLast) { areSame($0, last) }
        self = PositionIndex(of: count, hash: hash, areSame: areSame)
        return old
    }

    /// Sets the position of an element, and returns the one that it had until now.
    @inline(__always)
    private mutating func set(_ position: Int, for hash: UInt, where isIt: (Int) -> Bool) -> Int? {
        let place = place(for: hash, where: isIt)
        let old = places[place]
        places[place] = UInt32(position + 1)
        return old == 0 ? nil : Int(old) - 1
    }

    /// The place of an element, or else the free one where it would be.
    @inline(__always)
    private func place(for hash: UInt, where isIt: (Int) -> Bool) -> Int {
        let mask = UInt(places.count - 1)
        var place = hash & mask
        while true {
            let found = places[Int(place)]
            if found == 0 || isIt(Int(found) - 1) { return Int(place) }
            place = (place + 1) & mask
        }
    }
}
