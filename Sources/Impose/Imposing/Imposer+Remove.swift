extension Imposer {
    /// Removes a registration and its instances. After this returns, no injection on any thread gets them.
    ///
    /// - Parameters:
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    /// - Returns: Whether there was one.
    @discardableResult
    public func remove<T>(for type: T.Type, named name: InjectionName? = nil) -> Bool {
        removeRecord(for: RegistrationKey(type: type, name: name))
    }

    /// Removes a registration of the primary imposer and its instances.
    ///
    /// - Parameters:
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    /// - Returns: Whether there was one.
    @discardableResult
    public static func remove<T>(for type: T.Type, named name: InjectionName? = nil) -> Bool {
        shared.remove(for: type, named: name)
    }

    /// Forgets all instances and keeps the registrations: the next injections make new ones, in open scopes too.
    ///
    /// Instances that were imposed with `instance:` stay. After this returns, no injection on any thread gets an
    /// instance that was made before. Disposers that are asynchronous, and all that come after them, are left to a task;
    /// `disposeAsync()` awaits them.
    ///
    /// What was shut down, this imposer or its whole directory, can be used again.
    public func reset() {
        liftShutdown()
        forgetAllInstances()
    }

    /// Forgets all instances of the primary imposer and keeps the registrations.
    public static func reset() {
        shared.reset()
    }

    /// Removes all registrations and their instances.
    public func removeAll() {
        removeAllRecords()
    }

    /// Removes all registrations of the primary imposer and their instances.
    public static func removeAll() {
        shared.removeAll()
    }
}
