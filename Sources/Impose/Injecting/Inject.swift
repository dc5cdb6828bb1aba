/// The instance that is imposed on a type.
///
/// Made to be a default argument:
///
/// ```swift
/// init(gateway: any Gateway = inject()) { self.gateway = gateway }
/// ```
///
/// If the injection fails, the program stops with the text of the `ImposeError`: a dependency that is not imposed is a
/// mistake in the program. Use `tryInject` to handle the failure, or `unforceInject` to go without.
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
@inlinable
@inline(__always)
public func inject<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T {
    do {
        return try tryInject(
            from: imposerType,
            of: type,
            named: name,
            ifNoMatchUse: rules,
            fileID: fileID,
            line: line
        )
    } catch {
        error.trap()
    }
}

/// The instance that is imposed on a type, or an error that says why there is none.
///
/// ```swift
/// let gateway = try tryInject(of: Gateway.self)
/// ```
///
/// - Parameters:
///   - imposerType: The imposer to start at.
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
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> T {
    if case .primary = imposerType, case nil = name, case .nearest = rules, ContextCount.isZero {
        return try AnswerTableReference.processPrimary.answer(to: type, fileID: fileID, line: line) {
            () throws(ImposeError) -> T in
            try searched(type, fileID: fileID, line: line)
        }
    }
    return try resolved(from: imposerType, type, named: name, rules: rules, fileID: fileID, line: line)
}

/// The instance that is imposed on a type.
///
/// Made to be a default argument:
///
/// ```swift
/// init(gateway: any Gateway = inject()) { self.gateway = gateway }
/// ```
///
/// If the injection fails, the program stops with the text of the `ImposeError`: a dependency that is not imposed is a
/// mistake in the program. Use `tryInject` to handle the failure, or `unforceInject` to go without.
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
public func inject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T {
    Imposer.imposer(for: imposerType)
        .inject(
            of: type,
            named: name,
            ifNoMatchUse: rules,
            arguments: repeat each arguments,
            fileID: fileID,
            line: line
        )
}

/// The instance that is imposed on a type, or an error that says why there is none.
///
/// ```swift
/// let gateway = try tryInject(of: Gateway.self)
/// ```
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
/// - Throws: `ImposeError`. Nothing is lost by it: registrations and instances are as before.
public func tryInject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> T {
    try Imposer.imposer(for: imposerType)
        .tryInject(
            of: type,
            named: name,
            ifNoMatchUse: rules,
            arguments: repeat each arguments,
            fileID: fileID,
            line: line
        )
}

/// The instance that is imposed on a type, or nil if the injection fails for whatever reason.
///
/// ```swift
/// let analytics: (any Analytics)? = unforceInject()
/// ```
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance or nil.
@inlinable
public func unforceInject<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T? {
    Imposer.imposer(for: imposerType)
        .unforceInject(of: type, named: name, ifNoMatchUse: rules, fileID: fileID, line: line)
}

/// The instance that is imposed on a type, or nil if the injection fails for whatever reason.
///
/// ```swift
/// let analytics: (any Analytics)? = unforceInject()
/// ```
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance or nil.
public func unforceInject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T? {
    Imposer.imposer(for: imposerType)
        .unforceInject(
            of: type,
            named: name,
            ifNoMatchUse: rules,
            arguments: repeat each arguments,
            fileID: fileID,
            line: line
        )
}

/// The instances of every registration that is compatible with a type.
///
/// ```swift
/// for plugin in try injectAll(of: Plugin.self) { plugin.start() }
/// ```
///
/// - Parameters:
///   - imposerType: The imposer to start at. All that an injection would search are looked through; a registration
///     hides those with its type and name in the parents of its imposer.
///   - type: The type to inject, most often inferred.
///   - name: The name that they were imposed under.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instances, nearest first and then in order of registration; empty if nothing is imposed.
/// - Throws: The `ImposeError` of the first one that can't be made.
public func injectAll<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> [T] {
    try Imposer.imposer(for: imposerType).injectAll(of: type, named: name, fileID: fileID, line: line)
}

/// Injects from an imposer of the directory.
@usableFromInline
func resolved<T>(
    from imposerType: ImposerType,
    _ type: T.Type,
    named name: InjectionName?,
    rules: InjectionRules,
    fileID: StaticString,
    line: UInt
) throws(ImposeError) -> T {
    if case .primary = imposerType, name == nil, case .nearest = rules, let running = Context.runningPlace {
        func resolve() throws(ImposeError) -> T {
            try resolvedInContext(from: .primary, type, named: nil, rules: .nearest, fileID: fileID, line: line)
        }
        guard let scope = running.scope else {
            return try running.home.answer(to: type, fileID: fileID, line: line) { () throws(ImposeError) -> T in
                try searched(type, fileID: fileID, line: line)
            }
        }
        return try running.home.answer(to: type, runningIn: scope, fileID: fileID, line: line, orElse: resolve)
    }
    return try resolvedInContext(from: imposerType, type, named: name, rules: rules, fileID: fileID, line: line)
}

/// Searches the primary imposer of the process, outside all scopes, for what its table of answers does not have.
@usableFromInline
func searched<T>(_ type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T {
    try Origin(asked: Directory.process.imposer(for: .primary), scope: nil)
        .searched(type, named: nil, .nearest, fileID: fileID, line: line)
}

private func resolvedInContext<T>(
    from imposerType: ImposerType,
    _ type: T.Type,
    named name: InjectionName?,
    rules: InjectionRules,
    fileID: StaticString,
    line: UInt
) throws(ImposeError) -> T {
    let context = Context.current
    let asked = (context?.directory ?? .process).imposer(for: imposerType)
    return try Origin(asked: asked, in: context).resolved(type, named: name, rules, fileID: fileID, line: line)
}
