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
    private let storage: Storage

    package var key: AnySendableKey { storage.key }

    /// The key's hash, taken when the name was made.
    var hashOfKey: Int { storage.hash }

    /// Makes a name from any hashable value. Names are equal when the types and the values of their keys are.
    ///
    /// - Parameter key: The value, for example a case of an enum. A type of your own is compared and hashed only here.
    public init(_ key: any Hashable & Sendable) { storage = .of(AnySendableKey(key)) }

    /// Makes a name from a text, so that `named: "sandbox"` and `named: "\(region)"` work.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self.init(value) }

    /// Names are equal when the types and the values of their keys are.
    @inline(never)
    public static func == (one: InjectionName, other: InjectionName) -> Bool {
        let (one, other) = (one.storage, other.storage)
        return one === other || one.key.isText && one.hash == other.hash && one.key == other.key
    }

    /// Feeds the key's hash to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}

/// A key with its hash. Equal names share one storage, so names are compared by its address. Texts share none: they are
/// compared by Swift's own `==`.
///
/// Names are compared wherever a registration is looked up, with locks held, and there no code of the user's may run.
/// So a key is compared with those of other names when a name is made, and never again.
private final class Storage: Sendable {
    let key: AnySendableKey
    let hash: Int

    /// All that are shared, by their hashes. A storage is taken out when the last name of it goes.
    private static let shared = Guarded<[Int: [UncountedReference<Storage>]]>([:])

    private init(_ key: AnySendableKey, _ hash: Int) { (self.key, self.hash) = (key, hash) }

    /// Finds the shared one of a key, or makes it. Compares one candidate in each round, with no lock held.
    static func of(_ key: AnySendableKey) -> Storage {
        let hash = key.hashValue
        if key.isText { return Storage(key, hash) }
        var compared: [Storage] = []
        while true {
            let (found, isNew) = shared.withLock { shared -> (Storage, Bool) in
                for other in shared[hash] ?? [] {
                    // Invariant: its memory is there. A storage takes itself out, under this lock, before it goes.
                    let known = other.objectIfAlive
                    if let known, !compared.contains(where: { $0 === known }) { return (known, false) }
                }
                let new = Storage(key, hash)
                shared[hash, default: []].append(UncountedReference(new))
                return (new, true)
            }
            if isNew || found.key == key { return found }
            compared.append(found)
        }
    }

    deinit {
        if key.isText { return }
        let own = UncountedReference(self)
        Self.shared.withLock { shared in
            let rest = shared[hash]?.filter { $0 != own } ?? []
            shared[hash] = rest.isEmpty ? nil : rest
        }
    }
}

extension InjectionName: CustomStringConvertible, CustomReflectable {
    /// The key's own description.
    public var description: String { key.description }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The words of a message for the scopes of this name: `scopes "request"`.
    package var scopes: String { "scopes \(key.spelling)" }

    /// The name as a message shows it after a type: in quotes if its value is a string.
    var shown: String { key.isText ? spelling : description }

    /// The name as a user would write it in code.
    package var spelling: String { key.isText ? key.spelling : "InjectionName(\(key.spelling))" }
}
