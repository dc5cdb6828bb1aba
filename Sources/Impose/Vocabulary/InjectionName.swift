/// A name that tells several registrations of one type apart.
///
/// ```swift
/// extension InjectionName { static let sandbox: InjectionName = "sandbox" }
///
/// Imposer.impose(for: Gateway.self, named: .sandbox, SandboxGateway())
/// let gateway: any Gateway = inject(named: .sandbox)
/// ```
///
/// A registration without a name answers requests without a name, and only those.
public struct InjectionName: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key with its hash, behind one reference: names are compared far more often than they are made.
    private final class Storage: Sendable {
        let key: AnySendableKey
        let hash: Int

        init(_ key: AnySendableKey) { (self.key, hash) = (key, key.hashValue) }
    }

    private let storage: Storage

    package var key: AnySendableKey { storage.key }

    /// The key's hash, taken when the name was made.
    var hashOfKey: Int { storage.hash }

    /// Makes a name from any hashable value. Names are equal when the types and the values of their keys are.
    ///
    /// - Parameter key: The value, for example a case of an enum.
    public init(_ key: any Hashable & Sendable) { storage = Storage(AnySendableKey(key)) }

    /// Makes a name from a text, so that `named: "sandbox"` and `named: "\(region)"` work.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self.init(value) }

    /// Names are equal when the types and the values of their keys are.
    @inline(never)
    public static func == (one: InjectionName, other: InjectionName) -> Bool {
        if one.storage === other.storage { return true }
        return one.storage.hash == other.storage.hash && one.key == other.key
    }

    /// Feeds the key to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}

extension InjectionName: CustomStringConvertible, CustomReflectable {
    /// The key's own description.
    public var description: String { key.description }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The words of a message for the scopes of this name: `scopes "request"`.
    package var scopes: String { "scopes \(key.spelling)" }

    /// The name as a message shows it after a type: in quotes if its value is a string.
    var shown: String { key.value is String ? spelling : description }

    /// The name as a user would write it in code.
    package var spelling: String { key.value is String ? key.spelling : "InjectionName(\(key.spelling))" }
}
