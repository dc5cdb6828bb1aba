/// The registrations of one imposer, in the order they were made.
///
/// A replaced or removed registration leaves a gap, and the gaps are closed when they outnumber the rest, so every
/// operation takes amortised constant time, except for the first change after storage was handed out.
///
/// A copy and its original share all storage until one of them changes. What is added to a copy first waits in a list of
/// its own. It enters when there is more of it, or when somebody asks for all registrations: a test that replaces
/// one thing in its copy of many copies none of them. Until then the copy holds what it has replaced. The original does not
/// wait, since it stays, and must release what is replaced.
///
/// Storage that was handed out is never changed in place, even when nobody has it any more. Swift would change an array
/// in place as soon as only one reference to it is left. That the others were released is then only known from the
/// reference count, which orders the processor's accesses, but which the thread sanitizer does not see.
struct Registry {
    /// Scopes with more registrations than this have their own answers, and impose the values that they are given.
    static let mostGiven = 16
    private var slots: [RegistrationRecord?] = []
    /// The number of slots in which nothing is left.
    private var countOfGaps = 0
    /// The positions in the slots.
    private var index = PositionIndex()
    /// What searches have found in the slots. Replaced with every change of these, shared with copies until then.
    private var found: FoundMatches?
    /// The types of the modules that have provided, or have begun to.
    private(set) var modules: Set<ObjectIdentifier> = []
    /// Whether the instances were let go of on their own, without those of the rest of the directory.
    var wasReset = false
    /// The values that scopes are expected to be given; nil until there are any. Replaced as a whole.
    var expectations: Boxed<[Expectation]>?
    /// Whether `slots` was handed out.
    private var slotsAreShared = false
    /// Whether another registry shares all of it.
    private var isShared = false
    /// Whether it began with the storage of another one, and still has no other.
    private var isCopy = false
    /// What was added to a copy, in order, each under a key of its own. It hides what the storage has under the key.
    private(set) var late: [RegistrationRecord] = []
    private static let mostLate = 4
    /// The values that a scope was given, in order; nil where the registration of a value is gone.
    private var given: [Given?] = []
    /// The number of given values that have a registration.
    private var countOfEntered = 0
    /// The owner of the given values.
    private var owner: RegistrationOwner?

    /// The number of registrations in the slots.
    private var countOfRecords: Int { slots.count - countOfGaps }

    /// The registrations without the late ones, of which some may replace others of these.
    var earlyRecords: [RegistrationRecord?] { slots }

    /// Calls `body` with the registrations that may have been made here: of a copy those that came later, since it shares
    /// the others.
    func forEachOfItsOwn(_ body: (RegistrationRecord) -> Void) {
        for record in late { body(record) }
        if !isCopy { for case let record? in slots { body(record) } }
    }

    /// All registrations in the order they were made, gaps included.
    ///
    /// - Complexity: O(1), but the next change takes O(n).
    var records: [RegistrationRecord?] {
        mutating get {
            enterAll()
            slotsAreShared = true
            return slots
        }
    }

    /// What a search for compatible registrations looks through.
    ///
    /// - Parameter remembersMatches: Whether what it finds is remembered.
    /// - Complexity: O(1), but the next change takes O(n), except for additions to a copy.
    mutating func searched(remembersMatches: Bool) -> SearchedRegistrations {
        enterGiven()
        slotsAreShared = true
        if found == nil, remembersMatches { found = FoundMatches() }
        return SearchedRegistrations(early: slots, late: late, found: found)
    }

    /// The keys of the registrations that can answer, in no particular order: an alias whose original is missing can't.
    var keysInForce: [RegistrationKey] {
        mutating get {
            enterAll()
            var keys: [RegistrationKey] = []
            for case let record? in slots where record.original == nil || source(of: record) != nil {
                keys.append(record.key)
            }
            return keys
        }
    }

    /// A registry with the same registrations.
    ///
    /// - Complexity: O(1), but the next change of either takes O(n).
    mutating func copy() -> Registry {
        enterAll()
        (slotsAreShared, isShared, isCopy) = (true, true, false)
        var copy = self
        copy.isCopy = true
        return copy
    }

    /// The position of a registration, unless it is late, or that of a given value which has none yet.
    @inline(never)
    private func entered(_ key: RegistrationKey) -> Int? {
        index.position(for: key.spreadHash) { Self.isAt($0, of: slots, key) }
    }

    @inline(__always)
    private static func isAt(_ position: Int, of slots: [RegistrationRecord?], _ key: RegistrationKey) -> Bool {
        guard let record = slots[position] else { return false }
        return record.key == key
    }

    /// The value that was given at a position among all given values, if it is there under a key.
    func given(at index: Int, for key: RegistrationKey) -> Given? {
        guard index < given.count, let found = given[index], found.key == key else { return nil }
        return found
    }

    /// The value that was given at a position among all given values, if it was given for a type and without a name.
    func givenValue(at index: Int, as type: any Any.Type) -> OwnValue {
        guard index < given.count, let found = given[index].map({ UncountedReference($0) }) else { return .nothing }
        return found.with { $0.isFor(type) ? $0.use() : .nothing }
    }

    /// Whether there is a registration or a given value.
    func contains(_ key: RegistrationKey) -> Bool {
        for index in given.indices where given[index]?.key == key { return true }
        return late.contains { $0.key == key } || entered(key) != nil
    }

    /// Adds a given value whose key is not there yet.
    mutating func give(_ value: Given, owner: @autoclosure () -> RegistrationOwner) {
        if self.owner == nil { self.owner = owner() }
        if given.isEmpty { given.reserveCapacity(4) }
        given.append(value)
    }

    /// Takes out the given values, to be released where nothing is locked.
    mutating func takeGiven() -> [Given?] {
        countOfEntered = 0
        return given.isEmpty ? [] : exchange(&given, with: [])
    }

    /// Enters what is late, and makes registrations of the given values that have none yet.
    @inline(never)
    private mutating func enterAll() {
        for record in exchange(&late, with: []) { _ = enter(record) }
        enterGiven()
    }

    /// Makes registrations of the given values that have none yet.
    private mutating func enterGiven() {
        guard countOfEntered < given.count, let owner else { return }
        let first = countOfEntered
        countOfEntered = given.count
        for index in first..<given.count {
            if let value = given[index] { _ = enter(RegistrationRecord(value, in: owner, index: index)) }
        }
    }

    mutating func record(for key: RegistrationKey) -> RegistrationRecord? {
        if let record = late.first(where: { $0.key == key }) { return record }
        enterGiven()
        return entered(key).flatMap { slots[$0] }
    }

    /// Adds a registration, last in the order, and returns the one that it replaces.
    mutating func add(_ record: RegistrationRecord) -> RegistrationRecord? {
        guard isCopy, given.isEmpty, late.count < Self.mostLate else {
            enterAll()
            let replaced = enter(record)
            record.replaced = replaced?.location
            return replaced
        }
        let replaced = self.record(for: record.key)
        record.replaced = replaced?.location
        late.removeAll { $0 === replaced }
        late.append(record)
        return replaced
    }

    private mutating func enter(_ record: RegistrationRecord) -> RegistrationRecord? {
        separate()
        slots.append(record)
        return indexLast().flatMap { clear($0) }
    }

    mutating func remove(_ key: RegistrationKey) -> RegistrationRecord? {
        enterAll()
        guard let position = entered(key) else { return nil }
        separate()
        return clear(position)
    }

    /// Records that a module provides.
    ///
    /// - Returns: Whether no module of its type has provided before.
    mutating func begin(_ module: any Any.Type) -> Bool {
        let module = ObjectIdentifier(module)
        guard !modules.contains(module) else { return false }
        separate()
        modules.insert(module)
        return true
    }

    /// Copies storage that was handed out, and leaves what was found in it to others. Call it before a change.
    private mutating func separate() {
        found = nil
        if slotsAreShared {
            var copy: [RegistrationRecord?] = []
            // Up to the size at which the gaps are closed, so that there is room for some changes.
            copy.reserveCapacity(max(slots.count, 2 * countOfRecords) + 16)
            copy.append(contentsOf: slots)
            slots = copy
            slotsAreShared = false
        }
        if isShared {
            index = index.copy
            modules = Set(modules.map { $0 })
            (isShared, isCopy) = (false, false)
        }
    }

    private mutating func clear(_ position: Int) -> RegistrationRecord? {
        let record = slots[position]
        slots[position] = nil
        countOfGaps += 1
        // Not the last reference to the value: the registration is still here.
        if let index = record?.given?.index { given[index] = nil }
        if slots.count > 2 * countOfRecords + 16 { closeGaps() }
        return record
    }

    /// Adds the last slot to the index.
    ///
    /// - Returns: The slot of the registration that it replaces.
    private mutating func indexLast() -> Int? {
        let slots = slots
        return index.addLast(
            of: slots.count,
            hash: { Self.hash(of: $0, slots) },
            areSame: { Self.areSame($0, $1, slots) }
        )
    }

    private mutating func closeGaps() {
        slots.removeAll { $0 == nil }
        countOfGaps = 0
        let slots = slots
        index = PositionIndex(
            of: slots.count,
            hash: { Self.hash(of: $0, slots) },
            areSame: { Self.areSame($0, $1, slots) }
        )
    }

    @inline(__always)
    private static func hash(of position: Int, _ slots: [RegistrationRecord?]) -> UInt? {
        slots[position]?.key.spreadHash
    }

    @inline(__always)
    private static func areSame(_ one: Int, _ other: Int, _ slots: [RegistrationRecord?]) -> Bool {
        slots[other].map { isAt(one, of: slots, $0.key) } ?? false
    }
}
