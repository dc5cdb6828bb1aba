// What the public `impose` methods call. The first function is inlined, so that the user's module compiles the adapter.
// All else is called, so that the user's module has nothing to release and no type to look up.

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
        let provider = Provider(.function, function, parameters, making: T.self, calledBy: adapter)
        return node(of: imposer).impose(type, provider, name, option, policy, location, isSendable: isSendable)
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
        return node(of: imposer).impose(type, provider, name, option, policy, location, isSendable: isSendable)
    }

    /// Imposes an instance.
    static func impose<T>(
        on imposer: Imposer?,
        _ type: T.Type,
        _ instance: sending T,
        _ name: InjectionName?,
        _ policy: ConflictPolicy,
        _ location: Location
    ) -> Registration<T> {
        let provider = Provider(instance: instance)
        return node(of: imposer).impose(type, provider, name, .singleInstance, policy, location, isSendable: true)
    }

    private static func node(of imposer: Imposer?) -> Node { imposer?.node ?? .currentRoot(.primary) }
}

extension Node {
    /// Adds a registration, unless the policy keeps the one that is there.
    ///
    /// - Parameters:
    ///   - type: The type that it is imposed for: the type of its instances, or a subclass of it.
    ///   - provider: The code that makes the instances.
    ///   - isSendable: Whether the compiler knows that threads may share the instances.
    ///   - original: The key of the original, if this is an alias.
    @discardableResult
    func impose<T>(
        _ type: T.Type,
        _ provider: consuming Provider,
        _ name: InjectionName?,
        _ option: InjectOption,
        _ policy: ConflictPolicy,
        _ location: Location,
        isSendable: Bool,
        original: RegistrationKey? = nil
    ) -> Registration<T> {
        let key = RegistrationKey(type: type, name: name)
        let record = RegistrationRecord(key, option, provider, original: original, isSendable: isSendable, at: location)
        let change = change(key, to: .registered(record), onConflict: policy)
        return Registration(record: record, imposer: self, wasAdded: change.isMade)
    }

    /// Gives a scope a value, or imposes the value on any other node.
    func give<T>(_ value: sending T, as type: T.Type, named name: InjectionName?, at location: Location) {
        // If `type` is a subclass of `T`, the value has to be checked, which only a registration does.
        if kind == .scope, type == T.self {
            let given = GivenValue(AnyInstance(of: value).takeObject(), at: location)
            change(RegistrationKey(type: type, name: name), to: .given(given))
        } else {
            let provider = Provider(instance: value)
            impose(type, provider, name, .singleInstance, .replace, location, isSendable: true)
        }
    }
}
