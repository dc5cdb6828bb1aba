/// An optional dependency that is injected by its type when it is read for the first time, and held weakly.
///
/// ```swift
/// final class Row {
///     @InjectedWeakly var coordinator: (any Coordinator)?
/// }
/// ```
///
/// It is nil if the injection fails, in which case the next read tries again, and it is nil for good once its instance
/// is gone. Something else has to hold the instance: the imposer does so for ``InjectOption/singleInstance``, nothing
/// does for ``InjectOption/closureBased``. Only instances of classes and actors can be held weakly; if the instance is
/// a value, the property is nil. Everything else is as with ``Injected``.
@propertyWrapper
public struct InjectedWeakly<T> {
    private let value: WrapperValue<WeakReference<T>>

    /// Injects from an imposer of the directory.
    ///
    /// ```swift
    /// @InjectedWeakly(from: .secondary) var coordinator: (any Coordinator)?
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
    /// @InjectedWeakly(from: screens) var coordinator: (any Coordinator)?
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

    /// Holds an instance weakly instead of injecting one.
    ///
    /// - Parameter wrappedValue: The instance.
    public init(wrappedValue: T?) {
        value = WrapperValue(WeakReference(wrappedValue))
    }

    /// Passes a wrapper on, as in `attach($coordinator: InjectedWeakly())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one reference.
    public init(projectedValue: InjectedWeakly<T>) {
        self = projectedValue
    }

    /// The dependency, or nil if it can't be injected or is gone.
    public var wrappedValue: T? {
        get {
            if let current = value.current { return current.instance }
            let injected = ThreadRecord.current.ignoringErrors { try? value.point.injected(T.self) }
            guard let injected else { return nil }
            // The injected instance is held until the reference to it has been read.
            return withExtendedLifetime(injected) { value.setIfEmpty(WeakReference(injected)).instance }
        }
        nonmutating set { value.assign(WeakReference(newValue)) }
    }

    /// The wrapper itself.
    public var projectedValue: InjectedWeakly<T> { self }

    /// Returns ``wrappedValue``, for wrappers in a `let`.
    public func callAsFunction() -> T? { wrappedValue }

    /// Returns the dependency, or throws an error that says why there is none.
    ///
    /// - Returns: The instance that ``wrappedValue`` has from now on, as long as something else holds it.
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``
    ///   lists, after which the next read tries again; of kind ``ImposeError/Kind/weakValue`` if the instance is a
    ///   value, and ``ImposeError/Kind/disposed`` if the property is nil for good.
    public func tryInject() throws(ImposeError) -> T {
        if let current = value.current { return try required(current) }
        return try setIfEmpty(try value.point.injected(T.self))
    }

    /// Returns the dependency, and awaits everything that is made asynchronously for it.
    ///
    /// - Returns: The instance that ``wrappedValue`` has from now on, as long as something else holds it.
    /// - Throws: An ``ImposeError`` of one of the kinds that
    ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists, after which the next read tries again; of
    ///   kind ``ImposeError/Kind/weakValue`` if the instance is a value, and ``ImposeError/Kind/disposed`` if the
    ///   property is nil for good.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        if let current = value.current { return try required(current) }
        return try setIfEmpty(try await value.point.awaited(T.self))
    }

    private func required(_ current: WeakReference<T>) throws(ImposeError) -> T {
        guard let instance = current.instance else {
            throw value.point.error(.goneWeakly, T.self)
        }
        return instance
    }

    private func setIfEmpty(_ injected: T) throws(ImposeError) -> T {
        guard WeakReference.canHold(injected) else {
            throw value.point.error(.weakValueOfWrapper(Casting.dynamicType(of: injected) ?? T.self), T.self)
        }
        // The injected instance is held until the reference to it has been read.
        return try withExtendedLifetime(injected) { () throws(ImposeError) in
            try required(value.setIfEmpty(WeakReference(injected)))
        }
    }
}

extension InjectedWeakly: Sendable where T: Sendable {}

extension InjectedWeakly: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String { value.text("InjectedWeakly", of: T.self) { wrapperText(of: $0.instance) } }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
