// For clients in the Swift 5 language mode. There the compiler does not accept initializers and other named functions
// as `@Sendable`, so it would warn about each `impose(for: X.self, X.init)`.
//
// No second overload tells whether the type is `Sendable`, so nothing is known of it. With `isSendable: true`,
// validating does not warn that threads share the instances, and `injectAsync` hands out those of an actor's provider
// off that actor.

extension Imposer {
    /// Imposes the result of a function on a type, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// This is ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-1z8n7`` for initializers and other named
    /// functions, which the Swift 5 mode does not accept as `@Sendable`. A closure written in the call goes to that
    /// method. A closure stored in a variable comes here unchecked; make sure that it can be called on any thread.
    ///
    /// The parameter `column` is not used. It makes this overload the worse match for a closure, since the compiler
    /// prefers the method with fewer default values.
    @_documentation(visibility: internal)
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
        let function = IsolatedFunction(UncheckedFunction(call: provider))
        return Self.impose(on: self, type, function, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of a function on a type, on the primary imposer, in modules in the Swift 5 language mode.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// See ``Imposer/impose(for:named:option:onConflict:fileID:line:column:_:)-swift.method``.
    @_documentation(visibility: internal)
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
        let function = IsolatedFunction(UncheckedFunction(call: provider))
        return impose(on: nil, type, function, name, option, policy, Location(fileID, line), isSendable: true)
    }
}

/// A function with its actor, which need not be `@Sendable`.
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
    /// Trusts the caller that the function may leave its thread.
    ///
    /// Invariant: `@Sendable` matters to the compiler only. It changes neither how a function is represented nor how it
    /// is called.
    @inlinable
    init(_ function: UncheckedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: IsolatedFunction<Instance, repeat each Parameter>.self)
    }
}
