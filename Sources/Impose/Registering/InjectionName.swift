/// Tells several registrations of one type apart.
///
/// ```swift
/// extension InjectionName { static let sandbox: InjectionName = "sandbox" }
///
/// Imposer.impose(for: Gateway.self, named: .sandbox, SandboxGateway())
/// let gateway: any Gateway = inject(named: .sandbox)
/// ```
///
/// A registration without a name answers requests without a name, and only those.
public struct InjectionName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let key: SendableKey

    /// Makes a name of any hashable value. Names are equal when the types and the values of their keys are.
    ///
    /// - Parameter key: What the name stands for, a case of an enum for example.
    public init(_ key: any Hashable & Sendable) {
        self.key = SendableKey(key)
    }

    /// Makes a name of a text, so that `named: "sandbox"` works.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The key's own description.
    public var description: String { key.description }

    /// As it would be typed: text in quotes, anything else as it is.
    var spelling: String {
        key.value is String ? "\"\(key)\"" : key.description
    }
}
