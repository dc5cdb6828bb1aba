/// What one `impose` call made, to say more about it.
///
/// ```swift
/// Imposer.impose(for: Database.self, Database.init)
///     .onCreate { $0.open() }
///     .onDispose { $0.close() }
/// ```
///
/// Hooks apply to instances made afterwards. They may be added at any time, from any thread; a line behind `impose` is the
/// best place.
///
/// When `onConflict: .keep` has left an earlier registration in place, this stands for the one that was dropped, and
/// what it is told has no effect.
public struct Registration<T>: Sendable {
    let record: TypedRegistration<T>
    let imposer: Imposer
    /// Whether an imposer holds it or has held it; false for one that was dropped.
    let isInForce: Bool

    init(record: TypedRegistration<T>, imposer: Imposer, isInForce: Bool = true) {
        self.record = record
        self.imposer = imposer
        self.isInForce = isInForce
    }

    /// Makes this registration win when it ties with others.
    ///
    /// It does not win against a better distance. Where two of the tied registrations are preferred, the tie stands. Its
    /// aliases are preferred with it.
    ///
    /// - Returns: The registration itself.
    @discardableResult
    public func preferred() -> Self {
        guard isInForce else { return self }
        let watch = AnswerChanges(imposer)
        record.prefer()
        imposer.forgetAnswersOfAllCopies()
        watch?.reportWinners(at: record.location)
        return self
    }

    /// Wraps what the provider makes. Several are applied in the order they were said: the first is the innermost.
    ///
    /// ```swift
    /// Imposer.impose(for: Gateway.self, Stripe()).decorated { LoggingGateway(around: $0) }
    /// ```
    ///
    /// - Parameter body: Gets the instance, returns the one to hand out. If it throws, the injection fails as if the
    ///   provider had thrown. It is not called for what is stored.
    /// - Returns: The registration itself.
    @discardableResult
    public func decorated(_ body: @escaping @Sendable (T) throws -> T) -> Self {
        change { $0.decorators.append(body) }
    }

    /// Is told of each instance that is made, when it is complete and decorated, before anybody gets it.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init).onCreate { $0.open() }
    /// ```
    ///
    /// - Parameter body: Gets the instance. What it injects is on the path of that instance. An instance that was
    ///   imposed with `instance:` is not made, so there it is not called.
    /// - Returns: The registration itself.
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (T) -> Void) -> Self {
        change { $0.creators.append(body) }
    }

    /// Is told of each instance that was made and that its imposer or scope lets go: when that is disposed of or goes
    /// away, is reset, when the registration is replaced or removed, or when another instance is stored.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, option: .scopedInstance, Database.init).onDispose { $0.close() }
    /// ```
    ///
    /// The instances of one imposer or scope go in the reverse order of creation. Objects that hold one still have it.
    ///
    /// - Parameter body: Gets the instance. It runs on the thread that made the change, with nothing locked, or in a task
    ///   if one before it had to be awaited. One that belongs to an actor, such as `{ @MainActor in $0.hide() }`, is awaited
    ///   there, like an asynchronous one. It is not called for instances that were imposed with `instance:` or stored,
    ///   nor for lifetimes that hold none: `.closureBased`, `.graphInstance`, `.weakInstance`; nor for one that was being
    ///   made while its registration was replaced or reset, since that goes to those who had asked for it and is never
    ///   held. What it throws is told to observers, as an `ImposeError` of kind `disposerFailed`, and returned by
    ///   `dispose()` and its relatives; everything else is disposed of all the same.
    /// - Returns: The registration itself.
    @discardableResult
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (T) throws -> Void) -> Self {
        change { $0.disposers.append(Disposer(body)) }
    }

    /// The same with what has to be awaited.
    ///
    /// ```swift
    /// Imposer.impose(for: Database.self, Database.init).onDispose { try await $0.close() }
    /// ```
    ///
    /// It is awaited by `disposeAsync()`, `shutdown()`, the asynchronous `withScope` and the asynchronous
    /// `isolated(endsWithBody: true)`. Whatever else lets go of the instance leaves it, and all that come after it, to a
    /// task: `dispose()`, `reset()`, replacing, removing, storing, and the last reference that goes.
    ///
    /// - Parameter body: Gets the instance. It runs in a task that is not cancelled with the one that asked for the
    ///   disposal, and is called for the same instances as a synchronous one. What it throws is told and returned like
    ///   what that throws.
    /// - Returns: The registration itself.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (T) async throws -> Void) -> Self {
        change { $0.disposers.append(Disposer(awaiting: body)) }
    }

    /// Is told of each value that is stored for this registration's type and name.
    ///
    /// ```swift
    /// Imposer.impose(for: Settings.self, option: .closureBased) { try Settings.load() }
    ///     .onStore { $0.save() }
    /// ```
    ///
    /// - Parameter body: Gets the value. A registration that keeps an instance keeps the value from then on, before
    ///   this is called.
    /// - Returns: The registration itself.
    @discardableResult
    public func onStore(_ body: @escaping @Sendable (T) -> Void) -> Self {
        change { $0.storers.append(body) }
    }

    /// Says which of the provider's parameters are given as arguments at each injection, so that `Imposer.validate()`
    /// does not miss registrations for them.
    ///
    /// ```swift
    /// Imposer.impose(for: User.self, option: .closureBased) { (name: String, clock: any Clock) in … }
    ///     .expectingArguments(String.self)
    /// ```
    ///
    /// It changes nothing about injections. Only the first call has an effect.
    ///
    /// - Parameter types: The types of those parameters.
    /// - Returns: The registration itself.
    @discardableResult
    public func expectingArguments<each Argument>(_ types: repeat (each Argument).Type) -> Self {
        var expected: [any Any.Type] = []
        repeat expected.append(each types)
        record.expect(expected)
        return self
    }

    private func change(_ body: (inout RegistrationHooks<T>) -> Void) -> Self {
        guard isInForce else { return self }
        record.keepGiven()
        record.change(body)
        imposer.forgetAnswersOfAllCopies()
        return self
    }
}

extension Registration: CustomStringConvertible, CustomReflectable {
    /// `Gateway named "sandbox" (singleInstance, in primary, at Shop/Setup.swift:12)`.
    public var description: String { Imposer.RegistrationInfo(record).description }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
