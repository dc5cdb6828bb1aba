/// The registrations of one imposer, in the order they were made.
///
/// A replaced or removed one leaves a gap, and the gaps are closed when they outnumber the rest, so that every
/// operation takes amortised constant time, but for the first change after something was handed out.
///
/// What is handed out is never changed in place, also when nobody has it any more. Swift would: an array may be changed
/// as soon as there is only one reference to it. That the others have been released is only seen by the count of
/// references then, which orders what the processor does, but which the thread sanitizer does not see.
struct Registry {
    private var positions: [RegistrationKey: Int] = [:]
    private var slots: [RegistrationRecord?] = []
    /// The types of the modules that have provided, or have begun to.
    private var modules: Set<ObjectIdentifier> = []
    /// Whether somebody was given `slots`.
    private var slotsAreShared = false
    /// Whether another registry was given all of it.
    private var isShared = false

    /// How many registrations there are.
    var count: Int { positions.count }

    /// All registrations in the order they were made, gaps included.
    ///
    /// - Complexity: O(1), but the next change takes O(n).
    var records: [RegistrationRecord?] {
        mutating get {
            slotsAreShared = true
            return slots
        }
    }

    /// A registry with the same registrations.
    ///
    /// - Complexity: O(1), but the next change of either takes O(n).
    mutating func copy() -> Registry {
        (slotsAreShared, isShared) = (true, true)
        return self
    }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        positions[key].flatMap { slots[$0] }
    }

    /// Adds a registration, last in the order, and returns the one that it takes the place of.
    mutating func add(_ record: RegistrationRecord) -> RegistrationRecord? {
        separate()
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
        guard positions[key] != nil else { return nil }
        separate()
        return positions.removeValue(forKey: key).flatMap { clear($0) }
    }

    /// Takes down that a module provides.
    ///
    /// - Returns: Whether no module of its type has done so before.
    mutating func begin(_ module: any Any.Type) -> Bool {
        let module = ObjectIdentifier(module)
        guard !modules.contains(module) else { return false }
        separate()
        modules.insert(module)
        return true
    }

    /// Leaves what was handed out to those who have it. To be called before a change.
    private mutating func separate() {
        if slotsAreShared {
            var copy: [RegistrationRecord?] = []
            // More than it takes to close the gaps, so that there is room for some.
            copy.reserveCapacity(max(slots.count, 2 * positions.count) + 16)
            copy.append(contentsOf: slots)
            slots = copy
            slotsAreShared = false
        }
        if isShared {
            positions = positions.mapValues { $0 }
            modules = Set(modules.map { $0 })
            isShared = false
        }
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
