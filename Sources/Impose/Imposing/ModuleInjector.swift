/// What a module imposes, in one place.
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
    /// The imposer that `Imposer.provide(using:)` hands to `provide(for:)`. Defaults to `.primary`.
    var type: ImposerType { get }

    /// The modules that are to provide before this one, in this order. Defaults to none.
    ///
    /// What they require provides before them. A type of module that has provided on an imposer does not provide there
    /// again because it is required, until the imposer's `removeAll()`.
    var requires: [any ModuleInjector] { get }

    /// Imposes what the module has to offer.
    ///
    /// - Parameter imposer: Where to impose it. Other modules can be made part of this one with
    ///   `imposer.provide(using:)`.
    func provide(for imposer: Imposer)
}

extension ModuleInjector {
    /// The primary imposer.
    public var type: ImposerType { .primary }

    /// No modules.
    public var requires: [any ModuleInjector] { [] }
}

extension Imposer {
    /// Lets modules impose on this imposer, one after the other, whatever imposer they name themselves.
    ///
    /// ```swift
    /// imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// Before each of them provide the modules that it requires, on this imposer as well, unless they have done so
    /// before. A module that is handed in always provides. Threads that let modules provide on one imposer at the same
    /// time don't wait for each other.
    ///
    /// - Parameters:
    ///   - modules: One module or several. A later one overrides an earlier one for the same key.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What was overridden, and the cycles among the modules.
    @discardableResult
    public func provide(
        using modules: any ModuleInjector...,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ModuleReport {
        provide(using: modules, fileID: fileID, line: line)
    }

    /// Lets a list of modules impose on this imposer, one after the other, whatever imposer they name themselves.
    ///
    /// - Parameters:
    ///   - modules: The modules. A later one overrides an earlier one for the same key.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What was overridden, and the cycles among the modules.
    @discardableResult
    public func provide(
        using modules: [any ModuleInjector],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ModuleReport {
        Self.provide(using: modules, on: handled ?? self, at: Location(fileID: fileID, line: line))
    }

    /// Lets modules impose, one after the other, each on the imposer that its `type` names.
    ///
    /// ```swift
    /// Imposer.provide(using: Payments(), Shipping())
    /// ```
    ///
    /// Before each of them provide the modules that it requires, each on the imposer that its own `type` names, unless
    /// they have done so before. A module that is handed in always provides.
    ///
    /// - Parameters:
    ///   - modules: One module or several. A later one overrides an earlier one for the same key.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What was overridden, and the cycles among the modules.
    @discardableResult
    public static func provide(
        using modules: any ModuleInjector...,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ModuleReport {
        provide(using: modules, fileID: fileID, line: line)
    }

    /// Lets a list of modules impose, one after the other, each on the imposer that its `type` names.
    ///
    /// - Parameters:
    ///   - modules: The modules. A later one overrides an earlier one for the same key.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: What was overridden, and the cycles among the modules.
    @discardableResult
    public static func provide(
        using modules: [any ModuleInjector],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ModuleReport {
        provide(using: modules, on: nil, at: Location(fileID: fileID, line: line))
    }

    private static func provide(
        using modules: [any ModuleInjector],
        on common: Imposer?,
        at location: Location
    ) -> ModuleReport {
        var report = ModuleReport()
        for module in modules { report.add(ModuleRun.run(module, on: common, at: location)) }
        return report
    }
}
