// `remove`, `removeAll` and `reset`.

extension Imposer {
    /// Removes a registration and its instances. After this returns, no injection on any thread gets them.
    ///
    /// - Parameters:
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: Whether there was such a registration, or a value that the scope was given.
    @discardableResult
    public func remove<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        let change = node.change(RegistrationKey(type: type, name: name), to: nil)
        if let old = change.old {
            let removed = RegistrationFacts(old, in: node)
            Inspector.note(.removed([removed], from: NodeFacts(node), isOfAll: false, at: Location(fileID, line)))
        }
        return change.hadEntry
    }

    /// Removes a registration of the primary imposer and its instances.
    ///
    /// ```swift
    /// Imposer.remove(for: Gateway.self, named: "sandbox")
    /// ```
    ///
    /// See ``Imposer/remove(for:named:fileID:line:)-swift.method``.
    @discardableResult
    public static func remove<T>(
        for type: T.Type,
        named name: InjectionName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        shared.remove(for: type, named: name, fileID: fileID, line: line)
    }

    /// Releases all instances and keeps the registrations: the next injections make new ones. Open scopes keep what
    /// they have made.
    ///
    /// Instances that were imposed with `instance:` stay. After this returns, no injection on any thread gets an
    /// instance that was made before. Asynchronous disposers, and all that come after them, are left to a task;
    /// ``Imposer/disposeAsync(fileID:line:)`` awaits them.
    ///
    /// If this imposer or its whole directory was shut down, it can be used again.
    public func reset() {
        node.reset()
    }

    /// Releases all instances of the primary imposer and keeps the registrations.
    ///
    /// ```swift
    /// Imposer.reset()
    /// ```
    ///
    /// See ``Imposer/reset()-swift.method``.
    public static func reset() {
        shared.reset()
    }

    /// Removes all registrations and their instances.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    public func removeAll(fileID: StaticString = #fileID, line: UInt = #line) {
        node.removeAll(at: Location(fileID, line))
    }

    /// Removes all registrations of the primary imposer and their instances.
    ///
    /// ```swift
    /// Imposer.removeAll()
    /// ```
    ///
    /// See ``Imposer/removeAll(fileID:line:)-swift.method``.
    public static func removeAll(fileID: StaticString = #fileID, line: UInt = #line) {
        shared.removeAll(fileID: fileID, line: line)
    }
}
