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
    /// Their own required modules provide before them. A module that is only required provides once: if one of its type
    /// has provided on the imposer already, it does not provide there again, until the imposer's
    /// ``Imposer/removeAll(fileID:line:)-swift.method``.
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

extension Imposer {
    /// Lets modules make their registrations on this imposer, one after the other, whatever ``ModuleInjector/type``
    /// they have.
    ///
    /// ```swift
    /// imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// Before each module, the modules that it requires provide, on this imposer as well, unless they have done so
    /// before. A module passed to this method always provides. Threads that call this for one imposer at the same time
    /// don't wait for each other.
    ///
    /// - Parameters:
    ///   - modules: One module or several. A later one overrides an earlier one for the same type and name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    public func provide(
        using modules: any ModuleInjector...,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        provide(using: modules, fileID: fileID, line: line)
    }

    /// Lets a list of modules make their registrations on this imposer, one after the other.
    ///
    /// ```swift
    /// imposer.provide(using: isProduction ? [Payments()] : [Payments(), FakePayments()])
    /// ```
    ///
    /// See ``Imposer/provide(using:fileID:line:)-9oi5c``.
    public func provide(
        using modules: [any ModuleInjector],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        Self.provide(using: modules, on: self, at: Location(fileID, line))
    }

    /// Lets modules make their registrations, one after the other, each on the imposer that its ``ModuleInjector/type``
    /// names.
    ///
    /// ```swift
    /// Imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// A required module provides on the imposer that its own type names. Everything else is as in
    /// ``Imposer/provide(using:fileID:line:)-9oi5c``.
    public static func provide(
        using modules: any ModuleInjector...,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        provide(using: modules, fileID: fileID, line: line)
    }

    /// Lets a list of modules make their registrations, each on the imposer that its ``ModuleInjector/type`` names.
    ///
    /// ```swift
    /// Imposer.provide(using: isProduction ? [Payments()] : [Payments(), FakePayments()])
    /// ```
    ///
    /// See ``Imposer/provide(using:fileID:line:)-9oi5c``.
    public static func provide(
        using modules: [any ModuleInjector],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        provide(using: modules, on: nil, at: Location(fileID, line))
    }

    private static func provide(using modules: [any ModuleInjector], on common: Imposer?, at location: Location) {
        for module in modules { ModuleRun.run(module, on: common, at: location) }
    }
}
