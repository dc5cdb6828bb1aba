/// A keeper of the instances of one registration for an `InstanceBook`.
///
/// `@unchecked Sendable`: nothing in it changes except the state that the superclass guards.
final class BookedKeeper: InstanceKeeper, @unchecked Sendable {
    /// Held by one of the next two properties, so that no other object gets the address that it is found by.
    let held: UncountedReference<RegistrationRecord>
    private let hold: RegistrationHold?
    private let heldItself: RegistrationRecord?
    /// The registration's `sequence`.
    let number: SerialNumber

    fileprivate init(_ registration: RegistrationRecord) {
        held = UncountedReference(registration)
        (hold, heldItself) = (nil, registration)
        number = registration.sequence
    }

    fileprivate init(_ hold: RegistrationHold) {
        held = hold.registration
        (self.hold, heldItself) = (hold, nil)
        number = held.with { $0.sequence }
    }

    override var registration: RegistrationRecord { held.object }
}

/// The keepers of a book, by the registrations whose instances they keep.
///
/// It replaces a dictionary, whose hashing costs more than the rest of asking a scope for an instance.
struct KeeperTable: ~Copyable {
    private struct Place {
        /// The address of the registration; 0 where there is nothing.
        var registration: UInt = 0
        /// Held by the table. Nil where there is nothing.
        var keeper: RetainedReference<BookedKeeper>?
    }

    private var places = FixedArray<Place>()
    private var count = 0
    private static let leastCapacity = 8

    init() {}

    deinit {
        for index in 0..<places.count { places[index].keeper?.release() }
    }

    /// The keeper for a registration, if there is one. The table continues to hold it.
    func keeper(for registration: ObjectIdentifier) -> UncountedReference<BookedKeeper>? {
        count == 0 ? nil : places[index(of: UInt(bitPattern: registration))].keeper?.uncounted
    }

    /// Adds a keeper for a registration that has none here yet.
    mutating func add(_ registration: RegistrationRecord) -> BookedKeeper {
        add(BookedKeeper(registration))
    }

    /// Adds a keeper for a registration that a hold already retains.
    mutating func add(_ hold: RegistrationHold) -> BookedKeeper {
        add(BookedKeeper(hold))
    }

    private mutating func add(_ keeper: BookedKeeper) -> BookedKeeper {
        // At most half of the places are in use, so a probe ends soon.
        if 2 * (count + 1) > places.count { resize(to: max(Self.leastCapacity, 2 * places.count), without: 0) }
        let address = keeper.held.address
        places[index(of: address)] = Place(registration: address, keeper: RetainedReference(keeper))
        count += 1
        return keeper
    }

    mutating func remove(_ registration: ObjectIdentifier) -> BookedKeeper? {
        guard let keeper = keeper(for: registration) else { return nil }
        // Entries that were placed elsewhere because this place was taken have to be placed again.
        resize(to: places.count, without: UInt(bitPattern: registration))
        count -= 1
        return RetainedReference(counted: keeper).take()
    }

    mutating func removeAll() -> [BookedKeeper] {
        let removed = all
        self = KeeperTable()
        return removed
    }

    var all: [BookedKeeper] {
        if count == 0 { return [] }
        var keepers: [BookedKeeper] = []
        keepers.reserveCapacity(count)
        for index in 0..<places.count {
            if let keeper = places[index].keeper { keepers.append(keeper.uncounted.object) }
        }
        return keepers
    }

    /// The index of a registration, or else of the place for it.
    private func index(of registration: UInt) -> Int {
        let mask = UInt(places.count - 1)
        var index = AnswerTable.start(of: registration) & mask
        while true {
            let found = places[Int(index)].registration
            if found == registration || found == 0 { return Int(index) }
            index = (index + 1) & mask
        }
    }

    /// - Parameters:
    ///   - capacity: A power of two.
    ///   - left: The registration that is left out; 0 for none.
    private mutating func resize(to capacity: Int, without left: UInt) {
        let old = exchange(&places, with: FixedArray(repeating: Place(), count: capacity))
        for index in 0..<old.count {
            let place = old[index]
            if place.registration == 0 || place.registration == left { continue }
            places[self.index(of: place.registration)] = place
        }
    }
}
