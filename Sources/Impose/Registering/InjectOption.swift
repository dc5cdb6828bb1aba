/// The lifetime of what a provider makes.
///
/// ```swift
/// Imposer.impose(for: Session.self, Session())                              // one, shared
/// Imposer.impose(for: Form.self, option: .closureBased) { Form() }          // a new one at every injection
/// ```
public struct InjectOption: Hashable, Sendable, CustomStringConvertible {
    private enum Lifetime: Hashable {
        case singleInstance
        case closureBased
    }

    private let lifetime: Lifetime

    /// One instance per imposer that holds the registration, made at first use, exactly once. The default.
    public static let singleInstance = InjectOption(lifetime: .singleInstance)

    /// A new instance at every injection. Nothing is kept.
    public static let closureBased = InjectOption(lifetime: .closureBased)

    /// The name of the option.
    public var description: String { "\(lifetime)" }

    /// Whether an instance outlives the injection that made it.
    var keepsInstances: Bool { lifetime != .closureBased }
}
