/// A dependency that is injected by its type when it is read for the first time.
///
/// ```swift
/// final class Receipt {
///     @Injected var gateway: any PaymentGateway
///     @Injected(from: .secondary, named: "audit") var log: any Log
/// }
/// ```
///
/// If the injection fails, the program stops with the text of the ``ImposeError``. A dependency that may be missing is
/// declared with ``UnforceInjected``.
///
/// Assigning replaces the value for this owner alone. The getter and the setter are nonmutating, so that the wrapper
/// works in a `let` struct. The wrapper is its own projected value: a function with a parameter
/// `@Injected gateway: any PaymentGateway` is called `pay(gateway: x)` or `pay($gateway: Injected())`.
///
/// A `final class: Sendable` can't have a wrapped `var`. It can have the wrapper itself, and call it:
///
/// ```swift
/// private let gateway = Injected<any PaymentGateway>()
/// func pay() { gateway().charge() }
/// ```
///
/// It may be read from any thread. If several threads read it first at the same time, each may inject, and all get the
/// same value.
@propertyWrapper
public struct Injected<T> {
    @usableFromInline
    let value: WrapperValue<T>

    /// Injects from an imposer of the directory.
    ///
    /// ```swift
    /// @Injected(from: .secondary, named: "audit") var log: any Log
    /// ```
    ///
    /// - Parameters:
    ///   - imposerType: The imposer to start the search at.
    ///   - name: The name that the type was imposed under.
    ///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type.
    ///   - time: The moment of the injection.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(InjectionPoint(.type(imposerType), name, rules, at: Location(fileID, line)), time)
    }

    /// Injects from a given imposer.
    ///
    /// ```swift
    /// @Injected(from: payments) var gateway: any Gateway
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
        self.init(InjectionPoint(.imposer(imposer), name, rules, at: Location(fileID, line)), time)
    }

    /// Holds a value instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T) { value = WrapperValue(wrappedValue) }

    /// Passes a wrapper on, as in `pay($gateway: Injected())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: Injected<T>) { self = projectedValue }

    init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = WrapperValue(at: point)
        if case .creation = time { _ = wrappedValue }
    }

    /// The dependency. Reading it stops the program with the text of the ``ImposeError`` if it can't be injected.
    @inlinable
    public var wrappedValue: T {
        get { value.injectedValue { valueOrTrap() } }
        nonmutating set { value.assign(newValue) }
    }

    /// Returns the dependency: what was assigned, or else what it injects now.
    @usableFromInline
    func valueOrTrap() -> T { orTrap(try tryInject()) }

    /// The wrapper itself.
    public var projectedValue: Injected<T> { self }

    /// Returns ``wrappedValue``, for wrappers in a `let`.
    @inlinable
    public func callAsFunction() -> T { wrappedValue }

    /// Returns the dependency, or throws an error that says why there is none.
    ///
    /// - Returns: The value that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``
    ///   lists. The next read tries again.
    public func tryInject() throws(ImposeError) -> T { try value.value(orInject: try value.point.injected(T.self)) }

    /// Returns the dependency, and awaits everything that is made asynchronously for it.
    ///
    /// - Returns: The value that ``wrappedValue`` has from now on.
    /// - Throws: An ``ImposeError`` of one of the kinds that
    ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists. The next read tries again.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        if let current = value.current { return current }
        return value.setIfEmpty(try await value.point.awaited(T.self))
    }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String { value.text("Injected", of: T.self) }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
