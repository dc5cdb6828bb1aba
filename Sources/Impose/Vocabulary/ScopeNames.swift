/// What a scope was opened under, if it was.
struct ScopeTitle: Sendable {
    /// One of those that stay as long as the process: threads that count references to one object wait for each other.
    fileprivate let known: UncountedReference<ScopeNames.Entry>?
    private let other: InjectionName?

    static let none = ScopeTitle(other: nil)

    fileprivate init(known: UncountedReference<ScopeNames.Entry>) {
        (self.known, other) = (known, nil)
    }

    fileprivate init(other: InjectionName?) {
        (known, self.other) = (nil, other)
    }

    /// That of a scope which stands in for one that is gone.
    init(name: InjectionName?) {
        self.init(other: name)
    }

    /// Whether instances that are to be kept in scopes of this title are kept in one of another: those without a name in
    /// any.
    func includes(_ scope: ScopeTitle) -> Bool {
        // Invariant: there is one entry for each text, so those that are known need not be looked into.
        if let known, let other = scope.known { return known == other }
        return known == nil && other == nil || name == scope.name
    }

    var name: InjectionName? { known.map { $0.with { $0.name } } ?? other }
}

/// The names of scopes that are texts, of which a program has a few and uses them again and again.
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
    /// Texts can be made up at run time.
    private static let most = 16

    /// What a value stands for.
    static func title(of value: any Hashable & Sendable) -> ScopeTitle {
        guard let text = text(value) else { return ScopeTitle(other: InjectionName(value)) }
        // Invariant: each entry is held by the one before, which lets go of none.
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

    /// A cast from a protocol looks up more than this comparison of the types.
    private static func text<Value: Hashable>(_ value: Value) -> String? {
        // Invariant: same type.
        Value.self == String.self ? knownCast(value, to: String.self) : nil
    }
}
