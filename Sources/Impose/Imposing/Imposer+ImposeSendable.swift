// The same once more for types that are `Sendable`. Of two overloads that differ in this alone the compiler chooses the one
// that demands more, where it can: so each registration knows, which nothing could find out at run time.

extension Imposer {
    /// Imposes the value of an expression on a type that is `Sendable`.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    @inlinable
    public func impose<T: Sendable>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @autoclosure @escaping @Sendable () throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(expression: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes what a function makes on a type that is `Sendable`.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    @inlinable
    public func impose<T: Sendable, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(function: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes what an asynchronous function makes on a type that is `Sendable`.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public func impose<T: Sendable, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) async throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes an instance that exists on a type that is `Sendable`.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// As ``impose(for:named:onConflict:fileID:line:instance:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public func impose<T: Sendable>(
        for type: T.Type,
        named name: InjectionName? = nil,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        instance: T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, instance, name, policy, location, isSendable: true)
    }

    /// Imposes a type that is `Sendable` on itself: its instances are made with `init()`.
    ///
    /// ```swift
    /// imposer.impose(Basket.self)
    /// ```
    ///
    /// As ``impose(_:named:option:onConflict:fileID:line:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public func impose<T: Instantiable & Sendable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        let provider = Provider(expression: { type.init() })
        return impose(type, provider, name, option, policy, location, isSendable: true)
    }
}

extension Imposer {
    /// Imposes the value of an expression on a type that is `Sendable`, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    @inlinable
    public static func impose<T: Sendable>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @autoclosure @escaping @Sendable () throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(expression: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes what a function makes on a type that is `Sendable`, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    @inlinable
    public static func impose<T: Sendable, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(function: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes what an asynchronous function makes on a type that is `Sendable`, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// As ``impose(for:named:option:onConflict:fileID:line:_:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public static func impose<T: Sendable, each D>(
        for type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ provider: @escaping @isolated(any) @Sendable (repeat each D) async throws -> T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes an instance that exists on a type that is `Sendable`, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, instance: clock)
    /// ```
    ///
    /// As ``impose(for:named:onConflict:fileID:line:instance:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public static func impose<T: Sendable>(
        for type: T.Type,
        named name: InjectionName? = nil,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        instance: T
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return shared.impose(type, instance, name, policy, location, isSendable: true)
    }

    /// Imposes a type that is `Sendable` on itself, on the primary imposer: its instances are made with `init()`.
    ///
    /// ```swift
    /// Imposer.impose(Basket.self)
    /// ```
    ///
    /// As ``impose(_:named:option:onConflict:fileID:line:)`` does for other types, with the same parameters: the compiler takes this one
    /// where it can, so that `validate()` and `injectAsync` know that threads may share the instances.
    @discardableResult
    public static func impose<T: Instantiable & Sendable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        let provider = Provider(expression: { type.init() })
        return shared.impose(type, provider, name, option, policy, location, isSendable: true)
    }
}
