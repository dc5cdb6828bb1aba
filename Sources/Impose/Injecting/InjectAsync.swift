/// Returns the instance that is imposed on a type, and awaits everything that is made asynchronously for it.
///
/// ```swift
/// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
/// Imposer.impose(for: UserStore.self, UserStore.init)        // init(database: Database)
///
/// let users = try await injectAsync(of: UserStore.self)      // opens the database, then makes the store
/// let again: UserStore = inject()                            // is there now
/// ```
///
/// The search starts at `imposerType`. Everything else is as in
/// ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)``.
@inlinable
#if DEBUG
    @_transparent
#endif
nonisolated(nonsending) public func injectAsync<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> T {
    markNeed(of: type, named: name)
    if case .primary = imposerType, case nil = name, case .nearest = rules {
        let found = foundInPrimary(ObjectIdentifier(type))
        if found.isInstance { return found.take(as: type) }
        found.leave()
    }
    return try await Imposer.imposer(for: imposerType).injectAsync(
        of: type,
        named: name,
        ifNoMatchUse: rules,
        fileID: fileID,
        line: line
    )
}

/// Returns the instance that is imposed on a type, made with arguments, and awaits everything that is made
/// asynchronously for it.
///
/// ```swift
/// let user = try await injectAsync(of: User.self, arguments: "Ada", Role.admin)
/// ```
///
/// The search starts at `imposerType`. Everything else is as in
/// ``Imposer/injectAsync(of:named:ifNoMatchUse:arguments:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
nonisolated(nonsending) public func injectAsync<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> T {
    markNeed(of: type, named: name)
    return try await Imposer.imposer(for: imposerType).injectAsync(
        of: type,
        named: name,
        ifNoMatchUse: rules,
        arguments: repeat each arguments,
        fileID: fileID,
        line: line
    )
}

/// Returns the instances of every registration that is compatible with a type, awaited one after the other.
///
/// ```swift
/// for plugin in try await injectAllAsync(of: Plugin.self) { plugin.start() }
/// ```
///
/// The search starts at `imposerType` and goes through every imposer that an injection would search. See
/// ``Imposer/injectAllAsync(of:named:fileID:line:)``.
#if DEBUG
    @inlinable
    @_transparent
#endif
nonisolated(nonsending) public func injectAllAsync<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> [T] {
    markGathering(of: type)
    return try await Imposer.imposer(for: imposerType).injectAllAsync(of: type, named: name, fileID: fileID, line: line)
}
