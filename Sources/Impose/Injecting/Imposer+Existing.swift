// `existing`: the instance that is kept already.

extension Imposer {
    /// Returns the instance that an injection from this imposer would get, if it is kept already. Makes no instance and
    /// calls no provider.
    ///
    /// ```swift
    /// request.existing(UnitOfWork.self)?.commit()      // only if there has been any work
    /// ```
    ///
    /// The choice is the one that ``Imposer/inject(of:named:ifNoMatchUse:fileID:line:)`` makes by its default rule, in
    /// the same scope. An instance that was imposed with `instance:` is there from the start, unless it has yet to be
    /// decorated; after a shutdown it is not there, until the imposer is reset.
    ///
    /// - Parameters:
    ///   - type: The type that the injection would ask for.
    ///   - name: The name that it would ask for.
    /// - Returns: The instance. Nil if it has not been made yet, or is gone; if its lifetime keeps none, as
    ///   ``InjectOption/closureBased`` and ``InjectOption/graphInstance``; or if the injection would fail.
    public func existing<T>(_ type: T.Type, named name: InjectionName? = nil) -> T? {
        let request = Request(Query(type, named: name), at: Location())
        return withResolver { resolver, thread in
            thread.probing { resolver.existingInstance(for: request, as: type, on: thread) }
        }
    }

    /// Returns the instance that an injection from the primary imposer would get, if it is kept already. Makes no
    /// instance.
    ///
    /// ```swift
    /// Imposer.existing(UnitOfWork.self)?.commit()
    /// ```
    ///
    /// See ``Imposer/existing(_:named:)-swift.method``.
    public static func existing<T>(_ type: T.Type, named name: InjectionName? = nil) -> T? {
        shared.existing(type, named: name)
    }
}
