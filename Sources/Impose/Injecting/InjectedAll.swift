/// The instances of every registration that is compatible with a type, injected at the first read.
///
/// ```swift
/// final class Host {
///     @InjectedAll var plugins: [any Plugin]
/// }
/// ```
///
/// Nearest first, then in order of registration; empty if nothing is imposed. If one of them can't be made, the
/// program stops with the text of the `ImposeError`. Everything else is as with `Injected`.
@propertyWrapper
public struct InjectedAll<T> {
    private let value: InjectedValue<[T]>

    /// Injects from an imposer of the directory.
    ///
    /// - Parameters:
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that they were imposed under.
    ///   - time: When to inject.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = Location(fileID: fileID, line: line)
        self.init(InjectionPoint(source: .type(imposerType), name: name, rules: .nearest, location: location), time)
    }

    /// Injects from a given imposer.
    ///
    /// - Parameters:
    ///   - imposer: The imposer to start at.
    ///   - name: The name that they were imposed under.
    ///   - time: When to inject.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        when time: InjectionTime = .firstRead,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = Location(fileID: fileID, line: line)
        self.init(InjectionPoint(source: .imposer(imposer), name: name, rules: .nearest, location: location), time)
    }

    /// Holds values instead of injecting them.
    ///
    /// - Parameter wrappedValue: The values.
    public init(wrappedValue: [T]) {
        value = InjectedValue(wrappedValue)
    }

    /// Passes a wrapper on, as in `start($plugins: InjectedAll())`.
    ///
    /// - Parameter projectedValue: The wrapper. Both share one value.
    public init(projectedValue: InjectedAll<T>) {
        self = projectedValue
    }

    init(_ point: InjectionPoint, _ time: InjectionTime) {
        value = InjectedValue(at: point)
        if time == .creation { _ = wrappedValue }
    }

    /// The dependencies. Stops the program with the text of the `ImposeError` if one of them can't be made.
    public var wrappedValue: [T] {
        get { value.value { point in point.injectAll(T.self) } }
        nonmutating set { value.assign(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: InjectedAll<T> { self }

    /// The dependencies, for wrappers that are held in a `let`.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func callAsFunction() -> [T] { wrappedValue }

    /// The dependencies, or an error that says which of them can't be made and why.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too.
    /// - Throws: The `ImposeError` of the first one that can't be made. The next read tries again.
    public func tryInject() throws(ImposeError) -> [T] {
        try value.tryValue { point throws(ImposeError) in try point.tryInjectAll(T.self) }
    }

    /// The dependencies, awaited one after the other: also where they, or what they need, are made asynchronously.
    ///
    /// - Returns: What `wrappedValue` gives from now on.
    /// - Throws: `ImposeError`, as the function `injectAllAsync` does. The next read tries again.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> [T] {
        try await value.valueAwaiting { point async throws(ImposeError) in try await point.allAwaited(T.self) }
    }

    /// The dependencies, or nil if one of them can't be made.
    ///
    /// - Returns: What `wrappedValue` gives, from now on too; or nil, and the next read tries again.
    public func unforceInject() -> [T]? { try? tryInject() }
}

extension InjectedAll: Sendable where T: Sendable {}

extension InjectedAll: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String { value.text("InjectedAll", of: T.self) { WrapperText.spell(all: $0) } }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
