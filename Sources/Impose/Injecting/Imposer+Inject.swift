// `inject`, `tryInject`, `unforceInject`, `injectAll` and `isImposed` of an imposer.

extension Imposer {
    /// Returns the instance that is imposed on a type, or stops the program with the text of the ``ImposeError``.
    ///
    /// ```swift
    /// let gateway: any Gateway = imposer.inject()
    /// ```
    ///
    /// The search starts at this imposer.
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that it was imposed under.
    ///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instance: one that is kept, or a new one, depending on the ``InjectOption`` of the registration.
    /// - Complexity: O(1) if something is imposed for exactly this type, or if the same request, without a name and by
    ///   the default rule, was answered before. Otherwise O(n) in the number of registrations of the imposers that are
    ///   searched.
    @inlinable
    public func inject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T {
        injectedOrTrap(type, named: name, rules, at: Location(fileID, line))
    }

    /// Returns the instance that is imposed on a type, or throws an error that says why there is none.
    ///
    /// ```swift
    /// let gateway = try imposer.tryInject(of: Gateway.self)
    /// ```
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)``.
    ///
    /// - Returns: The instance: one that is kept, or a new one, depending on the ``InjectOption`` of the registration.
    /// - Throws: An ``ImposeError``. Registrations and instances stay as they were. Its kind is
    ///   - ``ImposeError/Kind/missing`` if nothing is imposed that answers,
    ///   - ``ImposeError/Kind/ambiguous`` if several registrations answer equally well,
    ///   - ``ImposeError/Kind/circular`` if the instance is needed to build itself,
    ///   - ``ImposeError/Kind/providerFailed`` if the provider threw anything but an ``ImposeError``, which is passed
    ///     on,
    ///   - ``ImposeError/Kind/arguments`` if the arguments don't fit the provider's parameters,
    ///   - ``ImposeError/Kind/isolation`` if the provider or a conformance belongs to an actor and can't be used where
    ///     the injection is made; synchronous injections use main-actor code only, and only on the main actor,
    ///   - ``ImposeError/Kind/asynchronous`` if an asynchronous provider's instance has not been made,
    ///   - ``ImposeError/Kind/disposed`` if an imposer or a scope that is needed was disposed of or shut down,
    ///   - ``ImposeError/Kind/noScope`` if no scope of the name that has to keep the instance encloses the injection,
    ///   - ``ImposeError/Kind/weakValue`` if a provider of ``InjectOption/weakInstance`` made a value.
    @inlinable
    public func tryInject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> T {
        try injected(type, named: name, rules, at: Location(fileID, line))
    }

    /// Returns the instance that is imposed on a type, made with arguments, or stops the program with the text of the
    /// ``ImposeError``.
    ///
    /// ```swift
    /// let user: User = imposer.inject(arguments: "Ada", Role.admin)
    /// ```
    ///
    /// The `arguments` are values for the provider's parameters, matched by type. The remaining parameters are
    /// injected. Every lifetime but ``InjectOption/closureBased`` keeps one instance for each list of arguments, which
    /// must be `Hashable` then.
    ///
    /// For the other parameters, see ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)``.
    ///
    /// - Returns: The instance: one that is kept, or a new one, depending on the ``InjectOption`` of the registration.
    public func inject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T {
        let (query, arguments) = (Query(type, named: name, rules), Argument.list(repeat each arguments))
        return orTrap(try injected(Request(query, arguments: arguments, at: Location(fileID, line)), as: type))
    }

    /// Returns the instance that is imposed on a type, made with arguments, or throws an error that says why there is
    /// none.
    ///
    /// ```swift
    /// let user = try imposer.tryInject(of: User.self, arguments: "Ada", Role.admin)
    /// ```
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:arguments:fileID:line:)``;
    /// ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)`` lists the kinds of ``ImposeError``.
    public func tryInject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> T {
        let (query, arguments) = (Query(type, named: name, rules), Argument.list(repeat each arguments))
        return try injected(Request(query, arguments: arguments, at: Location(fileID, line)), as: type)
    }

    /// Returns the instance that is imposed on a type, or nil if the injection fails for any reason.
    ///
    /// ```swift
    /// let analytics: (any Analytics)? = imposer.unforceInject()
    /// ```
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)``.
    public func unforceInject<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T? {
        ThreadRecord.current.ignoringErrors { try? injected(type, named: name, rules, at: Location(fileID, line)) }
    }

    /// Returns the instance that is imposed on a type, made with arguments, or nil if the injection fails for any
    /// reason.
    ///
    /// ```swift
    /// let user: User? = imposer.unforceInject(arguments: "Ada", Role.admin)
    /// ```
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:arguments:fileID:line:)``.
    public func unforceInject<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> T? {
        let (query, arguments) = (Query(type, named: name, rules), Argument.list(repeat each arguments))
        let request = Request(query, arguments: arguments, at: Location(fileID, line))
        return ThreadRecord.current.ignoringErrors { try? injected(request, as: type) }
    }

    /// Returns the instances of every registration that is compatible with a type, in all imposers that an injection
    /// from this one would search.
    ///
    /// ```swift
    /// for plugin in try imposer.injectAll(of: Plugin.self) { plugin.start() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to inject, most often inferred.
    ///   - name: The name that they were imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The instances, nearest first and then in order of registration; empty if nothing is imposed. A
    ///   registration hides others of its type and name in the parents of its imposer.
    /// - Throws: The ``ImposeError`` of the first instance that can't be made, of one of the kinds that
    ///   ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)`` lists; of kind ``ImposeError/Kind/disposed`` if an
    ///   imposer that had such registrations was disposed of.
    /// - Complexity: O(n) in the number of registrations that are searched.
    public func injectAll<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) -> [T] {
        let request = Request(Query(type, named: name), at: Location(fileID, line))
        return try withResolver { resolver, thread throws(ImposeError) in
            try resolver.allInstances(for: request, as: type, on: thread)
        }
    }

    @usableFromInline
    func injectedOrTrap<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        at location: Location
    ) -> T {
        orTrap(try injected(type, named: name, rules, at: location))
    }

    @usableFromInline
    func injected<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        at location: Location
    ) throws(ImposeError) -> T {
        if name != nil || rules != .nearest {
            return try injected(Request(Query(type, named: name, rules), at: location), as: type)
        }
        return try withResolver { resolver, thread throws(ImposeError) in
            try resolver.instance(for: BorrowedRequest(type, at: location), as: type, on: thread)
        }
    }

    private func injected<T>(_ request: Request, as type: T.Type) throws(ImposeError) -> T {
        try withResolver { resolver, thread throws(ImposeError) in
            try resolver.instance(for: request, as: type, on: thread)
        }
    }

    /// Tells whether an injection from this imposer would find exactly one registration. Makes no instance.
    ///
    /// ```swift
    /// if !imposer.isImposed(Clock.self) { imposer.impose(for: Clock.self, SystemClock()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the injection would ask for.
    ///   - name: The name that it would ask for.
    ///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type. A castable
    ///     rule finds no more here, since that would mean making instances.
    /// - Returns: True if one registration answers. False if none does, for a tie, if the scope that has to keep the
    ///   instance is missing or was disposed of, and after a shutdown if the instance would have to be made and kept.
    public func isImposed<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Bool {
        let request = Request(Query(type, named: name, rules), at: Location())
        return withResolver { resolver, thread in thread.probing { resolver.isImposed(request, on: thread) } }
    }

    /// Tells whether an injection from the primary imposer would find exactly one registration. Makes no instance.
    ///
    /// ```swift
    /// if !Imposer.isImposed(Clock.self) { Imposer.impose(for: Clock.self, SystemClock()) }
    /// ```
    ///
    /// See ``Imposer/isImposed(_:named:ifNoMatchUse:)-swift.method``.
    public static func isImposed<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Bool {
        shared.isImposed(type, named: name, ifNoMatchUse: rules)
    }
}
