// Unavailable overloads that explain the error where a wrapped property has no type. See `Imposer.MissingType`.

@available(*, unavailable, message: "say which type to inject, as in '@Injected var gateway: any Gateway'")
extension Injected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

@available(*, unavailable, message: "say which type to inject, as in '@UnforceInjected var gateway: (any Gateway)?'")
extension UnforceInjected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

@available(*, unavailable, message: "say which type to inject, as in '@InjectedWeakly var gateway: (any Gateway)?'")
extension InjectedWeakly where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

@available(*, unavailable, message: "say which type to inject, as in '@InjectedAll var gateways: [any Gateway]'")
extension InjectedAll where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

@available(*, unavailable, message: "say which type to inject, as in '@Imposed var gateway: any Gateway'")
extension Imposed where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) {
        fatalError("Unavailable")
    }
}

@available(*, unavailable, message: "say which type to inject, as in '@OwnerInjected var gateway: any Gateway'")
extension OwnerInjected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @_disfavoredOverload
    public init(
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) {
        fatalError("Unavailable")
    }
}
