/// A keeper of the instances of one registration for an `InstanceBook`.
///
/// `@unchecked Sendable`: nothing in it changes except the state that the superclass guards.
final class BookedKeeper: InstanceKeeper, @unchecked Sendable {
    /// Held by one of the next two properties, so that no other object gets the address that it is found by.
    let held: Unmanaged<RegistrationRecord>
    private let hold: RegistrationHold?
    private let heldItself: RegistrationRecord?
    /// The registration's `sequence`.
    let number: SerialNumber

    fileprivate init(_ registration: RegistrationRecord) {
        held = .passUnretained(registration)
        (hold, heldItself) = (nil, registration)
        number = registration.sequence
    }

    fileprivate init(_ hold: RegistrationHold) {
        held = hold.registration
        (self.hold, heldItself) = (hold, nil)
        number = held._withUnsafeGuaranteedRef { $0.sequence }
    }

    override var registration: RegistrationRecord { held.takeUnretainedValue() }
}

/// The keepers of a book, by the registrations whose instances they keep.
///
/// It replaces a dictionary, whose hashing costs more than the rest of asking a scope for an instance.
struct KeeperTable: ~Copyable {
    private struct Place {
        /// The address of the registration; 0 where there is nothing.
        var registration: UInt = 0
        /// Held by the table. Nil where there is nothing.
        var keeper: Unmanaged<BookedKeeper>?
    }

    private var places = UnsafeMutableBufferPointer<Place>(start: nil, count: 0)
    private var count = 0
    private static let leastCapacity = 8

    init() {}

    deinit {
        for place in places { place.keeper?.release() }
        places.deallocate()
    }

    /// The keeper for a registration, if there is one. The table continues to hold it.
    func keeper(for registration: ObjectIdentifier) -> Unmanaged<BookedKeeper>? {
        count == 0 ? nil : places[index(of: UInt(bitPattern: registration))].keeper
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
        let address = UInt(bitPattern: keeper.held.toOpaque())
        places[index(of: address)] = Place(registration: address, keeper: .passRetained(keeper))
        count += 1
        return keeper
    }

    mutating func remove(_ registration: ObjectIdentifier) -> BookedKeeper? {
        guard let keeper = keeper(for: registration) else { return nil }
        // Entries that were placed elsewhere because this place was taken have to be placed again.
        resize(to: places.count, without: UInt(bitPattern: registration))
        count -= 1
        return keeper.takeRetainedValue()
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
        for place in places {
            if let keeper = place.keeper { keepers.append(keeper.takeUnretainedValue()) }
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
        let old = places
        places = .allocate(capacity: capacity)
        places.initialize(repeating: Place())
        for place in old where place.registration != 0 && place.registration != left {
            places[index(of: place.registration)] = place
        }
        old.deallocate()
    }
}

extension ObjectIdentifier {
    /// The identifier of an object, without a reference to it.
    init<Object: AnyObject>(address object: Unmanaged<Object>) {
        // Invariant: it is laid out as the address.
        self = unsafeBitCast(object.toOpaque(), to: ObjectIdentifier.self)
    }
}
