/// The lifetime of what a provider makes.
///
/// ```swift
/// Imposer.impose(for: Session.self, Session())                              // one, shared
/// Imposer.impose(for: Form.self, option: .closureBased) { Form() }          // a new one at every injection
/// Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)    // one for each scope
/// ```
public struct InjectOption: Hashable, Sendable, CustomStringConvertible {
    enum Lifetime: Hashable, Sendable {
        case singleInstance
        case closureBased
        case weakInstance
        case scopedInstance
        case graphInstance
    }

    let lifetime: Lifetime

    /// One instance per imposer that holds the registration, made at first use, exactly once. The default.
    public static let singleInstance = InjectOption(lifetime: .singleInstance)

    /// A new instance at every injection. Nothing is kept.
    public static let closureBased = InjectOption(lifetime: .closureBased)

    /// One instance, shared as long as somebody else holds it. Only instances of classes and actors can be held weakly:
    /// for a value the injection fails with an `ImposeError` of kind `weakValue`.
    public static let weakInstance = InjectOption(lifetime: .weakInstance)

    /// One instance for each scope that asks, disposed of with the scope. Asked for outside any scope, one for the
    /// imposer that holds the registration.
    public static let scopedInstance = InjectOption(lifetime: .scopedInstance)

    /// One instance for each outermost injection: everything that is built for it shares it. Not kept after it.
    public static let graphInstance = InjectOption(lifetime: .graphInstance)

    /// The name of the option.
    public var description: String { "\(lifetime)" }

    /// Whether an instance can be replaced by one that is stored, since the next injection would get it again.
    var keepsInstances: Bool {
        switch lifetime {
        case .singleInstance, .weakInstance, .scopedInstance: true
        case .closureBased, .graphInstance: false
        }
    }

    /// Whether the imposer or the scope holds its instances itself.
    var holdsInstances: Bool {
        switch lifetime {
        case .singleInstance, .scopedInstance: true
        case .weakInstance, .closureBased, .graphInstance: false
        }
    }
}

extension InjectOption: CustomReflectable {
    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
