/// The names of scopes that are texts, of which a program has a few and uses them again and again.
enum ScopeNames {
    /// An element of a list that only grows.
    private final class Entry: Sendable {
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

    /// The name that a value stands for.
    static func name(of value: any Hashable & Sendable) -> InjectionName {
        guard let text = text(value) else { return InjectionName(value) }
        var entry = first
        for _ in 0..<most {
            if entry.text == text { return entry.name }
            entry = entry.next.load() ?? entry.next.storeIfNil(Entry(text))
        }
        return InjectionName(text)
    }

    /// A cast from a protocol looks up more than this comparison of the types.
    private static func text<Value: Hashable>(_ value: Value) -> String? {
        // Invariant: same type.
        Value.self == String.self ? unsafeBitCast(value, to: String.self) : nil
    }
}
