// `injectAsync` and `injectAllAsync` of an imposer.

extension Imposer {
    /// Returns the instance that is imposed on a type, and awaits everything that is made asynchronously for it.
    ///
    /// ```swift
    /// let users: UserStore = try await imposer.injectAsync()
    /// ```
    ///
    /// It works with every registration, synchronous ones included. A provider that belongs to an actor is called
    /// there. A kept instance is made once, however it is asked for: injections that come while it is being made are
    /// suspended until it is there.
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)``.
    ///
    /// - Returns: The instance: one that is kept, or a new one, depending on the ``InjectOption`` of the registration.
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``
    ///   lists, with these differences: its kind is
    ///   - ``ImposeError/Kind/cancelled`` if the calling task is cancelled before the instance is there; the building
    ///     of instances that others wait for goes on,
    ///   - ``ImposeError/Kind/isolation`` only if the instance can't leave its actor: its type is not `Sendable`, or
    ///     its conformance is isolated,
    ///   - ``ImposeError/Kind/asynchronous`` only if a provider synchronously injects something that is not there yet.
    nonisolated(nonsending) public func injectAsync<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> T {
        let request = Request(Query(type, named: name, rules), at: Location(fileID, line))
        return try await awaited(request, as: type)
    }

    /// Returns the instance that is imposed on a type, made with arguments, and awaits everything that is made
    /// asynchronously for it.
    ///
    /// ```swift
    /// let user = try await imposer.injectAsync(of: User.self, arguments: "Ada", Role.admin)
    /// ```
    ///
    /// For the parameters, see ``Imposer/inject(of:named:ifNoMatchUse:arguments:fileID:line:)``;
    /// ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists the kinds of ``ImposeError``.
    nonisolated(nonsending) public func injectAsync<T, each A>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: repeat each A,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> T {
        let arguments = Argument.list(repeat each arguments)
        let request = Request(Query(type, named: name, rules), arguments: arguments, at: Location(fileID, line))
        return try await awaited(request, as: type)
    }

    /// Returns the instances of every registration that is compatible with a type, awaited one after the other.
    ///
    /// ```swift
    /// for plugin in try await imposer.injectAllAsync(of: Plugin.self) { plugin.start() }
    /// ```
    ///
    /// For the parameters and the order, see ``Imposer/injectAll(of:named:fileID:line:)``.
    ///
    /// - Returns: The instances; empty if nothing is imposed.
    /// - Throws: The ``ImposeError`` of the first instance that can't be made, or one of kind
    ///   ``ImposeError/Kind/cancelled``.
    nonisolated(nonsending) public func injectAllAsync<T>(
        of type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ImposeError) -> [T] {
        let request = Request(Query(type, named: name), at: Location(fileID, line))
        let (resolver, held) = withResolver { resolver, _ in (resolver, resolver.held) }
        defer { withExtendedLifetime((held, self)) {} }
        return try await resolver.awaitedInstances(for: request, as: type, for: #isolation)
    }
}
