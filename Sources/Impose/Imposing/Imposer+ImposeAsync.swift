extension Imposer {
    /// Imposes what an asynchronous function makes on a type: an initializer or a closure, with any number of parameters.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The parameters are injected by their types from this imposer, and awaited, unless the injection gives arguments
    /// for them. The function runs on its own actor, whoever asks. `injectAsync` awaits it; `inject` hands out what is
    /// kept and ready, and fails with an `ImposeError` of kind `asynchronous` otherwise.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, all who wait for the instance fail, and the next injection calls it
    ///     again. For a kept lifetime it runs in a task of its own, which is cancelled when nobody waits for it any more.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) async throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: false)
    }

    /// Imposes what an asynchronous function makes on a type, on the primary imposer: an initializer or a closure.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The parameters are injected by their types from the primary imposer, and awaited, unless the injection gives
    /// arguments for them. The function runs on its own actor, whoever asks. `injectAsync` awaits it; `inject` hands out
    /// what is kept and ready, and fails with an `ImposeError` of kind `asynchronous` otherwise.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, all who wait for the instance fail, and the next injection calls it
    ///     again. For a kept lifetime it runs in a task of its own, which is cancelled when nobody waits for it any more.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public static func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) async throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: false)
    }
}
