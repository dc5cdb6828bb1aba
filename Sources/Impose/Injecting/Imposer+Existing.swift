extension Imposer {
    /// The instance that an injection from this imposer would get, if it is kept already. Makes none, and calls no
    /// provider.
    ///
    /// ```swift
    /// request.existing(UnitOfWork.self)?.commit()      // only if anybody has worked
    /// ```
    ///
    /// What is chosen is what `inject` would choose by its default rule, in the same scope. An instance that was imposed
    /// with `instance:` is there from the start, unless it has yet to be decorated.
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    /// - Returns: The instance. Nil if it has not been made yet, or is gone; if it is of a lifetime that keeps none,
    ///   `.closureBased` or `.graphInstance`; and if an injection would fail.
    public func existing<T>(_ type: T.Type, named name: InjectionName? = nil) -> T? {
        let request = Request(type, named: name, at: Location())
        return searching { origin in ExistingInstance<T>.find(request, from: origin) }
    }

    /// The instance that an injection from the primary imposer would get, if it is kept already. Makes none, and calls
    /// no provider.
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    /// - Returns: The instance. Nil if it has not been made yet, or is gone; if it is of a lifetime that keeps none,
    ///   `.closureBased` or `.graphInstance`; and if an injection would fail.
    public static func existing<T>(_ type: T.Type, named name: InjectionName? = nil) -> T? {
        shared.existing(type, named: name)
    }
}
