extension Imposer {
    /// Stores a value where injections of exactly this type and name get it: in the registration that this imposer, or
    /// the first one that it would search, has for them.
    ///
    /// ```swift
    /// try imposer.store(Settings(isDark: true), for: Settings.self)
    /// ```
    ///
    /// A registration that keeps an instance keeps the value in its place, as long as it would have kept the instance;
    /// a scoped one does so for the current scope. What was given to `onStore` is told of the value. It is not
    /// disposed of, since it was not made here.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Throws: `ImposeError`: `missing` if nothing is imposed for exactly this type and name; `notStorable` if the
    ///   registration keeps nothing and has no `onStore`; `weakValue` and `disposed` as for injections.
    public func store<T>(
        _ value: sending T,
        for type: T.Type = T.self,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ImposeError) {
        let request = Request(type, named: name, at: Location(fileID: fileID, line: line), to: .store)
        try searching { origin throws(ImposeError) in try StoreOperation.store(value, for: request, from: origin) }
    }

    /// Stores a value where injections of exactly this type and name from the primary imposer get it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Throws: `ImposeError`: `missing` if nothing is imposed for exactly this type and name; `notStorable` if the
    ///   registration keeps nothing and has no `onStore`; `weakValue` and `disposed` as for injections.
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
