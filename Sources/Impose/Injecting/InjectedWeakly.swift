/// A dependency that is injected by its type when it is read for the first time, and held weakly.
///
/// ```swift
/// final class Row {
///     @InjectedWeakly var coordinator: (any Coordinator)?
/// }
/// ```
///
/// It is nil if the injection fails, in which case the next read tries again, and nil for good once its instance is
/// gone. Somebody else has to hold the instance: the imposer does that for a `.singleInstance`, nobody for a
/// `.closureBased` one. Only instances of classes and actors can be held weakly; where the instance is a value, the
/// property is nil. Everything else is as with `Injected`.
@propertyWrapper
public struct InjectedWeakly<T> {
    private let value: InjectedValue<WeakReference<T>>

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

    /// Holds an instance weakly instead of injecting one.
    ///
    /// - Parameter wrappedValue: The instance.
    public init(wrappedValue: T?) {
        value = InjectedValue(WeakReference(wrappedValue))
    }

    /// Passes a wrapper on, as in `attach($coordinator: InjectedWeakly())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one reference.
    public init(projectedValue: InjectedWeakly<T>) {
        self = projectedValue
    }

    private init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = InjectedValue(at: point)
        if time == .creation { _ = wrappedValue }
    }

    /// The dependency, or nil if it can't be injected or is gone.
    public var wrappedValue: T? {
        get {
            if let current = value.current { return current.instance }
            guard let injected = value.point.unforceInject(T.self) else { return nil }
            // The injected instance is held until the reference to it has been read.
            return withExtendedLifetime(injected) { value.settle(WeakReference(injected)).instance }
        }
        nonmutating set { value.assign(WeakReference(newValue)) }
    }

    /// The wrapper itself.
    public var projectedValue: InjectedWeakly<T> { self }

    /// The dependency or nil, for wrappers that are held in a `let`.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func callAsFunction() -> T? { wrappedValue }

    /// The dependency, or an error that says why there is none.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too.
    /// - Throws: `ImposeError`, as the function `tryInject` does, and the next read tries again; of kind `weakValue`, if
    ///   the instance is a value, and `disposed`, if the property is nil for good.
    public func tryInject() throws(ImposeError) -> T {
        if let current = value.current { return try required(current) }
        return try settle(try value.point.tryInject(T.self))
    }

    /// The dependency, awaited: also where it, or what it needs, is made asynchronously.
    ///
    /// - Returns: What `wrappedValue` gives from now on, as long as somebody else holds it.
    /// - Throws: `ImposeError`, as the function `injectAsync` does. The next read tries again. Of kind
    ///   `weakValue`, if the instance is a value, and `disposed`, if the property is nil for good.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        if let current = value.current { return try required(current) }
        return try settle(try await value.point.awaited(T.self))
    }

    private func required(_ current: WeakReference<T>) throws(ImposeError) -> T {
        guard let instance = current.instance else {
            throw ImposeError.goneWeakly(T.self, value.point.name, value.point.location)
        }
        return instance
    }

    private func settle(_ injected: T) throws(ImposeError) -> T {
        let point = value.point
        guard WeakReference.canHold(injected) else { throw ImposeError.weakValue(injected, point.name, point.location) }
        // The injected instance is held until the reference to it has been read.
        let held = withExtendedLifetime(injected) { value.settle(WeakReference(injected)).instance }
        guard let held else { throw ImposeError.goneWeakly(T.self, point.name, point.location) }
        return held
    }

    /// The dependency, or nil if it can't be injected or is gone.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func unforceInject() -> T? { wrappedValue }
}

extension InjectedWeakly: Sendable where T: Sendable {}

extension InjectedWeakly: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String { value.text("InjectedWeakly", of: T.self) { WrapperText.spell($0.instance) } }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
