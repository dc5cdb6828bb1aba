/// The name that a scope was opened under, or none.
package struct ScopeTitle: Sendable {
    /// An entry that lives as long as the process, so it is not counted: threads that count references to one object
    /// wait for each other.
    fileprivate let known: UncountedReference<ScopeNames.Entry>?
    private let other: InjectionName?

    package static let none = ScopeTitle()

    fileprivate init(known: UncountedReference<ScopeNames.Entry>? = nil, other: InjectionName? = nil) {
        (self.known, self.other) = (known, other)
    }

    /// Whether a scope of another title may keep instances that are to be kept in scopes of this one: those without a
    /// name may be kept in any scope.
    func includes(_ scope: ScopeTitle) -> Bool {
        // Invariant: there is one entry for each text, so known ones are compared by address.
        if let known, let other = scope.known { return known == other }
        return known == nil && other == nil || name == scope.name
    }

    package var name: InjectionName? { known.map { $0.with { $0.name } } ?? other }
}

/// The names of scopes that are texts: a program has a few and uses them again and again.
enum ScopeNames {
    /// An element of a list that only grows.
    fileprivate final class Entry: Sendable {
        let text: String
        let name: InjectionName
        let next = OnceReference<Entry>()

        init(_ text: String) {
            self.text = text
            name = InjectionName(text)
        }
    }

    private static let first = Entry("request")
    /// An upper bound: texts can be made up at run time.
    private static let most = 16

    /// The title for a value, or for none. Inlined, since an optional of any type is copied by a look at its type.
    @inline(__always)
    static func title(of value: (any Hashable & Sendable)?) -> ScopeTitle {
        if let value { known(value) } else { .none }
    }

    @inline(never)
    private static func known(_ value: any Hashable & Sendable) -> ScopeTitle {
        guard let text = text(value) else { return ScopeTitle(other: InjectionName(value)) }
        // Invariant: each entry is held by the one before it, which never releases it.
        var entry = UncountedReference(first)
        for _ in 0..<most {
            if entry.with({ $0.text == text }) { return ScopeTitle(known: entry) }
            entry = entry.with { entry in
                if !entry.next.isSet { _ = entry.next.storeIfNil(Entry(text)) }
                return entry.next.unretained ?? UncountedReference(entry)
            }
        }
        return ScopeTitle(other: InjectionName(text))
    }

    /// The text in a value. A cast from a protocol would cost more look-ups than this comparison of types.
    private static func text<Value: Hashable>(_ value: Value) -> String? {
        // Invariant: same type.
        Value.self == String.self ? knownCast(value, to: String.self) : nil
    }
}
