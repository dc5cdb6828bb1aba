// What the public methods call. The user's module has its adapters from here, and nothing else to release or look up.

extension Imposer {
    /// Imposes the result of a function.
    ///
    /// - Parameters:
    ///   - imposer: The imposer; nil for the primary one, which the user's module would have to release.
    ///   - isSendable: Whether the compiler knows that threads may share the instances.
    @inlinable
    @inline(__always)
    static func impose<T, each D>(
        on imposer: Imposer?,
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
        return impose(on: imposer, type, types, function, adapter, name, option, policy, location, isSendable)
    }

    /// - Parameter function: Consumed, as the expression below, so that the user's module has nothing to release.
    @usableFromInline
    static func impose<T>(
        on imposer: Imposer?,
        _ type: T.Type,
        _ parameters: consuming [any Any.Type],
        _ function: consuming UserFunction,
        _ adapter: FunctionAdapter<T>,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        _ isSendable: Bool
    ) -> Registration<T> {
        let provider = Provider(parameters: parameters, function: function, calledBy: adapter)
        return (imposer ?? shared).node.impose(type, provider, name, option, policy, location, isSendable: isSendable)
    }

    /// Imposes the value of an expression.
    @usableFromInline
    static func impose<T>(
        on imposer: Imposer?,
        _ type: T.Type,
        _ expression: consuming @escaping @Sendable () throws -> T,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool
    ) -> Registration<T> {
        let provider = Provider(expression: expression)
        return (imposer ?? shared).node.impose(type, provider, name, option, policy, location, isSendable: isSendable)
    }
}
