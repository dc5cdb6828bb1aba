// `alias`: a further type for a registration.

extension Registration {
    /// Makes the same instance answer for another type.
    ///
    /// ```swift
    /// Imposer.impose(for: Store.self, Store.init)
    ///     .alias(Reader.self) { $0 }
    ///     .alias(Writer.self) { $0 }
    /// ```
    ///
    /// A request for the other type is a request for this registration's type and name, with the same arguments. So the
    /// alias follows when this registration is replaced. While the imposer has no registration of that type and name,
    /// injections behave as if there were no alias.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - name: The name to impose the other type under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    ///   - upcast: Converts the instance to the other type, most often `{ $0 }`.
    /// - Returns: The registration itself.
    @discardableResult
    public func alias<U>(
        _ type: U.Type,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ upcast: @escaping @Sendable (T) -> U
    ) -> Self {
        guard wasAdded else { return self }
        let key = record.key
        // The registration answers for its own type and name already.
        if key == RegistrationKey(type: type, name: name) { return self }
        let provider = Provider(original: key, upcast)
        let location = Location(fileID, line)
        // It keeps nothing, and what it hands out is Sendable if the original says so: a request for it is a request
        // for the original.
        imposer.impose(type, provider, name, .closureBased, .replace, location, isSendable: true, original: key)
        return self
    }
}
