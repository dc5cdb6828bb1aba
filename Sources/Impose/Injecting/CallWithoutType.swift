// The overloads that the compiler finds where a call does not say which type to inject. Without them it would only say
// "failed to produce diagnostic for expression". They can't be called, and never win over overloads that can be.

extension Imposer {
    /// A placeholder where no type was said and none can be inferred. There is no value of it.
    public struct MissingType: Sendable {
        private init() {}
    }
}

/// Reports that a call of `inject` names no type. It can't be called.
@available(*, unavailable, message: "say which type to inject, as in 'let gateway: any Gateway = inject()'")
@_disfavoredOverload
public func inject(
    _ type: Any.Type? = nil,
    from imposerType: ImposerType = .primary,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: Any...
) -> Imposer.MissingType {
    fatalError("Unavailable")
}

/// Reports that a call of `tryInject` names no type. It can't be called.
@available(*, unavailable, message: "say which type to inject, as in 'let gateway: any Gateway = try tryInject()'")
@_disfavoredOverload
public func tryInject(
    _ type: Any.Type? = nil,
    from imposerType: ImposerType = .primary,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: Any...
) throws(ImposeError) -> Imposer.MissingType {
    fatalError("Unavailable")
}

/// Reports that a call of `unforceInject` names no type. It can't be called.
@available(*, unavailable, message: "say which type to inject, as in 'let gateway: (any Gateway)? = unforceInject()'")
@_disfavoredOverload
public func unforceInject(
    _ type: Any.Type? = nil,
    from imposerType: ImposerType = .primary,
    named name: InjectionName? = nil,
    ifNoMatchUse rules: InjectionRules = .nearest,
    arguments: Any...
) -> Imposer.MissingType? {
    fatalError("Unavailable")
}

/// Reports that a call of `injectAll` names no type. It can't be called.
@available(*, unavailable, message: "say which type to inject, as in 'let gateways: [any Gateway] = try injectAll()'")
@_disfavoredOverload
public func injectAll(
    _ type: Any.Type? = nil,
    from imposerType: ImposerType = .primary,
    named name: InjectionName? = nil
) throws(ImposeError) -> [Imposer.MissingType] {
    fatalError("Unavailable")
}
