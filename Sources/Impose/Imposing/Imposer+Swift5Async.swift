// The counterpart of Imposer+Swift5.swift for asynchronous functions. There it says why `isSendable` is true.

extension Imposer {
    /// Imposes the result of an asynchronous function on a type, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self, Database.init)
    /// ```
    ///
    /// This is ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-7uvti`` for initializers and other named
    /// functions, which the Swift 5 mode does not accept as `@Sendable`. A closure written in the call goes to that
    /// method. A closure stored in a variable comes here unchecked; make sure that it can be called on any thread.
    ///
    /// The parameter `column` is not used. It makes this overload the worse match for a closure, since the compiler
    /// prefers the method with fewer default values.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 6.0)
    @discardableResult
    public func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ provider: @escaping @isolated(any) (repeat each D) async throws -> T
    ) -> Registration<T> {
        let provider = Provider(awaiting: provider)
        return node.impose(type, provider, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of an asynchronous function on a type, on the primary imposer, in modules in the Swift 5
    /// language mode.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init)
    /// ```
    ///
    /// See ``Imposer/impose(for:named:option:onConflict:fileID:line:column:_:)-swift.method``.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 6.0)
    @discardableResult
    public static func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ provider: @escaping @isolated(any) (repeat each D) async throws -> T
    ) -> Registration<T> {
        let provider = Provider(awaiting: provider)
        return shared.node.impose(type, provider, name, option, policy, Location(fileID, line), isSendable: true)
    }
}
