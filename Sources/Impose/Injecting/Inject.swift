/// Returns the instance that is imposed on a type, or stops the program with the text of the ``ImposeError``.
///
/// Made to be a default argument:
///
/// ```swift
/// init(gateway: any Gateway = inject()) { self.gateway = gateway }
/// ```
///
/// A dependency that is not imposed is a mistake in the program. To handle the failure use
/// ``tryInject(from:of:named:ifNoMatchUse:fileID:line:)``, to go without the instance
/// ``unforceInject(from:of:named:ifNoMatchUse:fileID:line:)``.
///
/// - Parameters:
///   - imposerType: The imposer at which the search starts.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance: one that is kept, or a new one, depending on the ``InjectOption`` of the registration.
@inlinable
#if DEBUG
    @_transparent
#else
    @inline(__always)
#endif
public func inject<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T {
    markNeed(of: type, named: name)
    if case .primary = imposerType, case nil = name, case .nearest = rules {
        let found = foundInPrimary(ObjectIdentifier(type))
        return found.isInstance ? found.take(as: type) : injectedOrTrap(found, type, fileID, line)
    }
    return Imposer.imposer(for: imposerType).injectedOrTrap(type, named: name, rules, at: Location(fileID, line))
}

/// Returns the instance that is imposed on a type, or throws an error that says why there is none.
///
/// ```swift
/// let gateway = try tryInject(of: Gateway.self)
/// ```
///
/// The search starts at `imposerType`. For the other parameters and the kinds of ``ImposeError``, see
/// ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``.
@inlinable
#if DEBUG
    @_transparent
#else
    @inline(__always)
#endif
public func tryInject<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> T {
    markTrial(of: type, named: name)
    if case .primary = imposerType, case nil = name, case .nearest = rules {
        let found = foundInPrimary(ObjectIdentifier(type))
        return found.isInstance ? found.take(as: type) : try injected(found, type, fileID, line)
    }
    return try Imposer.imposer(for: imposerType).injected(type, named: name, rules, at: Location(fileID, line))
}

/// Returns the instance that is imposed on a type, made with arguments, or stops the program.
///
/// ```swift
/// let user: User = inject(arguments: "Ada", Role.admin)
/// ```
///
/// The search starts at `imposerType`. For the other parameters, see
/// ``Imposer/inject(of:named:ifNoMatchUse:arguments:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
public func inject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T {
    markNeed(of: type, named: name)
    return Imposer.imposer(for: imposerType).inject(
        of: type,
        named: name,
        ifNoMatchUse: rules,
        arguments: repeat each arguments,
        fileID: fileID,
        line: line
    )
}

/// Returns the instance that is imposed on a type, made with arguments, or throws an error that says why there is none.
///
/// ```swift
/// let user = try tryInject(of: User.self, arguments: "Ada", Role.admin)
/// ```
///
/// The search starts at `imposerType`. For the other parameters, see
/// ``Imposer/tryInject(of:named:ifNoMatchUse:arguments:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
public func tryInject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> T {
    markTrial(of: type, named: name)
    return try Imposer.imposer(for: imposerType).tryInject(
        of: type,
        named: name,
        ifNoMatchUse: rules,
        arguments: repeat each arguments,
        fileID: fileID,
        line: line
    )
}

/// Returns the instance that is imposed on a type, or nil if the injection fails for any reason.
///
/// ```swift
/// let analytics: (any Analytics)? = unforceInject()
/// ```
///
/// The search starts at `imposerType`. For the other parameters, see
/// ``Imposer/unforceInject(of:named:ifNoMatchUse:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
public func unforceInject<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T? {
    markTrial(of: type, named: name)
    return Imposer.imposer(for: imposerType)
        .unforceInject(of: type, named: name, ifNoMatchUse: rules, fileID: fileID, line: line)
}

/// Returns the instance that is imposed on a type, made with arguments, or nil if the injection fails for any reason.
///
/// ```swift
/// let user: User? = unforceInject(arguments: "Ada", Role.admin)
/// ```
///
/// The search starts at `imposerType`. For the other parameters, see
/// ``Imposer/unforceInject(of:named:ifNoMatchUse:arguments:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
public func unforceInject<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T? {
    markTrial(of: type, named: name)
    return Imposer.imposer(for: imposerType).unforceInject(
        of: type,
        named: name,
        ifNoMatchUse: rules,
        arguments: repeat each arguments,
        fileID: fileID,
        line: line
    )
}

/// Returns the instances of every registration that is compatible with a type.
///
/// ```swift
/// for plugin in try injectAll(of: Plugin.self) { plugin.start() }
/// ```
///
/// The search starts at `imposerType` and goes through every imposer that an injection would search. See
/// ``Imposer/injectAll(of:named:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
public func injectAll<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws(ImposeError) -> [T] {
    markGathering(of: type)
    return try Imposer.imposer(for: imposerType).injectAll(of: type, named: name, fileID: fileID, line: line)
}
