/// A dependency that is never cached: each read injects, each write stores.
///
/// ```swift
/// final class SettingsScreen {
///     @Imposed var settings: Settings
///
///     func darken() { settings.isDark = true }     // reads, changes, stores
/// }
/// ```
///
/// If a read or a write fails, the program stops with the text of the ``ImposeError``. ``store(_:)`` and
/// ``tryInject()`` of `$settings` throw it instead.
///
/// It injects and stores in the running scope, if this scope lies inside the one that the wrapper was created in. A
/// wrapper that was created in no scope uses any running scope of its directory. Otherwise the wrapper uses the context
/// that it was created in. So a property of a controller that is made when a server starts gets the unit of work of
/// each request:
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

    /// Reads from and writes to an imposer of the directory.
    ///
    /// ```swift
    /// @Imposed(named: "user") var settings: Settings
    /// ```
    ///
    /// For the parameters, see ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    /// Writes need a registration for exactly this type, whatever the rules.
    public init(
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        point = InjectionPoint(.type(imposerType), name, rules, at: Location(fileID, line))
    }

    /// Reads from and writes to a given imposer.
    ///
    /// ```swift
    /// @Imposed(from: payments) var limits: Limits
    /// ```
    ///
    /// For the other parameters, see ``Imposed/init(from:named:ifNoMatchUse:fileID:line:)-(ImposerType,_,_,_,_)``.
    public init(
        from imposer: Imposer,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        point = InjectionPoint(.imposer(imposer), name, rules, at: Location(fileID, line))
    }

    /// Passes a wrapper on, as in `edit($settings: Imposed())`.
    ///
    /// - Parameter projectedValue: The wrapper.
    public init(projectedValue: Imposed<T>) { self = projectedValue }

    init(_ point: InjectionPoint) {
        self.point = point
    }

    /// The imposed instance. Stops the program with the text of the ``ImposeError`` if it can't be injected, or if the
    /// value can't be stored.
    public var wrappedValue: T {
        get {
            orTrap(try tryInject())
        }
        nonmutating set { orTrap(try store(newValue)) }
    }

    /// The wrapper itself.
    public var projectedValue: Imposed<T> { self }

    /// Returns ``wrappedValue``, for wrappers in a `let`.
    public func callAsFunction() -> T { wrappedValue }

    /// Returns the instance, or throws an error that says why there is none.
    ///
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)``
    ///   lists.
    public func tryInject() throws(ImposeError) -> T { try point.inRunningScope.injected(T.self) }

    /// Returns the instance, and awaits everything that is made asynchronously for it.
    ///
    /// - Throws: An ``ImposeError`` of one of the kinds that
    ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists.
    nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
        try await point.inRunningScope.awaited(T.self)
    }

    /// Stores a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: An ``ImposeError`` of one of the kinds that ``Imposer/store(_:for:named:fileID:line:)-swift.method``
    ///   lists.
    public func store(_ value: T) throws(ImposeError) {
        let request = Request(Query(T.self, named: point.name), at: point.location, isToStore: true)
        try point.inRunningScope.withResolver { resolver, thread throws(ImposeError) in
            try resolver.store(value, for: request, on: thread)
        }
    }
}

extension Imposed: CustomStringConvertible, CustomReflectable {
    /// Its type. Injects nothing.
    public var description: String { point.text("Imposed", of: T.self) }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
