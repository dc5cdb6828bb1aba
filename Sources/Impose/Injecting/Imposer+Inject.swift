extension Imposer {
    /// The instance that is imposed on a type, searched from this imposer on.
    ///
    /// ```swift
    /// let gateway: any Gateway = imposer.inject()
    /// ```
    ///
    /// If the injection fails, the program stops with the text of the `ImposeError`.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    @inlinable
    @inline(__always)
    public func inject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T {
        do {
            return try tryInject(of: type, named: name, ifNoMatchUse: rules, fileID: fileID, line: line)
        } catch {
            error.trap(askedOf: self)
        }
    }

    /// The instance that is imposed on a type, searched from this imposer on, or an error that says why there is none.
    ///
    /// ```swift
    /// let gateway = try imposer.tryInject(of: Gateway.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    /// - Throws: `ImposeError`. Nothing is lost by it: registrations and instances are as before.
    @inlinable
    @inline(__always)
    public func tryInject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> T {
        if case nil = name, case .nearest = rules { return try instance(of: type, fileID: fileID, line: line) }
        return try resolved(type, named: name, rules: rules, fileID: fileID, line: line)
    }

    /// The instance that is imposed on a type, searched from this imposer on.
    ///
    /// ```swift
    /// let gateway: any Gateway = imposer.inject()
    /// ```
    ///
    /// If the injection fails, the program stops with the text of the `ImposeError`.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    public func inject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T {
        do {
            return try tryInject(
                of: type,
                named: name,
                ifNoMatchUse: rules,
                arguments: repeat each arguments,
                fileID: fileID,
                line: line
            )
        } catch {
            error.trap(askedOf: self)
        }
    }

    /// The instance that is imposed on a type, searched from this imposer on, or an error that says why there is none.
    ///
    /// ```swift
    /// let gateway = try imposer.tryInject(of: Gateway.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    /// - Throws: `ImposeError`. Nothing is lost by it: registrations and instances are as before.
    public func tryInject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> T {
        let request = Request(
            type,
            named: name,
            rules: rules,
            arguments: Argument.list(repeat each arguments),
            at: Location(fileID: fileID, line: line)
        )
        return try searching { origin throws(ImposeError) in try Resolver.resolve(request, as: type, from: origin) }
    }

    /// The instance that is imposed on a type, searched from this imposer on, or nil if the injection fails.
    ///
    /// ```swift
    /// let analytics: (any Analytics)? = imposer.unforceInject()
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance or nil.
    @inlinable
    public func unforceInject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T? {
        do {
            guard case nil = name, case .nearest = rules, ContextCount.isZero else {
                return try resolved(type, named: name, rules: rules, wantsReasons: false, fileID: fileID, line: line)
            }
            return try home.answer(to: type, fileID: fileID, line: line) { () throws(ImposeError) -> T in
                try resolved(type, wantsReasons: false, fileID: fileID, line: line)
            }
        } catch {
            return nil
        }
    }

    /// The instance that is imposed on a type, searched from this imposer on, or nil if the injection fails.
    ///
    /// ```swift
    /// let analytics: (any Analytics)? = imposer.unforceInject()
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance or nil.
    public func unforceInject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T? {
        let request = Request(
            type,
            named: name,
            rules: rules,
            arguments: Argument.list(repeat each arguments),
            at: Location(fileID: fileID, line: line),
            wantsReasons: false
        )
        return searching { origin in try? Resolver.resolve(request, as: type, from: origin) }
    }

    /// The instances of every registration that is compatible with a type, searched from this imposer on.
    ///
    /// ```swift
    /// for plugin in try imposer.injectAll(of: Plugin.self) { plugin.start() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that they were imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instances, nearest first and then in order of registration; empty if nothing is imposed. A
    ///   registration hides those with its type and name in the parents of its imposer.
    /// - Throws: The `ImposeError` of the first one that can't be made.
    public func injectAll<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> [T] {
        let request = Request(type, named: name, at: Location(fileID: fileID, line: line))
        return try searching { origin throws(ImposeError) in try Resolver.resolveAll(request, as: type, from: origin) }
    }

    /// Whether an injection would find one registration, searched from this imposer on. Makes no instance.
    ///
    /// ```swift
    /// if !imposer.isImposed(Clock.self) { imposer.impose(for: Clock.self, SystemClock()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    ///   - rules: What would be taken if nothing is imposed for exactly this type. What could only be found by making
    ///     instances to cast them does not count.
    /// - Returns: False also for a tie, since an injection would fail.
    public func isImposed<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Bool {
        Resolver.wouldFind(Request(type, named: name, rules: rules, at: Location()), from: Origin(asked: self))
    }

    /// Whether an injection from the primary imposer would find one registration. Makes no instance.
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    ///   - rules: What would be taken if nothing is imposed for exactly this type. What could only be found by making
    ///     instances to cast them does not count.
    /// - Returns: False also for a tie, since an injection would fail.
    public static func isImposed<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Bool {
        shared.isImposed(type, named: name, ifNoMatchUse: rules)
    }
}
