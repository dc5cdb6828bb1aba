/// The instance that is imposed on a type, awaited.
///
/// ```swift
/// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
/// Imposer.impose(for: UserStore.self, UserStore.init)        // init(database: Database)
///
/// let users = try await injectAsync(of: UserStore.self)      // opens the database, then makes the store
/// let again: UserStore = inject()                            // from then on as always
/// ```
///
/// It takes every registration. Whatever the instance needs that is made asynchronously is awaited, and a provider that
/// belongs to an actor is called there. A kept instance is made once, whoever asks, however: those who come while it is
/// being made are suspended until it is there.
///
/// - Parameters:
///   - imposerType: The imposer to start at.
///   - type: The type to inject, most often inferred.
///   - name: The name that it was imposed under.
///   - rules: What to take if nothing is imposed for exactly this type.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
/// - Throws: `ImposeError`: as `tryInject` does, but for the kinds `isolation` and `asynchronous`; and one of kind
///   `cancelled` if the calling task is cancelled before the instance is there. What is being made for others goes on.
@inlinable
nonisolated(nonsending) public func injectAsync<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> T {
    if case .primary = imposerType, case nil = name, case .nearest = rules, ContextCount.isZero,
        let kept = AnswerTableReference.processPrimary.kept(type)
    {
        return kept
    }
    return try await awaited(from: imposerType, type, named: name, rules, fileID: fileID, line: line)
}

/// The instance that is imposed on a type, awaited.
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
/// - Throws: `ImposeError`: as `tryInject` does, but for the kinds `isolation` and `asynchronous`; and one of kind
///   `cancelled` if the calling task is cancelled before the instance is there. What is being made for others goes on.
nonisolated(nonsending) public func injectAsync<T, each A>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: repeat each A,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> T {
    try await Imposer.imposer(for: imposerType)
        .injectAsync(
            of: type,
            named: name,
            ifNoMatchUse: rules,
            arguments: repeat each arguments,
            fileID: fileID,
            line: line
        )
}

/// The instances of every registration that is compatible with a type, awaited one after the other.
///
/// - Parameters:
///   - imposerType: The imposer to start at. All that an injection would search are looked through; a registration
///     hides those with its type and name in the parents of its imposer.
///   - type: The type to inject, most often inferred.
///   - name: The name that they were imposed under.
///   - fileID: The file to name in errors; the caller's by default.
///   - line: The line to name in errors; the caller's by default.
/// - Returns: The instances, nearest first and then in order of registration; empty if nothing is imposed.
/// - Throws: The `ImposeError` of the first one that can't be made, or one of kind `cancelled`.
nonisolated(nonsending) public func injectAllAsync<T>(
    from imposerType: ImposerType = .primary,
    of type: T.Type = T.self,
    named name: InjectionName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws(ImposeError) -> [T] {
    try await Imposer.imposer(for: imposerType).injectAllAsync(of: type, named: name, fileID: fileID, line: line)
}

/// Injects from an imposer of the directory.
@usableFromInline
nonisolated(nonsending) func awaited<T>(
    from imposerType: ImposerType,
    _ type: T.Type,
    named name: InjectionName?,
    _ rules: InjectionRules,
    fileID: StaticString,
    line: UInt
) async throws(ImposeError) -> T {
    let context = Context.current
    let asked = (context?.directory ?? .process).imposer(for: imposerType)
    let location = Location(fileID: fileID, line: line)
    return try await Origin(asked: asked, in: context).awaited(type, named: name, rules, at: location)
}

extension Origin {
    /// The instance for a request: remembered where the answer of such requests is, or else resolved and awaited.
    nonisolated(nonsending) func awaited<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        at location: Location
    ) async throws(ImposeError) -> T {
        if name == nil, case .nearest = rules, let kept = remembering?.home.kept(type) { return kept }
        let request = Request(type, named: name, rules: rules, at: location)
        return try await AsynchronousResolver.resolve(request, as: type, from: self, for: #isolation)
    }
}
