private import Synchronization

/// A registration that makes instances, for code that does not know their type.
///
/// Every registration is one. It is separate from `RegistrationRecord`, which is only held and looked at, since making
/// instances takes all that resolving consists of.
///
/// `@unchecked Sendable`: nothing in it changes but what the superclass guards.
class AnyTypedRegistration: RegistrationRecord, @unchecked Sendable {
    /// Makes an instance that nobody keeps, as the type that was requested.
    ///
    /// - Parameter type: Passed explicitly, or the compiler would take an optional result for a request of that type.
    func makeUnkept<Requested>(
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Makes an instance for a keeper. We are in the keeper's context.
    ///
    /// - Parameter scope: The scope that the instance is built in, if any.
    func makeKept(for delivery: Delivery, in scope: Imposer?, _ construction: Construction?) throws(ImposeError) -> Made
    {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Makes an instance that nobody keeps, as the type that was requested, and awaits what it needs.
    nonisolated(nonsending) func makeUnkeptAwaiting<Requested>(
        as type: Requested.Type,
        for delivery: Delivery
    ) async throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Makes an instance for a keeper by an asynchronous provider. We are in the keeper's context, and on its path.
    ///
    /// - Parameter scope: The scope that the instance is built in, if any.
    nonisolated(nonsending) func makeKeptAwaiting(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) async throws(ImposeError) -> Made {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Returns an instance of this registration as the requested type.
    func handOver<Requested>(
        _ held: AnyCachedInstance,
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Hands itself, with the type of its instance, to a visitor.
    func accept<Visitor: RegistrationVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        fatalError("TypedRegistration is the only subclass")
    }
}

extension RegistrationRecord {
    /// The registration as one that makes instances.
    ///
    /// Invariant: nobody makes a registration of another class.
    var typed: AnyTypedRegistration { knownDowncast(self, to: AnyTypedRegistration.self) }

    /// Whether its provider has a parameter from which it can inject whatever it likes.
    var takesImposer: Bool { parameters.contains { $0 == Imposer.self } }
}

/// A registration that knows the type of its instances, with the user's provider.
///
/// `@unchecked Sendable`: `hooks` is only touched under the lock that the object shares with others.
final class TypedRegistration<Instance>: AnyTypedRegistration, @unchecked Sendable {
    let provider: Provider<Instance>
    /// Whether it was imposed for a subclass that only the value of the `type` parameter named, as in
    /// `let kind: Screen.Type = Home.self; impose(for: kind) { … }`. Then each instance has to be checked.
    let isForSubclass: Bool
    /// The hooks behind a reference, which can be nil without a look at types.
    private var storedHooks: Boxed<RegistrationHooks<Instance>>?
    private let hasHooks = Atomic(false)

    /// - Parameters:
    ///   - type: The type that it is imposed for: the type of its instances, or a subclass of it.
    ///   - module: The type of the module that imposes it, if one does.
    init(
        _ type: Instance.Type,
        name: InjectionName?,
        option: InjectOption,
        location: Location,
        provider: Provider<Instance>,
        original: RegistrationKey? = nil,
        isSendable: Bool,
        module: (any Any.Type)?,
        for imposer: Imposer
    ) {
        self.provider = provider
        isForSubclass = type != Instance.self
        super.init(
            key: RegistrationKey(type: type, name: name),
            option: option,
            location: location,
            parameters: provider.parameters,
            original: original,
            isSendable: isSendable,
            module: module,
            for: RegistrationOwner(title: imposer.node.title, number: imposer.number)
        )
    }

    /// The registration for a given value.
    override init(_ given: Given, in owner: RegistrationOwner, index: Int) {
        provider = Provider(given: given)
        isForSubclass = false
        super.init(given, in: owner, index: index)
    }

    /// The user's closures besides the provider; nil if there are none, as nearly always.
    var hooks: RegistrationHooks<Instance>? {
        guard hasHooks.load(ordering: .acquiring) else { return nil }
        return StripedLock.withLock(of: self) { storedHooks }?.content
    }

    func change(_ body: (inout RegistrationHooks<Instance>) -> Void) {
        // The old value is released with the lock open: a closure may be the last to hold an object.
        let old = StripedLock.withLock(of: self) {
            let old = storedHooks
            var hooks = old?.content ?? RegistrationHooks()
            body(&hooks)
            storedHooks = Boxed(hooks)
            return old
        }
        hasHooks.store(true, ordering: .releasing)
        withExtendedLifetime(old) {}
    }

    /// The instance that a keeper keeps, unless it is gone.
    ///
    /// Invariant: everything put into a keeper for this registration is made by `keep` or `keepWeakly`, and everything
    /// held strongly is a `StrongInstance`.
    func instance(of kept: AnyCachedInstance) -> Instance? {
        kept.held.map { knownDowncast($0, to: StrongInstance.self).instance(as: Instance.self) }
    }

    /// Wraps an instance that was made, to be kept.
    func keep(_ instance: Instance) -> AnyCachedInstance {
        // An instance that the user handed in is not ours to dispose of.
        guard !provider.isInstance, let hooks else { return StrongInstance(instance) }
        return StrongInstance(instance, disposers: hooks.disposers)
    }

    /// Wraps an instance to be kept weakly; nil if it is a value.
    func keepWeakly(_ instance: Instance) -> AnyCachedInstance? {
        WeakInstance(instance)
    }

    override var isPlain: Bool { original == nil && !isForSubclass }

    override var isAsynchronous: Bool { provider.isAsynchronous }

    override var isolation: (any Actor)? { provider.isolation }

    override var isOpaque: Bool { parameters.isEmpty ? !provider.isInstance : takesImposer }

    override func makeUnkept<Requested>(
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        let instance = try makeUnkept(for: delivery)
        let requested: Requested = try convert(instance, for: delivery.request)
        memory?.note(requested, of: self, heldBy: delivery.holder)
        return requested
    }

    override func makeKept(
        for delivery: Delivery,
        in scope: Imposer?,
        _ construction: Construction?
    ) throws(ImposeError) -> Made {
        let instance = try make(for: delivery.request, heldBy: delivery.holder, in: scope, construction)
        return try made(instance, for: delivery.request)
    }

    override nonisolated(nonsending) func makeUnkeptAwaiting<Requested>(
        as type: Requested.Type,
        for delivery: Delivery
    ) async throws(ImposeError) -> Requested {
        let instance = try await makeUnkept(awaiting: delivery)
        return try convert(instance, for: delivery.request)
    }

    override nonisolated(nonsending) func makeKeptAwaiting(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) async throws(ImposeError) -> Made {
        let instance = try await make(awaiting: request, heldBy: holder, in: scope)
        return try made(instance, for: request)
    }

    /// Wraps an instance as it is kept, and as it is held meanwhile.
    @inline(never)
    private func made(_ instance: Instance, for request: Request) throws(ImposeError) -> Made {
        let held = keep(instance)
        guard option.lifetime == .weakInstance else { return Made(kept: held, held: held) }
        guard let kept = keepWeakly(instance) else { throw ImposeError.weakValue(request, self, instance) }
        return Made(kept: kept, held: held)
    }

    override func handOver<Requested>(
        _ held: AnyCachedInstance,
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        // Invariant: everything held strongly is a `StrongInstance`, and everything kept for this is of its type.
        let instance = knownDowncast(held, to: StrongInstance.self).instance(as: Instance.self)
        let requested: Requested = try convert(instance, for: delivery.request)
        memory?.note(requested, of: self, heldBy: delivery.holder)
        return requested
    }

    override func value(of kept: AnyCachedInstance) -> Any? { instance(of: kept) }

    override func accept<Visitor: RegistrationVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        try visitor.visit(self)
    }
}

/// An operation on a registration that needs the type of its instance.
protocol RegistrationVisitor {
    associatedtype Result
    associatedtype Failure: Error

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(Failure) -> Result
}
