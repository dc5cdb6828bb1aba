// What the compiler finds where a call does not say which type to inject. Without these it would have nothing to say but
// "failed to produce diagnostic for expression". They can't be called, and never win over what can be.

extension Imposer {
    /// A placeholder for a type that was not written and can't be inferred. It has no values.
    public struct MissingType: Sendable {
        private init() {}
    }
}

/// Explains to the compiler's user that a call of `inject` names no type. Can't be called.
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

/// Explains to the compiler's user that a call of `tryInject` names no type. Can't be called.
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

/// Explains to the compiler's user that a call of `unforceInject` names no type. Can't be called.
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

/// Explains to the compiler's user that a call of `injectAll` names no type. Can't be called.
@available(*, unavailable, message: "say which type to inject, as in 'let gateways: [any Gateway] = try injectAll()'")
@_disfavoredOverload
public func injectAll(
    _ type: Any.Type? = nil,
    from imposerType: ImposerType = .primary,
    named name: InjectionName? = nil
) throws(ImposeError) -> [Imposer.MissingType] {
    fatalError("Unavailable")
}

extension Imposer {
    /// Explains to the compiler's user that a call of `inject` names no type. Can't be called.
    @available(*, unavailable, message: "say which type to inject, as in 'let gateway: any Gateway = imposer.inject()'")
    @_disfavoredOverload
    public func inject(
        _ type: Any.Type? = nil,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: Any...
    ) -> Imposer.MissingType {
        fatalError("Unavailable")
    }

    /// Explains to the compiler's user that a call of `tryInject` names no type. Can't be called.
    @available(
        *,
        unavailable,
        message: "say which type to inject, as in 'let gateway: any Gateway = try imposer.tryInject()'"
    )
    @_disfavoredOverload
    public func tryInject(
        _ type: Any.Type? = nil,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: Any...
    ) throws(ImposeError) -> Imposer.MissingType {
        fatalError("Unavailable")
    }

    /// Explains to the compiler's user that a call of `unforceInject` names no type. Can't be called.
    @available(
        *,
        unavailable,
        message: "say which type to inject, as in 'let gateway: (any Gateway)? = imposer.unforceInject()'"
    )
    @_disfavoredOverload
    public func unforceInject(
        _ type: Any.Type? = nil,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        arguments: Any...
    ) -> Imposer.MissingType? {
        fatalError("Unavailable")
    }

    /// Explains to the compiler's user that a call of `injectAll` names no type. Can't be called.
    @available(
        *,
        unavailable,
        message: "say which type to inject, as in 'let gateways: [any Gateway] = try imposer.injectAll()'"
    )
    @_disfavoredOverload
    public func injectAll(
        _ type: Any.Type? = nil,
        named name: InjectionName? = nil
    ) throws(ImposeError) -> [Imposer.MissingType] {
        fatalError("Unavailable")
    }
}
