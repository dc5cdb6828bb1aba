// The overloads for `Sendable` types. Of two overloads that differ in this alone, the compiler chooses the stricter one
// where it can. So each registration knows whether its type is `Sendable`, which can't be found out at run time.
// The reference leaves these out: they would be the same rows again.

extension Imposer {
    /// Imposes the value of an expression on a `Sendable` type.
    ///
    /// ```swift
    /// imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-46xa1`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        Self.impose(on: self, type, provider, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of a function on a `Sendable` type.
    ///
    /// ```swift
    /// imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-1z8n7`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        let function = IsolatedFunction(call: provider)
        return Self.impose(on: self, type, function, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of an asynchronous function on a `Sendable` type.
    ///
    /// ```swift
    /// imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-7uvti`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        node.impose(type, Provider(awaiting: provider), name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes a `Sendable` type on itself: its instances are made with `init()`.
    ///
    /// ```swift
    /// imposer.impose(Basket.self)
    /// ```
    ///
    /// The overload of ``Imposer/impose(_:named:option:onConflict:fileID:line:)-swift.method`` that the compiler
    /// prefers for `Sendable` types.
    @_documentation(visibility: internal)
    @discardableResult
    public func impose<T: Instantiable & Sendable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        impose(for: type, named: name, option: option, onConflict: policy, fileID: fileID, line: line, type.init())
    }
}

extension Imposer {
    /// Imposes the value of an expression on a `Sendable` type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, SystemClock())
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-46xa1`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        impose(on: nil, type, provider, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of a function on a `Sendable` type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Checkout.self, Checkout.init)
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-1z8n7`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        let function = IsolatedFunction(call: provider)
        return impose(on: nil, type, function, name, option, policy, Location(fileID, line), isSendable: true)
    }

    /// Imposes the result of an asynchronous function on a `Sendable` type, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self) { (config: Config) in try await Database.open(config.path) }
    /// ```
    ///
    /// The overload of ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-7uvti`` that the compiler prefers
    /// for `Sendable` types.
    @_documentation(visibility: internal)
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
        let location = Location(fileID, line)
        return shared.node.impose(type, Provider(awaiting: provider), name, option, policy, location, isSendable: true)
    }

    /// Imposes a `Sendable` type on itself, on the primary imposer: its instances are made with `init()`.
    ///
    /// ```swift
    /// Imposer.impose(Basket.self)
    /// ```
    ///
    /// The overload of ``Imposer/impose(_:named:option:onConflict:fileID:line:)-swift.method`` that the compiler
    /// prefers for `Sendable` types.
    @_documentation(visibility: internal)
    @discardableResult
    public static func impose<T: Instantiable & Sendable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        impose(for: type, named: name, option: option, onConflict: policy, fileID: fileID, line: line, type.init())
    }
}
