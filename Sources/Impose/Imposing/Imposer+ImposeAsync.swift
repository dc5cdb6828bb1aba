// `impose` for asynchronous functions.

extension Imposer {
    /// Imposes the result of an asynchronous function on a type: an initializer or a closure, with any number of
    /// parameters.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The parameters are injected by their types from this imposer, and awaited, unless the injection gives arguments
    /// for them. The function runs on its own actor, wherever the injection is made.
    ///
    /// ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` awaits the instance.
    /// ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)`` returns an instance that is kept and ready, and otherwise
    /// fails with an ``ImposeError`` of kind ``ImposeError/Kind/asynchronous``.
    ///
    /// For a lifetime that keeps instances the function runs in a separate task, which goes on to its end also when
    /// nobody waits for it any more.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, every injection that waits for the instance fails, and the next one
    ///     calls it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
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
        node.impose(type, Provider(awaiting: provider), name, option, policy, Location(fileID, line), isSendable: false)
    }

    /// Imposes the result of an asynchronous function on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The same as ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-7uvti`` of ``Imposer/shared``.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, every injection that waits for the instance fails, and the next one
    ///     calls it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
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
        let location = Location(fileID, line)
        return shared.node.impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: false)
    }
}
