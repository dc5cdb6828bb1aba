/// The registrations of one imposer, in the order they were made.
///
/// A replaced or removed one leaves a gap, and the gaps are closed when they outnumber the rest, so that every
/// operation takes amortised constant time.
struct Registry {
    private var positions: [RegistrationKey: Int] = [:]
    private var slots: [RegistrationRecord?] = []
    /// The types of the modules that have provided, or have begun to.
    private var modules: Set<ObjectIdentifier> = []

    /// How many registrations there are.
    var count: Int { positions.count }

    /// All registrations in the order they were made, gaps included.
    var records: [RegistrationRecord?] { slots }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        positions[key].flatMap { slots[$0] }
    }

    /// Adds a registration, last in the order, and returns the one that it takes the place of.
    mutating func add(_ record: RegistrationRecord) -> RegistrationRecord? {
        let position = slots.count
        slots.append(record)
        // Not `updateValue`, which would leave the old key there: it has to go with its record, not under a lock.
        let old = positions.removeValue(forKey: record.key)
        positions[record.key] = position
        let replaced = old.flatMap { clear($0) }
        record.replaced = replaced?.place
        return replaced
    }

    mutating func remove(_ key: RegistrationKey) -> RegistrationRecord? {
        positions.removeValue(forKey: key).flatMap { clear($0) }
    }

    /// Takes down that a module provides.
    ///
    /// - Returns: Whether no module of its type has done so before.
    mutating func begin(_ module: any Any.Type) -> Bool {
        modules.insert(ObjectIdentifier(module)).inserted
    }

    private mutating func clear(_ position: Int) -> RegistrationRecord? {
        let record = slots[position]
        slots[position] = nil
        if slots.count > 2 * positions.count + 16 { closeGaps() }
        return record
    }

    private mutating func closeGaps() {
        slots.removeAll { $0 == nil }
        for (position, record) in slots.enumerated() {
            if let record { positions[record.key] = position }
        }
    }
}
