/// An optional dependency that is injected by its type when it is read for the first time.
///
/// ```swift
/// final class Checkout {
///     @UnforceInjected var analytics: (any Analytics)?
/// }
/// ```
///
/// It is nil whenever the injection fails. The next read tries again, and so finds anything that was imposed since.
/// Everything else is as with ``Injected``.
@propertyWrapper
public struct UnforceInjected<T> {
    private let value: WrapperValue<T?>

    /// Injects from an imposer of the directory.
    ///
    /// ```swift
    /// @UnforceInjected(named: "beta") var analytics: (any Analytics)?
    /// ```
    ///
    /// For the parameters, see ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        value = WrapperValue(at: InjectionPoint(.type(imposerType), name, rules, at: Location(fileID, line)))
        if time == .creation { _ = wrappedValue }
    }

    /// Injects from a given imposer.
    ///
    /// ```swift
    /// @UnforceInjected(from: payments) var analytics: (any Analytics)?
    /// ```
    ///
    /// For the other parameters, see
    /// ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        value = WrapperValue(at: InjectionPoint(.imposer(imposer), name, rules, at: Location(fileID, line)))
        if time == .creation { _ = wrappedValue }
    }

    /// Holds a value, or nil, instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T?) {
        value = WrapperValue(wrappedValue)
    }

    /// Passes a wrapper on, as in `track($analytics: UnforceInjected())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: UnforceInjected<T>) {
        self = projectedValue
    }

    /// The dependency, or nil if it can't be injected.
    public var wrappedValue: T? {
        get {
            ThreadRecord.current.ignoringErrors { try? value.value(orInject: try value.point.injected(T.self)) }
        }
        nonmutating set { value.assign(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: UnforceInjected<T> { self }

    /// Returns ``wrappedValue``, for wrappers in a `let`.
    public func callAsFunction() -> T? { wrappedValue }

    /// Returns the dependency, or throws an error that says why there is none.
    ///
    /// - Returns: The value that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``
    ///   lists, after which the next read tries again; of kind ``ImposeError/Kind/missing`` if nil was assigned.
    public func tryInject() throws(ImposeError) -> T {
        try required(value.value(orInject: try value.point.injected(T.self)))
    }

    /// Returns the dependency, and awaits everything that is made asynchronously for it.
    ///
    /// - Returns: The value that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError`` of one of the kinds that
    ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists, after which the next read tries again; of
    ///   kind ``ImposeError/Kind/missing`` if nil was assigned.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        if let current = value.current { return try required(current) }
        return try required(value.setIfEmpty(try await value.point.awaited(T.self)))
    }

    private func required(_ settled: T?) throws(ImposeError) -> T {
        guard let settled else { throw value.point.error(.assignedNil, T.self) }
        return settled
    }
}

extension UnforceInjected: Sendable where T: Sendable {}

extension UnforceInjected: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String { value.text("UnforceInjected", of: T.self) }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
