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
    guard case .primary = imposerType, case nil = name, case .nearest = rules else {
        return resolvedOrTrap(from: imposerType, type, named: name, rules: rules, at: Location(fileID, line))
    }
    return FoundAnswer.instance(of: type) { found in
        madeOrTrap(found, type, fileID: fileID, line: line)
    }
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
    guard case .primary = imposerType, case nil = name, case .nearest = rules else {
        return try resolved(from: imposerType, type, named: name, rules: rules, at: Location(fileID, line))
    }
    return try FoundAnswer.instance(of: type) { found throws(ImposeError) in
        try made(found, type, fileID: fileID, line: line)
    }
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

/// Injects from an imposer of the directory, or stops the program with the error's text.
@usableFromInline
func resolvedOrTrap<T>(
    from imposerType: ImposerType,
    _ type: T.Type,
    named name: InjectionName?,
    rules: InjectionRules,
    at location: Location
) -> T {
    orTrap(try resolved(from: imposerType, type, named: name, rules: rules, at: location))
}

/// Injects what the primary imposer of the process does not keep, or stops the program with the error's text.
@usableFromInline
func madeOrTrap<T>(_ found: FoundAnswer, _ type: T.Type, fileID: StaticString, line: UInt) -> T {
    if found.isNothing, ContextCount.isZero { return searchedOrTrap(type, at: Location(fileID, line)) }
    return orTrap(try made(found, type, fileID: fileID, line: line))
}

/// Injects what the primary imposer of the process does not keep, or what a context may have another answer to.
///
/// - Parameter found: What was found instead.
@usableFromInline
@inline(__always)
func made<T>(_ found: FoundAnswer, _ type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T {
    if found.isNothing { return try unknown(type, at: Location(fileID, line)) }
    let location = Location(fileID, line)
    return try AnswerTableReference.processPrimary.made(found, type, at: location) { () throws(ImposeError) -> T in
        try searched(type, at: location)
    }
}

/// Injects from the primary imposer what is not known outside contexts.
@inline(never)
private func unknown<T>(_ type: T.Type, at location: Location) throws(ImposeError) -> T {
    if ContextCount.isZero { return try searched(type, at: location) }
    func resolve() throws(ImposeError) -> T {
        try resolved(from: .primary, type, named: nil, rules: .nearest, at: location)
    }
    guard let running = Context.runningPlace else { return try resolve() }
    return try running.home.answer(to: type, in: running.scope, at: location, orElse: resolve)
}

/// Injects from an imposer of the directory.
@usableFromInline
func resolved<T>(
    from imposerType: ImposerType,
    _ type: T.Type,
    named name: InjectionName?,
    rules: InjectionRules,
    at location: Location
) throws(ImposeError) -> T {
    try Origin(askedOf: imposerType).resolved(type, named: name, rules, at: location)
}

/// The same as `searched` for `madeOrTrap`, whose variables are not on the stack meanwhile: a call in the last place that
/// throws nothing takes the place of its caller. The first search for a type makes what the instance needs in turn.
@inline(never)
private func searchedOrTrap<T>(_ type: T.Type, at location: Location) -> T {
    orTrap(try searched(type, at: location))
}

/// Searches the primary imposer of the process, outside all scopes, when its table of answers has none for the type.
private func searched<T>(_ type: T.Type, at location: Location) throws(ImposeError) -> T {
    try Origin(asked: Directory.process.imposer(for: .primary).node, scope: nil)
        .searched(type, named: nil, .nearest, at: location)
}
