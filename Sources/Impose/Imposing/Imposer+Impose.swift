extension Imposer {
    /// Imposes the value of an expression on a type.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The expression is evaluated when an instance is needed, not now. It must not need an actor; for types of the
    /// main actor write `impose(for: Clock.self, SystemClock.init)`.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The expression. If it throws, the injection fails and the next one evaluates it again.
    /// - Returns: The registration, to say more about it.
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
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(expression: provider), name, option, policy, location, isSendable: false)
    }

    /// Imposes what a function makes on a type: an initializer or a closure, with any number of parameters.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
    /// imposer.impose(for: Checkout.self) { (gateway: any Gateway, clock: any Clock) in
    ///     Checkout(gateway: gateway, clock: clock)
    /// }
    /// ```
    ///
    /// The parameters are injected by their types from this imposer, unless the injection gives arguments for them.
    /// A function of the main actor is called when the injection is made on the main actor; an injection elsewhere
    /// fails with an `ImposeError` of kind `isolation`.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, to say more about it.
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
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(function: provider), name, option, policy, location, isSendable: false)
    }

    /// Imposes an instance that exists on a type.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// It stays when the imposer is reset, since nothing could make it again.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - instance: The instance.
    /// - Returns: The registration, to say more about it.
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
        impose(type, instance, name, policy, Location(fileID: fileID, line: line), isSendable: false)
    }

    /// Imposes a value that is there already: the short form of `impose(for:instance:)`, made for scopes.
    ///
    /// ```swift
    /// await Imposer.withScope("request") { scope in
    ///     scope.give(user)
    ///     scope.give(logger, for: (any Log).self)
    /// }
    /// ```
    ///
    /// What was given before for the same type and name is replaced. What was built with it keeps it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that requests will name; the value's by default.
    ///   - name: Tells it from others of the same type.
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
        if let handled { return handled.give(value, for: type, named: name, fileID: fileID, line: line) }
        let location = Location(fileID: fileID, line: line)
        // A class that is known at run time only is no position that other scopes find by the static type.
        if type == T.self, take(value, named: name, at: location) { return }
        _ = impose(type, Provider(instance: value), name, .singleInstance, .replace, location, isSendable: true)
    }

    /// - Parameter isSendable: Whether the compiler knows that instances may be shared between threads.
    @usableFromInline
    func impose<T>(
        _ type: T.Type,
        _ provider: Provider<T>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let record = TypedRegistration(
            type,
            name: name,
            option: option,
            location: location,
            provider: provider,
            isSendable: isSendable,
            module: ModuleRun.current?.module,
            for: self
        )
        return add(record, onConflict: policy)
    }

    func impose<T>(
        _ type: T.Type,
        _ instance: sending T,
        _ name: InjectionName?,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        if type == T.self, take(instance, named: name, at: location),
            let registration = registration(ofGiven: type, named: name)
        {
            return registration
        }
        let provider = Provider(instance: instance)
        return impose(type, provider, name, .singleInstance, policy, location, isSendable: isSendable)
    }
}

extension Imposer {
    /// Imposes the value of an expression on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The expression is evaluated when an instance is needed, not now. It must not need an actor; for types of the
    /// main actor write `Imposer.impose(for: Clock.self, SystemClock.init)`.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The expression. If it throws, the injection fails and the next one evaluates it again.
    /// - Returns: The registration, to say more about it.
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
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(expression: provider), name, option, policy, location, isSendable: false)
    }

    /// Imposes what a function makes on a type, on the primary imposer: an initializer or a closure.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// The parameters are injected by their types from the primary imposer, unless the injection gives arguments for
    /// them. A function of the main actor is called when the injection is made on the main actor; an injection
    /// elsewhere fails with an `ImposeError` of kind `isolation`.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - provider: The function. If it throws, the injection fails and the next one calls it again.
    /// - Returns: The registration, to say more about it.
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
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(function: provider), name, option, policy, location, isSendable: false)
    }

    /// Imposes an instance that exists on a type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// It stays when the imposer is reset, since nothing could make it again.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name.
    ///   - name: Tells it from other registrations of the same type.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - instance: The instance.
    /// - Returns: The registration, to say more about it.
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
        shared.impose(for: type, named: name, onConflict: policy, fileID: fileID, line: line, instance: instance)
    }
}
