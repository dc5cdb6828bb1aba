/// The key of one of the shared imposers. A module imposes on one of them, and an injection starts at one of them.
///
/// ```swift
/// Imposer.imposer(for: .custom("eu")).impose(for: Tax.self, EuropeanTax())
/// let tax: any Tax = inject(from: .custom("eu"))
/// ```
public enum ImposerType: Sendable {
    /// The app's own imposer, which the static methods of ``Imposer`` use and where every injection starts by default.
    case primary
    /// The fallback of the primary one.
    case secondary
    /// One of any number of others, told apart by their keys.
    ///
    /// Keys are equal when their types and their values are.
    indirect case custom(any Hashable & Sendable)

    /// The custom key, if there is one.
    private var key: AnySendableKey? {
        guard case .custom(let value) = self else { return nil }
        return AnySendableKey(value)
    }

    private var rank: Int {
        switch self {
        case .primary: 0
        case .secondary: 1
        case .custom: 2
        }
    }
}

extension ImposerType: Hashable {
    /// Two custom types are equal if their keys have the same type and are equal.
    @inline(never)
    public static func == (one: ImposerType, other: ImposerType) -> Bool {
        one.rank == other.rank && one.key == other.key
    }

    /// Feeds the case and the key to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        hasher.combine(key)
    }
}

extension ImposerType: CustomStringConvertible {
    /// `primary`, `secondary` or `custom(eu)`.
    public var description: String {
        switch self {
        case .primary: "primary"
        case .secondary: "secondary"
        case .custom(let key): "custom(\(AnySendableKey(key)))"
        }
    }
}
