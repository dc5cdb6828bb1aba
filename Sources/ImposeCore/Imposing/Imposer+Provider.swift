// What the public methods call. The user's module has its adapters from here, and nothing else to release or look up.

extension Imposer {
    /// Imposes the result of a function.
    ///
    /// - Parameter isSendable: Whether the compiler knows that threads may share the instances.
    @inlinable
    @inline(__always)
    func impose<T, each D>(
        _ type: T.Type,
        _ function: IsolatedFunction<T, repeat each D>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let (function, adapter) = (UserFunction(function), FunctionAdapter(TypedAdapter<T, repeat each D>()))
        let types = TypeList<repeat each D>.types
        return impose(type, types, function, adapter, name, option, policy, location, isSendable: isSendable)
    }

    /// - Parameter function: Consumed, as the expression below, so that the user's module has nothing to release.
    @usableFromInline
    func impose<T>(
        _ type: T.Type,
        _ parameters: consuming [any Any.Type],
        _ function: consuming UserFunction,
        _ adapter: FunctionAdapter<T>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let provider = Provider(parameters: parameters, function: function, calledBy: adapter)
        return impose(type, provider, name, option, policy, location, isSendable: isSendable)
    }

    /// Imposes the value of an expression.
    @usableFromInline
    func impose<T>(
        _ type: T.Type,
        _ expression: consuming @escaping @Sendable () throws -> T,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let provider = Provider(expression: expression)
        return impose(type, provider, name, option, policy, location, isSendable: isSendable)
    }
}

extension Imposer {
    /// Imposes the result of a function on the primary imposer.
    @inlinable
    @inline(__always)
    static func impose<T, each D>(
        _ type: T.Type,
        _ function: IsolatedFunction<T, repeat each D>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let (function, adapter) = (UserFunction(function), FunctionAdapter(TypedAdapter<T, repeat each D>()))
        let types = TypeList<repeat each D>.types
        return impose(type, types, function, adapter, name, option, policy, location, isSendable: isSendable)
    }

    @usableFromInline
    static func impose<T>(
        _ type: T.Type,
        _ parameters: consuming [any Any.Type],
        _ function: consuming UserFunction,
        _ adapter: FunctionAdapter<T>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        shared.impose(type, parameters, function, adapter, name, option, policy, location, isSendable: isSendable)
    }

    /// Imposes the value of an expression on the primary imposer.
    @usableFromInline
    static func impose<T>(
        _ type: T.Type,
        _ expression: consuming @escaping @Sendable () throws -> T,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        shared.impose(type, expression, name, option, policy, location, isSendable: isSendable)
    }
}
