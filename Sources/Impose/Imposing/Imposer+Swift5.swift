// For clients in the Swift 5 language mode. There the compiler takes no initializer and no other named function for
// `@Sendable`, so each `impose(for: X.self, X.init)` would be warned of.

extension Imposer {
    /// Imposes what a function makes on a type, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
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
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
    @available(swift, obsoleted: 6.0)
    @discardableResult
    @inlinable
    public func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ provider: @escaping @isolated(any) (repeat each D) throws -> T
    ) -> Registration<T> {
        let function = IsolatedFunction(UncheckedFunction(call: provider)).call
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(function: function), name, option, policy, location, isSendable: true)
    }

    /// Imposes what a function makes on a type, on the primary imposer, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
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
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, to say more about it.
    /// - Complexity: Amortised O(1).
    @available(swift, obsoleted: 6.0)
    @discardableResult
    @inlinable
    public static func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ provider: @escaping @isolated(any) (repeat each D) throws -> T
    ) -> Registration<T> {
        let function = IsolatedFunction(UncheckedFunction(call: provider)).call
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(function: function), name, option, policy, location, isSendable: true)
    }
}

/// A function that carries its actor with it, and of which the compiler does not know whether it may leave its thread.
@frozen
@usableFromInline
struct UncheckedFunction<Instance, each Parameter> {
    @usableFromInline
    let call: @isolated(any) (repeat each Parameter) throws -> Instance

    @inlinable
    init(call: @escaping @isolated(any) (repeat each Parameter) throws -> Instance) {
        self.call = call
    }
}

extension IsolatedFunction {
    /// Takes the caller's word that the function may leave its thread.
    ///
    /// Invariant: `@Sendable` is a word to the compiler. It changes neither how a function is represented nor how it is
    /// called.
    @inlinable
    init(_ function: UncheckedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: IsolatedFunction<Instance, repeat each Parameter>.self)
    }
}
