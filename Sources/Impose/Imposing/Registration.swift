/// The result of one `impose` call, for adding hooks, decorators and aliases.
///
/// ```swift
/// Imposer.impose(for: Database.self, Database.init)
///     .onCreate { $0.open() }
///     .onDispose { $0.close() }
/// ```
///
/// Hooks apply to instances made afterwards. They may be added at any time and from any thread; best do so right after
/// `impose`.
///
/// If ``ConflictPolicy/keep`` has left an earlier registration in place, this is the registration that was dropped, and
/// its methods have no effect.
public struct Registration<T>: Sendable {
    let record: RegistrationRecord
    let imposer: Node
    /// Whether `impose` added it to the imposer. In a scope that has ended it counts as added if the scope hides its
    /// key now. False if `ConflictPolicy.keep` dropped it. It stays true when the registration is replaced or removed
    /// later.
    let wasAdded: Bool

    /// Makes this registration win ties with others.
    ///
    /// It does not win against a better distance. If two of the tied registrations are preferred, the tie remains. The
    /// aliases of a preferred registration are preferred too.
    ///
    /// - Returns: The registration itself.
    @discardableResult
    public func preferred() -> Self {
        mark { $0.isPreferred.set() }
    }

    /// Wraps each instance that the provider makes. Several decorators are applied in the order they were added: the
    /// first is the innermost.
    ///
    /// ```swift
    /// Imposer.impose(for: Gateway.self, Stripe()).decorated { LoggingGateway(around: $0) }
    /// ```
    ///
    /// - Parameter body: Takes the instance and returns the one to hand out. If it throws, the injection fails as if
    ///   the provider had thrown. It is not called for values that are stored.
    /// - Returns: The registration itself.
    @discardableResult
    public func decorated(_ body: @escaping @Sendable (T) throws -> T) -> Self {
        change { hooks in
            hooks.decorators.append {
                AnyInstance(of: try body(AnyInstance(retaining: $0).take(as: T.self))).takeObject()
            }
        }
    }

    /// Calls a closure with each instance that is made, complete and decorated, before any injection gets it.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init).onCreate { $0.open() }
    /// ```
    ///
    /// - Parameter body: Gets the instance. Its own injections count as dependencies of that instance. It is not called
    ///   for an instance that was imposed with `instance:`, since that is not made.
    /// - Returns: The registration itself.
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (T) -> Void) -> Self {
        change { $0.creationObservers.append { body(AnyInstance(retaining: $0).take(as: T.self)) } }
    }

    /// Calls a closure with each instance that was made, when its imposer or scope releases it. This happens if the
    /// imposer or scope is disposed of, goes away or is reset, if the registration is replaced or removed, or if
    /// another instance is stored.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, option: .scopedInstance, Database.init).onDispose { $0.close() }
    /// ```
    ///
    /// The instances of one imposer or scope are disposed of in the reverse order of creation. Objects that hold an
    /// instance keep it.
    ///
    /// It is not called
    /// - for instances that were imposed with `instance:` or stored,
    /// - for lifetimes that hold none: ``InjectOption/closureBased``, ``InjectOption/graphInstance``,
    ///   ``InjectOption/weakInstance``,
    /// - for an instance that was being made while its registration was replaced or reset: the injection that made it
    ///   gets it, as does every task that awaits its asynchronous provider, and nothing keeps it.
    ///
    /// - Parameter body: Gets the instance. It runs on the thread that caused the release, with no lock held, or in a
    ///   task if an earlier one had to be awaited. If it belongs to an actor, as `{ @MainActor in $0.hide() }` does, it
    ///   is awaited there like an asynchronous one. If it throws, observers get an ``ImposeError`` of kind
    ///   ``ImposeError/Kind/disposerFailed``, which ``Imposer/dispose(fileID:line:)`` and its relatives return as well;
    ///   the other instances are disposed of all the same.
    /// - Returns: The registration itself.
    @discardableResult
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (T) throws -> Void) -> Self {
        change { $0.disposers.append(Disposer(Disposer.Body(body), of: record)) }
    }

    /// Calls an asynchronous closure with each instance that was made and that its imposer or scope releases.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init).onDispose { try await $0.close() }
    /// ```
    ///
    /// It is called for the same instances as in ``Registration/onDispose(_:)-1abtp``. It is awaited by
    /// ``Imposer/disposeAsync(fileID:line:)``, ``Imposer/shutdown(within:fileID:line:)-swift.type.method`` and the
    /// asynchronous ``Imposer/withScope(_:fileID:line:_:)-(_,_,_,(Imposer)->Result)`` and
    /// ``Imposer/isolated(empty:endsWithBody:fileID:line:_:)-(_,_,_,_,()->Result)`` (with `endsWithBody: true`). Any
    /// other release leaves the instance, and all that come after it, to a task: ``Imposer/dispose(fileID:line:)``,
    /// ``Imposer/reset()-swift.method``, replacing, removing, storing, and the release of the last reference.
    ///
    /// - Parameter body: Gets the instance. It runs in a task that is not cancelled together with the caller's. If it
    ///   throws, the error is reported and returned as for a synchronous closure.
    /// - Returns: The registration itself.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (T) async throws -> Void) -> Self {
        change { $0.disposers.append(Disposer(Disposer.Body(awaiting: body), of: record)) }
    }

    /// Calls a closure with each value that is stored for this registration's type and name.
    ///
    /// ```swift
    /// Imposer.impose(for: Settings.self, option: .closureBased) { try Settings.load() }
    ///     .onStore { $0.save() }
    /// ```
    ///
    /// - Parameter body: Gets the value. A registration that keeps an instance already keeps the value when this is
    ///   called.
    /// - Returns: The registration itself.
    @discardableResult
    public func onStore(_ body: @escaping @Sendable (T) -> Void) -> Self {
        change { $0.storeObservers.append { body(AnyInstance(retaining: $0).take(as: T.self)) } }
    }

    /// Declares the provider's parameters that each injection gives as arguments, so that `Imposer.validate()` does not
    /// report them as missing.
    ///
    /// ```swift
    /// Imposer.impose(for: User.self, option: .closureBased) { (name: String, clock: any Clock) in … }
    ///     .expectingArguments(String.self)
    /// ```
    ///
    /// Injections are not affected. A further call adds to the first one.
    ///
    /// - Parameter types: The types of those parameters.
    /// - Returns: The registration itself.
    @discardableResult
    public func expectingArguments<each Argument>(_ types: repeat (each Argument).Type) -> Self {
        var expected: [any Any.Type] = []
        repeat expected.append(each types)
        return change { [expected] in $0.expectedArguments += expected }
    }

    /// Has ``Imposer/prepare(fileID:line:)-swift.type.method`` make the instance, although it could be made when it is
    /// first asked for.
    ///
    /// ```swift
    /// Imposer.impose(for: Cache.self, Cache.init).eager()
    /// ```
    ///
    /// It has an effect only on instances that are kept, and that take no arguments.
    ///
    /// - Returns: The registration itself.
    @discardableResult
    public func eager() -> Self {
        mark { $0.isEager.set() }
    }

    /// Says that the instance is meant to hold something that lives shorter: a `.scopedInstance`, or an instance of
    /// another imposer, which can be reset alone. So `Imposer.validate()` does not report it as a captive dependency.
    ///
    /// ```swift
    /// Imposer.impose(for: Clock.self, option: .scopedInstance, SystemClock.init)
    /// Imposer.impose(for: Scheduler.self, option: .singleInstance, Scheduler.init).holdsScoped()
    /// ```
    ///
    /// Injections are not affected.
    ///
    /// - Returns: The registration itself.
    @discardableResult
    public func holdsScoped() -> Self {
        mark { $0.mayHoldScoped.set() }
    }

    private func mark(_ body: (RegistrationRecord) -> Void) -> Self {
        if wasAdded { imposer.changeProperties(of: record, body) }
        return self
    }

    private func change(_ body: (inout Hooks) -> Void) -> Self {
        if wasAdded { imposer.changeProperties(of: record) { $0.changeHooks(body) } }
        return self
    }
}

extension Registration: CustomStringConvertible, CustomReflectable {
    /// `Gateway named "sandbox" (singleInstance, in primary, at Shop/Setup.swift:12)`.
    public var description: String {
        "\(TypeNames([record.type]).key(record.type, record.key.name)) "
            + "(\(record.option), in \(imposer), at \(record.location))"
    }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
