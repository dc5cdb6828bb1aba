// `impose`: for functions, expressions and instances.

extension Imposer {
    /// Imposes the value of an expression on a type.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The expression is evaluated when an instance is needed, not now. It can't use an actor; for a main-actor type
    /// write `impose(for: Clock.self, SystemClock.init)`.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The expression. If it throws, the injection fails and the next one evaluates it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    @inlinable
    public func impose<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @autoclosure @escaping @Sendable () throws -> T
    ) -> Registration<T> {
        Self.impose(on: self, type, provider, name, option, policy, Location(fileID, line), isSendable: false)
    }

    /// Imposes the result of a function on a type: an initializer or a closure, with any number of parameters.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
    /// imposer.impose(for: Checkout.self) { (gateway: any Gateway, clock: any Clock) in
    ///     Checkout(gateway: gateway, clock: clock)
    /// }
    /// ```
    ///
    /// The parameters are injected by their types from this imposer, unless the injection gives arguments for them. A
    /// main-actor function is called if the injection is made on the main actor; any other synchronous injection fails
    /// with an ``ImposeError`` of kind ``ImposeError/Kind/isolation``. Functions of other actors are only called by
    /// ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)``.
    ///
    /// For a `Sendable` type the compiler prefers an overload with the same parameters, which tells
    /// `Imposer.validate()` and ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` that threads may share the
    /// instances.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    @inlinable
    public func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) throws -> T
    ) -> Registration<T> {
        let function = IsolatedFunction(call: provider)
        return Self.impose(on: self, type, function, name, option, policy, Location(fileID, line), isSendable: false)
    }

    /// Imposes an existing instance on a type.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// The instance stays when the imposer is reset, since nothing could make it again.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - instance: The instance.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public func impose<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        instance: sending T
    ) -> Registration<T> {
        Self.impose(on: self, type, instance, name, policy, Location(fileID, line))
    }

    /// Gives a scope a value: a short form of
    /// ``Imposer/impose(for:named:onConflict:fileID:line:instance:)-swift.method``.
    ///
    /// ```swift
    /// await Imposer.withScope("request") { scope in
    ///     scope.give(user)
    ///     scope.give(logger, for: (any Log).self)
    /// }
    /// ```
    ///
    /// The value replaces an earlier one for the same type and name. Instances built with the earlier one keep it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that injections ask for; the value's by default.
    ///   - name: Distinguishes the value from others of the same type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Complexity: Amortised O(1).
    public func give<T>(
        _ value: sending T,
        for type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        node.give(value, as: type, named: name, at: Location(fileID, line))
    }
}

extension Imposer {
    /// Imposes the value of an expression on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The same as ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-46xa1`` of ``Imposer/shared``.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The expression. If it throws, the injection fails and the next one evaluates it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    @inlinable
    public static func impose<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @autoclosure @escaping @Sendable () throws -> T
    ) -> Registration<T> {
        impose(on: nil, type, provider, name, option, policy, Location(fileID, line), isSendable: false)
    }

    /// Imposes the result of a function on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// The same as ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-1z8n7`` of ``Imposer/shared``.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    @inlinable
    public static func impose<T, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) throws -> T
    ) -> Registration<T> {
        let function = IsolatedFunction(call: provider)
        return impose(on: nil, type, function, name, option, policy, Location(fileID, line), isSendable: false)
    }

    /// Imposes an existing instance on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// The same as ``Imposer/impose(for:named:onConflict:fileID:line:instance:)-swift.method`` of ``Imposer/shared``.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - instance: The instance.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public static func impose<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        instance: sending T
    ) -> Registration<T> {
        impose(on: nil, type, instance, name, policy, Location(fileID, line))
    }
}
