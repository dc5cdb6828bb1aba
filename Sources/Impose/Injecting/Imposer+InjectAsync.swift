extension Imposer {
    /// The instance that is imposed on a type, searched from this imposer on, and awaited.
    ///
    /// ```swift
    /// let users: UserStore = try await imposer.injectAsync()
    /// ```
    ///
    /// It takes every registration. Whatever the instance needs that is made asynchronously is awaited, and a provider
    /// that belongs to an actor is called there.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    /// - Throws: `ImposeError`: as `tryInject` does, but for the kinds `isolation` and `asynchronous`; and one of kind
    ///   `cancelled` if the calling task is cancelled before the instance is there.
    nonisolated(nonsending) public func injectAsync<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> T {
        let location = Location(fileID: fileID, line: line)
        return try await searchingAwaiting { origin async throws(ImposeError) in
            try await origin.awaited(type, named: name, rules, at: location)
        }
    }

    /// The instance that is imposed on a type, searched from this imposer on, and awaited.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - arguments: Values for the provider's parameters, by type; the other parameters are injected.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance, as its `InjectOption` says: one that is kept, or a new one.
    /// - Throws: `ImposeError`: as `tryInject` does, but for the kinds `isolation` and `asynchronous`; and one of kind
    ///   `cancelled` if the calling task is cancelled before the instance is there.
    nonisolated(nonsending) public func injectAsync<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> T {
        let request = Request(
            type,
            named: name,
            rules: rules,
            arguments: Argument.list(repeat each arguments),
            at: Location(fileID: fileID, line: line)
        )
        return try await searchingAwaiting { origin async throws(ImposeError) in
            try await AsynchronousResolver.resolve(request, as: type, from: origin, for: #isolation)
        }
    }

    /// The instances of every registration that is compatible with a type, searched from this imposer on, and awaited
    /// one after the other.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that they were imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instances, nearest first and then in order of registration; empty if nothing is imposed. A
    ///   registration hides those with its type and name in the parents of its imposer.
    /// - Throws: The `ImposeError` of the first one that can't be made, or one of kind `cancelled`.
    nonisolated(nonsending) public func injectAllAsync<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> [T] {
        let request = Request(type, named: name, at: Location(fileID: fileID, line: line))
        return try await searchingAwaiting { origin async throws(ImposeError) in
            try await AsynchronousResolver.resolveAll(request, as: type, from: origin, for: #isolation)
        }
    }
}
