// The same for what is to be awaited.

extension Imposer {
    /// Imposes what an asynchronous function makes on a type, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self, Database.init)
    /// ```
    ///
    /// It takes initializers and other named functions. A closure that is written in the call goes to the method of the
    /// same name that checks what it captures. A closure that is kept in a variable comes here unchecked: whoever passes
    /// one sees to it that it may be called on any thread.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - column: Not used. Of two methods that fit, the compiler takes the one with fewer default values, which for a
    ///     closure is to be the other one.
    ///   - provider: The function. If it throws, all who wait for the instance fail, and the next injection calls it again.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
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
        let provider = Provider<T>(awaitingUnchecked: UncheckedAwaitedFunction(call: provider))
        let location = Location(fileID: fileID, line: line)
        return impose(type, provider, name, option, policy, location, isSendable: true)
    }

    /// Imposes what an asynchronous function makes on a type, on the primary imposer, in modules in the Swift 5 language
    /// mode.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init)
    /// ```
    ///
    /// It takes initializers and other named functions, as the method does.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - column: Not used. Of two methods that fit, the compiler takes the one with fewer default values, which for a
    ///     closure is to be the other one.
    ///   - provider: The function. If it throws, all who wait for the instance fail, and the next injection calls it again.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
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
        let provider = Provider<T>(awaitingUnchecked: UncheckedAwaitedFunction(call: provider))
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, provider, name, option, policy, location, isSendable: true)
    }
}
