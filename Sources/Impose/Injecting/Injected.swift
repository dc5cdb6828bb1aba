/// A dependency that is injected by its type, when it is read for the first time.
///
/// ```swift
/// final class Receipt {
///     @Injected var gateway: any PaymentGateway
///     @Injected(from: .secondary, named: "audit") var log: any Log
/// }
/// ```
///
/// If the injection fails, the program stops with the text of the `ImposeError`; `UnforceInjected` goes without.
///
/// Assigning replaces the value for this owner alone. The getter and the setter are nonmutating, so that the wrapper
/// works in a `let` struct. The wrapper is its own projected value: a function with a parameter
/// `@Injected gateway: any PaymentGateway` is called `pay(gateway: x)` or `pay($gateway: Injected())`.
///
/// A `final class: Sendable` can't hold a wrapped `var`. It keeps the wrapper itself and calls it:
///
/// ```swift
/// private let gateway = Injected<any PaymentGateway>()
/// func pay() { gateway().charge() }
/// ```
///
/// It may be read from any thread. If several read it first at the same time, each may inject, and all get the same
/// value.
@frozen
@propertyWrapper
public struct Injected<T> {
    @usableFromInline
    let value: InjectedValue<T>

    /// Injects from an imposer of the directory.
    ///
    /// - Parameters:
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - time: When to inject.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    @inlinable
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = Location(fileID: fileID, line: line)
        self.init(InjectionPoint(source: .type(imposerType), name: name, rules: rules, location: location), time)
    }

    /// Injects from a given imposer.
    ///
    /// - Parameters:
    ///   - imposer: The imposer to start at.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - time: When to inject.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    @inlinable
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = Location(fileID: fileID, line: line)
        self.init(InjectionPoint(source: .imposer(imposer), name: name, rules: rules, location: location), time)
    }

    /// Holds a value instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T) {
        value = InjectedValue(wrappedValue)
    }

    /// Passes a wrapper on, as in `pay($gateway: Injected())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: Injected<T>) {
        self = projectedValue
    }

    @inlinable
    init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = InjectedValue(at: point)
        if case .creation = time { _ = wrappedValue }
    }

    /// The dependency. Stops the program with the text of the `ImposeError` if it can't be injected.
    @inlinable
    public var wrappedValue: T {
        get { value.value { point in point.inject(T.self) } }
        nonmutating set { value.assign(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: Injected<T> { self }

    /// The dependency, for wrappers that are held in a `let`.
    ///
    /// - Returns: What `wrappedValue` gives.
    @inlinable
    public func callAsFunction() -> T { wrappedValue }

    /// The dependency, or an error that says why there is none.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too.
    /// - Throws: `ImposeError`, as the function `tryInject` does. The next read tries again.
    public func tryInject() throws(ImposeError) -> T {
        try value.tryValue { point throws(ImposeError) in try point.tryInject(T.self) }
    }

    /// The dependency, awaited: also where it, or what it needs, is made asynchronously.
    ///
    /// - Returns: What `wrappedValue` gives from now on.
    /// - Throws: `ImposeError`, as the function `injectAsync` does. The next read tries again.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        try await value.valueAwaiting { point async throws(ImposeError) in try await point.awaited(T.self) }
    }

    /// The dependency, or nil if it can't be injected.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too; or nil, and the next read tries again.
    public func unforceInject() -> T? {
        if let current = value.current { return current }
        return value.point.unforceInject(T.self).map(value.settle)
    }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String { value.text("Injected", of: T.self) }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
