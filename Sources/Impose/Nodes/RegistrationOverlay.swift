/// A value that a scope was given.
struct GivenValue {
    /// The object of what injections get.
    fileprivate(set) var object: AnyObject
    /// The place in the order of all registrations and given values.
    let number = RegistrationRecord.nextNumber()
    /// Where it was given.
    let location: Location
    /// What comes back when the scope is reset; nil if no other value was stored.
    fileprivate(set) var original: AnyObject?

    init(_ object: AnyObject, at location: Location) { (self.object, self.location) = (object, location) }
}

/// The few registrations that a scope has itself, or that an isolated directory lays over those it was copied from.
///
/// They are searched one by one: by the address of the type, and then by distance, which is remembered for the process.
struct RegistrationOverlay {
    struct Entry {
        let key: RegistrationKey
        var content: Content
    }

    enum Content {
        case given(GivenValue)
        case registered(RegistrationRecord)
        /// Only the key is left, and still hides: in a copy the original's registration, in a scope what is further
        /// out. What was here was removed from a copy, went with the end of a scope, or came to a scope after its end.
        case gone
    }

    private(set) var entries: [Entry] = []
    /// Whether other threads may read a copy: see `RegistrationTable`.
    var sharing = Sharing()

    /// A copy, which other threads may read.
    mutating func shared() -> RegistrationOverlay {
        sharing.begin()
        return self
    }

    /// Makes a change, to another copy if others may read this one.
    @inline(__always)
    private mutating func change<Result>(_ body: (inout [Entry]) -> Result) -> Result {
        // A second reference to the array makes the change copy it.
        let other = sharing.end() ? entries : nil
        defer { withExtendedLifetime(other) {} }
        return body(&entries)
    }

    /// The registrations among them.
    var registrations: [RegistrationRecord] {
        entries.compactMap { entry in
            if case .registered(let registration) = entry.content { registration } else { nil }
        }
    }

    /// Takes all entries out, and returns them.
    mutating func removeAll() -> RegistrationOverlay {
        let old = self
        entries = []
        _ = sharing.end()
        return old
    }

    /// The entry with exactly a key.
    func index(of key: RegistrationKey) -> Int? {
        entries.firstIndex { $0.key.type == key.type && $0.key.name == key.name }
    }

    subscript(key: RegistrationKey) -> Content? { index(of: key).map { entries[$0].content } }

    /// Puts something in the place of what is there for a key.
    ///
    /// - Returns: What was there. It has to be released with no lock held.
    mutating func set(_ content: consuming Content, for key: RegistrationKey) -> Content? {
        let (index, content) = (index(of: key), content)
        return change { entries in
            if let index { return exchange(&entries[index].content, with: content) }
            if entries.isEmpty { entries.reserveCapacity(4) }
            entries.append(Entry(key: key, content: content))
            return nil
        }
    }

    /// Takes out what is there for a key, and returns it. With the key, whose name is the user's: all of it has to be
    /// released with no lock held.
    mutating func remove(_ key: RegistrationKey) -> Entry? {
        index(of: key).map { index in change { $0.remove(at: index) } }
    }

    /// Stores a value in the place of one that was given.
    ///
    /// - Returns: What injections got so far, to be released with no lock held; nil if none was given.
    mutating func store(_ object: AnyObject, for key: RegistrationKey) -> AnyObject? {
        guard let index = index(of: key), case .given(var value) = entries[index].content else { return nil }
        let old = exchange(&value.object, with: object)
        if value.original == nil { value.original = old }
        let stored = Content.given(value)
        change { $0[index].content = stored }
        return old
    }

    /// Lets go of the values that were stored in the place of given ones.
    ///
    /// - Returns: These values, to be released with no lock held.
    mutating func resetGiven() -> [AnyObject] {
        change { entries in
            entries.indices.compactMap { index in
                guard case .given(var value) = entries[index].content else { return nil }
                guard let original = value.original.take() else { return nil }
                let old = exchange(&value.object, with: original)
                entries[index].content = .given(value)
                return old
            }
        }
    }

    /// Empties an entry but for its key, and returns what was there. The key goes on to hide what is registered further
    /// out. An alias without its original hides nothing, so it is removed with its key.
    mutating func drop(at index: Int) -> Entry {
        let old = entries[index]
        let canAnswer = canAnswer(old.content)
        change { if canAnswer { $0[index].content = .gone } else { $0.remove(at: index) } }
        return old
    }

    /// Whether it is no alias, or an alias whose original is here.
    private func canAnswer(_ content: Content) -> Bool {
        var next = content
        for _ in 0...entries.count {
            guard case .registered(let registration) = next, let original = registration.original else { return true }
            guard let index = index(of: original) else { return false }
            next = entries[index].content
        }
        // Aliases of each other have no original.
        return false
    }

    /// What answers a request at first sight.
    enum Match {
        case none
        case found(Int)
        /// It takes a closer look, with no lock held.
        case unclear
    }

    /// The entry that answers a request without a name by the default rule. Under the lock of the node.
    @inline(__always)
    func match(_ type: any Any.Type) -> Match {
        for index in entries.indices where entries[index].key.type == type && entries[index].isUnnamed {
            return entries[index].answersItself ? .found(index) : .unclear
        }
        return nearest(type)
    }

    private func nearest(_ type: any Any.Type) -> Match {
        var (nearest, best) = (Match.none, Int.max)
        let requested = ObjectIdentifier(type)
        for index in entries.indices where entries[index].isUnnamed {
            switch RelationMemo.relation(from: ObjectIdentifier(entries[index].key.type), to: requested) {
            case .unknown: return .unclear
            case .unrelated: break
            case .steps(let distance) where distance < best:
                (nearest, best) = (entries[index].answersItself ? .found(index) : .unclear, distance)
            case .steps(let distance): if distance == best { nearest = .unclear }
            }
        }
        return nearest
    }
}

extension RegistrationOverlay.Entry {
    fileprivate var isUnnamed: Bool { key.name == nil }

    /// Whether it answers for itself: it is no alias, and was not removed.
    fileprivate var answersItself: Bool {
        switch content {
        case .given: true
        case .registered(let registration): registration.original == nil
        case .gone: false
        }
    }
}
