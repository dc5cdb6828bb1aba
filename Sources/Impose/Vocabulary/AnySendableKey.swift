/// A value of any hashable type as a key: equal when type and value are, and in a strict order.
///
/// `AnyHashable` is not `Sendable`, and it takes `1` and `1.0` for the same key.
package struct AnySendableKey: Hashable, Sendable, CustomStringConvertible {
    package let value: any Hashable & Sendable

    /// Makes a key. For an `InjectionName` it takes the value inside, so a name and its value make equal keys.
    @inline(never)
    package init(_ value: any Hashable & Sendable) {
        // The types are compared first, since a cast takes far longer.
        let name = type(of: value) == InjectionName.self ? value as? InjectionName : nil
        self.value = name?.key.value ?? value
    }

    package var description: String { "\(value)".withoutUnknownContexts }

    /// The key as it would be typed: a text in quotes, a case of an enum with its type.
    package var spelling: String {
        if Mirror(reflecting: value).displayStyle == .enum { return "\(type(of: value)).\(self)" }
        return String(reflecting: value).withoutUnknownContexts
    }

    package static func == (one: AnySendableKey, other: AnySendableKey) -> Bool {
        func isEqual<Value: Hashable>(_ value: Value) -> Bool {
            type(of: other.value) == type(of: value) && other.value as? Value == value
        }
        return isEqual(one.value)
    }

    package func hash(into hasher: inout Hasher) {
        func combine<Value: Hashable>(_ value: Value) {
            // The dynamic type: the static type of a class may be a superclass.
            hasher.combine(ObjectIdentifier(type(of: value)))
            hasher.combine(value)
        }
        combine(value)
    }
}

extension AnySendableKey: Comparable {
    /// Orders keys of one comparable type by that type's order, other keys of one type by their descriptions, and keys
    /// of different types by the types' names. Keys that are still undecided are ordered by first comparison.
    package static func < (one: AnySendableKey, other: AnySendableKey) -> Bool {
        guard one != other else { return false }
        let types = (String(reflecting: type(of: one.value)), String(reflecting: type(of: other.value)))
        if types.0 != types.1 { return types.0 < types.1 }
        if let isLess = one.isNaturallyLess(than: other) { return isLess }
        let descriptions = (String(reflecting: one.value), String(reflecting: other.value))
        if descriptions.0 != descriptions.1 { return descriptions.0 < descriptions.1 }
        return one.ordinal < other.ordinal
    }

    private func isNaturallyLess(than other: AnySendableKey) -> Bool? {
        func compare<Value: Comparable>(_ value: Value) -> Bool? {
            guard let otherValue = other.value as? Value else { return nil }
            if value < otherValue { return true }
            return otherValue < value ? false : nil
        }
        return (value as? any Comparable).flatMap { compare($0) }
    }

    /// The keys that differ, but that neither order nor description tells apart. There are few.
    private static let undecided = Guarded<[AnySendableKey]>([])

    /// The position of such a key in `undecided`. The first comparison adds it.
    private var ordinal: Int {
        while true {
            // Keys are compared with no lock held, since `==` is user code. If another thread has added a key
            // meanwhile, the loop compares again.
            let known = Self.undecided.withLock { $0 }
            if let ordinal = known.firstIndex(of: self) { return ordinal }
            Self.undecided.withLock { if $0.count == known.count { $0.append(self) } }
        }
    }
}
