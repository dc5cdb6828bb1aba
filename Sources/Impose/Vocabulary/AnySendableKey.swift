/// A value of any hashable type as a key: equal when type and value are.
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

    /// Whether the value is a `String`.
    var isText: Bool { type(of: value) == String.self }

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
