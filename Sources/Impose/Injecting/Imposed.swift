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
///
/// It injects and stores in the scope that is running, if that lies inside the scope that it was created in; if it was
/// created in no scope, in any that is running in its directory. Otherwise it does so where it was created. So the
/// property of a controller that is made at the start of a server gets the unit of work of each request:
///
/// ```swift
/// final class OrdersController {
///     @Imposed var work: any UnitOfWork
/// }
/// ```
///
/// A wrapper that names an imposer which is a scope, or is in one, stays with that scope.
@propertyWrapper
public struct Imposed<T>: Sendable {
    private let point: InjectionPoint
    /// Whether it is a provider's parameter. The scope of the imposer that it names is then not the one it stays with:
    /// that is what it was created in, which lies inside.
    private let isParameter: Bool

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
        let location = Location(fileID: fileID, line: line)
        point = InjectionPoint(source: .type(imposerType), name: name, rules: rules, location: location)
        isParameter = false
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
        let location = Location(fileID: fileID, line: line)
        point = InjectionPoint(source: .imposer(imposer), name: name, rules: rules, location: location)
        isParameter = false
    }

    /// Passes a wrapper on, as in `edit($settings: Imposed())`.
    ///
    /// - Parameter projectedValue: The wrapper.
    public init(projectedValue: Imposed<T>) {
        self = projectedValue
    }

    /// What a provider is given for a parameter.
    init(parameterAt point: InjectionPoint) {
        self.point = point
        isParameter = true
    }

    /// The instance that is imposed. Stops the program with the text of the `ImposeError` if it can't be injected, or
    /// the value not stored.
    public var wrappedValue: T {
        get {
            if point.isPlain, point.context == nil, ContextCount.isZero {
                // No scope is running anywhere.
                return inject(of: T.self, fileID: point.location.file, line: point.location.line)
            }
            do {
                return try tryInject()
            } catch {
                point.trap(error)
            }
        }
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
        try point.followingScope(isParameter: isParameter) { origin throws(ImposeError) in
            let (location, rules) = (point.location, point.rules)
            return try origin.resolved(T.self, named: point.name, rules, fileID: location.file, line: location.line)
        }
    }

    /// The instance, awaited: also where it, or what it needs, is made asynchronously.
    ///
    /// - Returns: The instance.
    /// - Throws: `ImposeError`, as the function `injectAsync` does.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        try await point.followingScopeAwaiting(isParameter: isParameter) { origin async throws(ImposeError) in
            try await origin.awaited(T.self, named: point.name, point.rules, at: point.location)
        }
    }

    /// The instance, or nil if it can't be injected.
    ///
    /// - Returns: The instance or nil.
    public func unforceInject() -> T? {
        point.followingScope(isParameter: isParameter) { origin in
            try? origin.resolved(
                T.self,
                named: point.name,
                point.rules,
                wantsReasons: false,
                fileID: point.location.file,
                line: point.location.line
            )
        }
    }

    /// Stores a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: `ImposeError`, as `Imposer.store` does.
    public func store(_ value: T) throws(ImposeError) {
        try point.followingScope(isParameter: isParameter) { origin throws(ImposeError) in
            let request = Request(T.self, named: point.name, at: point.location, to: .store)
            try StoreOperation.store(value, for: request, from: origin)
        }
    }
}

extension Imposed: CustomStringConvertible, CustomReflectable {
    /// Its type. Injects nothing.
    public var description: String { WrapperText.key("Imposed", of: T.self, named: point.name) }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
