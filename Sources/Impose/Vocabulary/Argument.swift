/// One argument of an injection, with the type it was given as.
package struct Argument {
    package let value: Any
    package let type: any Any.Type

    /// All arguments of an injection.
    static func list<each Value>(_ values: repeat each Value) -> [Argument] {
        var list: [Argument] = []
        repeat list.append(Argument(value: each values, type: (each Value).self))
        return list
    }
}

/// A key made of arguments: a kept lifetime has one instance for each.
struct ArgumentsKey: Hashable, @unchecked Sendable {
    // `@unchecked`: AnyHashable is not Sendable, since its content may be mutable. These are the user's own values,
    // only ever compared and hashed; like instances, they are their author's responsibility.

    /// One argument. The type is part of it, since `AnyHashable` takes `1` and `1.0` for the same.
    private struct Element: Hashable {
        let type: ObjectIdentifier
        let value: AnyHashable
    }

    private let elements: [Element]
    /// Computed by `init`, where no lock is held: hashing is user code.
    private let hash: Int

    /// Makes the key, or nil if one of the arguments can't be hashed.
    init?(_ arguments: [Argument]) {
        var elements: [Element] = []
        for argument in arguments {
            guard let value = argument.value as? any Hashable else { return nil }
            elements.append(Element(type: ObjectIdentifier(argument.type), value: AnyHashable(value)))
        }
        self.elements = elements
        hash = elements.hashValue
    }

    static func == (one: ArgumentsKey, other: ArgumentsKey) -> Bool {
        one.hash == other.hash && one.elements == other.elements
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
