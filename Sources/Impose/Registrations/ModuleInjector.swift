/// A module of an app: a group of registrations that are made together.
///
/// ```swift
/// struct Payments: ModuleInjector {
///     var requires: [any ModuleInjector] { [Core()] }
///
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
    /// The imposer that ``Imposer/provide(using:fileID:line:)-5pdsz`` hands to ``provide(for:)``. Defaults to
    /// ``ImposerType/primary``.
    var type: ImposerType { get }

    /// The modules that have to provide before this one, in this order. Defaults to none.
    ///
    /// Their own required modules provide before them. A module that is only required provides once: if an equal one
    /// has provided on the imposer already, it does not provide there again, until the imposer's
    /// ``Imposer/removeAll(fileID:line:)-swift.method``. Modules are equal if their types are. If the type is
    /// `Hashable`, their values have to be equal, too.
    ///
    /// Modules may require each other. While a module waits for what it requires, the others go on without it: of two
    /// that require each other, the one that was asked for first provides last.
    var requires: [any ModuleInjector] { get }

    /// Makes the registrations of the module.
    ///
    /// - Parameter imposer: The imposer to make them on. Call ``Imposer/provide(using:fileID:line:)-9oi5c`` on it to
    ///   make other modules part of this one.
    func provide(for imposer: Imposer)
}

extension ModuleInjector {
    /// The primary imposer.
    public var type: ImposerType { .primary }

    /// No modules.
    public var requires: [any ModuleInjector] { [] }
}
