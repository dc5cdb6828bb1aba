// `store`: an instance in place of the one that is kept.

extension Imposer {
    /// Stores a value for the injections of exactly this type and name: in the first registration for them that this
    /// imposer, or the ones it searches next, have.
    ///
    /// ```swift
    /// try imposer.store(Settings(isDark: true), for: Settings.self)
    /// ```
    ///
    /// A registration that keeps an instance keeps the value instead, for as long as it would have kept the instance; a
    /// scoped one does so for the current scope. The closures of ``Registration/onStore(_:)`` get the value. It is
    /// never disposed of, since it was not made here.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Throws: An ``ImposeError`` of kind
    ///   - ``ImposeError/Kind/missing`` if nothing is imposed for exactly this type and name,
    ///   - ``ImposeError/Kind/notStorable`` if the registration keeps nothing and has no ``Registration/onStore(_:)``,
    ///     or if it is for another class than the value's,
    ///   - ``ImposeError/Kind/weakValue``, ``ImposeError/Kind/disposed`` or ``ImposeError/Kind/noScope`` as for
    ///     injections.
    public func store<T>(
        _ value: sending T,
        for type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) {
        let request = Request(Query(type, named: name), at: Location(fileID, line), isToStore: true)
        try withResolver { resolver, thread throws(ImposeError) in try resolver.store(value, for: request, on: thread) }
    }

    /// Stores a value for the injections of exactly this type and name from the primary imposer.
    ///
    /// ```swift
    /// try Imposer.store(Settings(isDark: true), for: Settings.self)
    /// ```
    ///
    /// See ``Imposer/store(_:for:named:fileID:line:)-swift.method``.
    public static func store<T>(
        _ value: sending T,
        for type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) {
        try shared.store(value, for: type, named: name, fileID: fileID, line: line)
    }
}
