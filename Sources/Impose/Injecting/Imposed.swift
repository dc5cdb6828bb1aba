/// What is imposed on a type, never cached: each read injects, each write stores.
///
/// ```swift
/// final class SettingsScreen {
///     @Imposed var settings: Settings
///
///     func darken() { settings.isDark = true }     // reads, changes, stores
/// }
/// ```
///
/// If a read or a write fails, the program stops with the text of the `ImposeError`. `$settings.store(_:)` and
/// `$settings.tryInject()` throw it instead.
@propertyWrapper
public struct Imposed<T>: Sendable {
    private let point: InjectionPoint

    /// Reads from and writes to an imposer of the directory.
    ///
    /// - Parameters:
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to read if nothing is imposed for exactly this type. Writes need exactly this type.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let place = SourcePlace(fileID: fileID, line: line)
        point = InjectionPoint(source: .type(imposerType), name: name, rules: rules, place: place)
    }

    /// Reads from and writes to a given imposer.
    ///
    /// - Parameters:
    ///   - imposer: The imposer to start at.
    ///   - name: The name that it was imposed under.
    ///   - rules: What to read if nothing is imposed for exactly this type. Writes need exactly this type.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let place = SourcePlace(fileID: fileID, line: line)
        point = InjectionPoint(source: .imposer(imposer), name: name, rules: rules, place: place)
    }

    /// Passes a wrapper on, as in `edit($settings: Imposed())`.
    ///
    /// - Parameter projectedValue: The wrapper.
    public init(projectedValue: Imposed<T>) {
        self = projectedValue
    }

    /// The instance that is imposed. Stops the program with the text of the `ImposeError` if it can't be injected, or
    /// the value not stored.
    public var wrappedValue: T {
        get { point.inject(T.self) }
        nonmutating set {
            do {
                try store(newValue)
            } catch {
                point.trap(error)
            }
        }
    }

    /// The wrapper itself.
    public var projectedValue: Imposed<T> { self }

    /// The instance, for wrappers that are held in a `let`.
    ///
    /// - Returns: What `wrappedValue` gives.
    public func callAsFunction() -> T { wrappedValue }

    /// The instance, or an error that says why there is none.
    ///
    /// - Returns: The instance.
    /// - Throws: `ImposeError`, as `tryInject` does.
    public func tryInject() throws(ImposeError) -> T {
        try point.tryInject(T.self)
    }

    /// Stores a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: `ImposeError`, as `Imposer.store` does.
    public func store(_ value: T) throws(ImposeError) {
        try point.store(value)
    }
}

extension Imposed: CustomStringConvertible, CustomReflectable {
    /// Its type. Injects nothing.
    public var description: String { WrapperText.key("Imposed", of: T.self, named: point.name) }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
