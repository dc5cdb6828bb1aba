// `provide`: the registrations of modules.

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
