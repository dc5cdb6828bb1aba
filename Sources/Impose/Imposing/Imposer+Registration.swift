// `registration(for:)`: hooks on what another module has imposed.

extension Imposer {
    /// Returns the registration that this imposer itself has for exactly a type and a name.
    ///
    /// ```swift
    /// // A library has imposed Bus on the primary imposer.
    /// Imposer.shared.registration(for: Bus.self)?.decorated { LoggingBus(around: $0) }
    /// ```
    ///
    /// Neither parents nor other imposers are asked, and no instance is made. Hooks that are added count for the
    /// instances that are made afterwards.
    ///
    /// - Parameters:
    ///   - type: The type that it was imposed for.
    ///   - name: The name that it was imposed under.
    /// - Returns: The registration; nil if there is none, or if a scope was given a value for the type.
    /// - Complexity: O(1).
    public func registration<T>(for type: T.Type, named name: InjectionName? = nil) -> Registration<T>? {
        let key = RegistrationKey(type: type, name: name)
        guard let record = node.state.withLock({ $0.registration(for: key) }) else { return nil }
        // Hooks take instances as `T`. This is right if `T` is the type that `impose` knew. It also is if both are
        // classes, since a reference to a subclass and one to its superclass are the same.
        guard record.instanceType == T.self || isClass(record.instanceType) && isClass(T.self) else { return nil }
        return Registration(record: record, imposer: node, wasAdded: true)
    }
}
