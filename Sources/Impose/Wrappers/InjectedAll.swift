/// The instances of every registration that is compatible with a type, injected when they are read for the first time.
///
/// ```swift
/// final class Host {
///     @InjectedAll var plugins: [any Plugin]
/// }
/// ```
///
/// They are ordered by distance, nearest first, and then by registration; there are none if nothing is imposed. If one
/// of the instances can't be made, the program stops with the text of the ``ImposeError``. Everything else is as with
/// ``Injected``.
@propertyWrapper
public struct InjectedAll<T> {
    private let value: WrapperValue<[T]>

    /// Injects from an imposer of the directory.
    ///
    /// ```swift
    /// @InjectedAll(named: "beta") var plugins: [any Plugin]
    /// ```
    ///
    /// For the parameters, see ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(InjectionPoint(.type(imposerType), name, .nearest, at: Location(fileID, line)), time)
    }

    /// Injects from a given imposer.
    ///
    /// ```swift
    /// @InjectedAll(from: payments) var plugins: [any Plugin]
    /// ```
    ///
    /// For the other parameters, see
    /// ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(InjectionPoint(.imposer(imposer), name, .nearest, at: Location(fileID, line)), time)
    }

    /// Holds values instead of injecting them.
    ///
    /// - Parameter wrappedValue: The values.
    public init(wrappedValue: [T]) {
        value = WrapperValue(wrappedValue)
    }

    /// Passes a wrapper on, as in `start($plugins: InjectedAll())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: InjectedAll<T>) {
        self = projectedValue
    }

    init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = WrapperValue(at: point)
        if time == .creation { _ = wrappedValue }
    }

    /// The dependencies. Reading them stops the program with the text of the ``ImposeError`` if one of them can't be
    /// made.
    public var wrappedValue: [T] {
        get { orTrap(try tryInject()) }
        nonmutating set { value.assign(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: InjectedAll<T> { self }

    /// Returns ``wrappedValue``, for wrappers in a `let`.
    public func callAsFunction() -> [T] { wrappedValue }

    /// Returns the dependencies, or throws an error that says which of them can't be made and why.
    ///
    /// - Returns: The values that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError``, as ``Imposer/injectAll(of:named:fileID:line:)`` does. The next read tries again.
    public func tryInject() throws(ImposeError) -> [T] {
        try value.value(orInject: try value.point.injectedAll(T.self))
    }

    /// Returns the dependencies, awaited one after the other.
    ///
    /// - Returns: The values that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError``, as ``Imposer/injectAllAsync(of:named:fileID:line:)`` does. The next read tries
    ///   again.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> [T] {
        if let current = value.current { return current }
        return value.setIfEmpty(try await value.point.awaitedAll(T.self))
    }
}

extension InjectedAll: Sendable where T: Sendable {}

extension InjectedAll: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String {
        value.text("InjectedAll", of: T.self) { "[\($0.map { wrapperText(of: $0) }.joined(separator: ", "))]" }
    }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
