// Unavailable overloads that explain the error where a wrapped property has no type. See `Imposer.MissingType`.

extension Injected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@Injected var gateway: any Gateway'")
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }

    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@Injected var gateway: any Gateway'")
    @_disfavoredOverload
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

extension UnforceInjected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(
        *,
        unavailable,
        message: "say which type to inject, as in '@UnforceInjected var gateway: (any Gateway)?'"
    )
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }

    /// Reports that the property has no type. It can't be called.
    @available(
        *,
        unavailable,
        message: "say which type to inject, as in '@UnforceInjected var gateway: (any Gateway)?'"
    )
    @_disfavoredOverload
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

extension InjectedWeakly where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@InjectedWeakly var gateway: (any Gateway)?'")
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }

    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@InjectedWeakly var gateway: (any Gateway)?'")
    @_disfavoredOverload
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

extension InjectedAll where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@InjectedAll var gateways: [any Gateway]'")
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }

    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@InjectedAll var gateways: [any Gateway]'")
    @_disfavoredOverload
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead
    ) {
        fatalError("Unavailable")
    }
}

extension Imposed where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@Imposed var gateway: any Gateway'")
    @_disfavoredOverload
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) {
        fatalError("Unavailable")
    }

    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@Imposed var gateway: any Gateway'")
    @_disfavoredOverload
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) {
        fatalError("Unavailable")
    }
}

extension OwnerInjected where T == Imposer.MissingType {
    /// Reports that the property has no type. It can't be called.
    @available(*, unavailable, message: "say which type to inject, as in '@OwnerInjected var gateway: any Gateway'")
    @_disfavoredOverload
    public init(
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) {
        fatalError("Unavailable")
    }
}
