/// What a module imposes, in one place.
///
/// ```swift
/// struct Payments: ModuleInjector {
///     func provide(for imposer: Imposer) {
///         imposer.impose(for: Gateway.self, StripeGateway.init)
///     }
/// }
///
/// Imposer.provide(using: Payments())
/// ```
///
/// A later module overrides an earlier one for the same key. A main-actor type may conform, as long as it is used on
/// the main actor.
public protocol ModuleInjector {
    /// The imposer that `Imposer.provide(using:)` hands to `provide(for:)`. Defaults to `.primary`.
    var type: ImposerType { get }

    /// Imposes what the module has to offer.
    ///
    /// - Parameter imposer: Where to impose it. Other modules can be made part of this one with
    ///   `imposer.provide(using:)`.
    func provide(for imposer: Imposer)
}

extension ModuleInjector {
    /// The primary imposer.
    public var type: ImposerType { .primary }
}

extension Imposer {
    /// Lets modules impose on this imposer, one after the other, whatever imposer they name themselves.
    ///
    /// ```swift
    /// imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// - Parameter modules: One module or several. A later one overrides an earlier one for the same key.
    public func provide(using modules: any ModuleInjector...) {
        provide(using: modules)
    }

    /// Lets a list of modules impose on this imposer, one after the other, whatever imposer they name themselves.
    ///
    /// - Parameter modules: The modules. A later one overrides an earlier one for the same key.
    public func provide(using modules: [any ModuleInjector]) {
        for module in modules { module.provide(for: self) }
    }

    /// Lets modules impose, one after the other, each on the imposer that its `type` names.
    ///
    /// ```swift
    /// Imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// - Parameter modules: One module or several. A later one overrides an earlier one for the same key.
    public static func provide(using modules: any ModuleInjector...) {
        provide(using: modules)
    }

    /// Lets a list of modules impose, one after the other, each on the imposer that its `type` names.
    ///
    /// - Parameter modules: The modules. A later one overrides an earlier one for the same key.
    public static func provide(using modules: [any ModuleInjector]) {
        for module in modules { imposer(for: module.type).provide(using: module) }
    }
}
