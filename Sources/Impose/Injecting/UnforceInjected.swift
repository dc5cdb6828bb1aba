/// A dependency that is injected by its type when it is read for the first time, or nil.
///
/// ```swift
/// final class Checkout {
///     @UnforceInjected var analytics: (any Analytics)?
/// }
/// ```
///
/// It is nil whenever the injection fails. The next read tries again then, so that it finds what was imposed since.
/// Everything else is as with `Injected`.
@propertyWrapper
public struct UnforceInjected<T> {
    private let value: InjectedValue<T?>

    /// Injects from an imposer of the directory.
    ///
    /// - Parameters:
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - time: When to inject.
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

    /// Holds a value, or nil, instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T?) {
        value = InjectedValue(wrappedValue)
    }

    /// Passes a wrapper on, as in `track($analytics: UnforceInjected())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: UnforceInjected<T>) {
        self = projectedValue
    }

    private init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = InjectedValue(at: point)
        if time == .creation { _ = wrappedValue }
    }

    /// The dependency, or nil if it can't be injected.
    public var wrappedValue: T? {
        get {
            if let current = value.current { return current }
            guard let injected = value.point.unforceInject(T.self) else { return nil }
            return value.settle(injected)
        }
        nonmutating set { value.assign(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: UnforceInjected<T> { self }

    /// The dependency or nil, for wrappers that are held in a `let`.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func callAsFunction() -> T? { wrappedValue }

    /// The dependency, or an error that says why there is none.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too.
    /// - Throws: `ImposeError`, as the function `tryInject` does, and the next read tries again; of kind `missing`, if
    ///   nil was assigned.
    public func tryInject() throws(ImposeError) -> T {
        try required(try value.tryValue { point throws(ImposeError) in try point.tryInject(T.self) })
    }

    /// The dependency, awaited: also where it, or what it needs, is made asynchronously.
    ///
    /// - Returns: What `wrappedValue` gives from now on.
    /// - Throws: `ImposeError`, as the function `injectAsync` does. The next read tries again. Of kind
    ///   `missing`, if nil was assigned.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        try required(
            try await value.valueAwaiting { point async throws(ImposeError) in try await point.awaited(T.self) }
        )
    }

    private func required(_ settled: T?) throws(ImposeError) -> T {
        guard let settled else { throw ImposeError.assignedNil(T.self, value.point.name, value.point.location) }
        return settled
    }

    /// The dependency, or nil if it can't be injected.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func unforceInject() -> T? { wrappedValue }
}

extension UnforceInjected: Sendable where T: Sendable {}

extension UnforceInjected: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String { value.text("UnforceInjected", of: T.self) }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
