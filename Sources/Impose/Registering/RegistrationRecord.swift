private import Synchronization

/// What one `impose` call made, as the registries hold it: everything but the type of the instance.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. All that changes is atomic, or, like the
/// instances, has a lock; but for `replaced`, which is set once, before anybody else can see the object.
@usableFromInline
class RegistrationRecord: InstanceKeeper, @unchecked Sendable {
    let key: RegistrationKey
    let option: InjectOption
    @usableFromInline
    let place: SourcePlace
    /// The types of the provider's parameters.
    let parameters: [any Any.Type]
    /// Where the instance comes from, if this is another registration's alias.
    let original: RegistrationKey?
    /// What the imposer that it was made for is called.
    let imposer: ImposerTitle
    /// The number of that imposer. Copies of a directory share registrations.
    let owner: SerialNumber
    /// Counts all registrations of the process, so that those of several imposers have one order.
    let sequence: SerialNumber
    /// The type of the module that imposed it, if one did.
    let module: (any Any.Type)?
    /// Where the registration stands that it took the place of.
    ///
    /// Invariant: only set by the registry that it is added to, under whose lock nobody has found it yet.
    var replaced: SourcePlace?
    private let preference = Atomic(false)
    private let log = OnceReference<RequestLog>()
    private let expectation = OnceReference<Boxed<[any Any.Type]>>()
    private static let lastSequence = Atomic<SerialNumber>(0)

    fileprivate init(
        key: RegistrationKey,
        option: InjectOption,
        place: SourcePlace,
        parameters: [any Any.Type],
        original: RegistrationKey?,
        for imposer: Imposer
    ) {
        self.key = key
        self.option = option
        self.place = place
        self.parameters = parameters
        self.original = original
        self.imposer = imposer.branch.title
        owner = imposer.number
        module = Provision.current?.module
        sequence = Self.lastSequence.add(1, ordering: .relaxed).newValue
    }

    final override var registration: RegistrationRecord { self }

    /// The type it was imposed for. This alone decides which requests it is compatible with.
    var type: any Any.Type { key.type }

    /// Whether it wins a tie.
    var isPreferred: Bool { preference.load(ordering: .acquiring) }

    /// The types of parameters that are always given as arguments.
    var expectedArguments: [any Any.Type] { expectation.load()?.content ?? [] }

    func expect(_ arguments: [any Any.Type]) {
        _ = expectation.storeIfNil(Boxed(arguments))
    }

    /// What its provider has asked for; nil as long as that is nothing.
    var requestLog: RequestLog? { log.load() }

    /// The same, made if there is none.
    func openRequestLog() -> RequestLog {
        log.load() ?? log.storeIfNil(RequestLog())
    }

    func prefer() {
        preference.store(true, ordering: .releasing)
    }

    /// Whether its provider may inject things that its parameters don't tell.
    var isOpaque: Bool { fatalError("TypedRegistration is the only subclass") }

    // MARK: What needs the type of the instance

    /// Makes an instance that nobody keeps, as the type that was requested.
    ///
    /// - Parameter type: Named, or the compiler would take an optional result for a request of the optional type.
    func makeUnkept<Requested>(
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Makes an instance for a keeper. We are in the keeper's context.
    ///
    /// - Parameter scope: The scope that the keeper is, or is in.
    func makeKept(for delivery: Delivery, in scope: Imposer?, _ construction: Construction?) throws(ImposeError) -> Made
    {
        fatalError("TypedRegistration is the only subclass")
    }

    /// An instance of this registration as the type that was requested.
    func handOver<Requested>(
        _ held: AnyKept?,
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// An instance of this registration, whatever its type; nil if it is gone.
    func value(of kept: AnyKept) -> Any? {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Hands itself, with the type of its instance, to a visitor.
    func accept<Visitor: RegistrationVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        fatalError("TypedRegistration is the only subclass")
    }
}

/// The same with the type of the instance: the user's provider.
///
/// `@unchecked Sendable`: `hooks` is only touched under the lock that the object shares with others.
final class TypedRegistration<Instance>: RegistrationRecord, @unchecked Sendable {
    let provider: Provider<Instance>
    /// Whether it was imposed for a subclass that only the value of the `type` parameter named, as in
    /// `let kind: Screen.Type = Home.self; impose(for: kind) { … }`. Then what is made must be looked at.
    let isForSubclass: Bool
    /// Behind a reference, which can be nil without a look at types.
    private var storedHooks: Boxed<RegistrationHooks<Instance>>?
    private let hasHooks = Atomic(false)

    /// - Parameter type: What it is imposed for: the type of its instances, or a class below that.
    init(
        _ type: Instance.Type,
        name: InjectionName?,
        option: InjectOption,
        place: SourcePlace,
        provider: Provider<Instance>,
        original: RegistrationKey? = nil,
        for imposer: Imposer
    ) {
        self.provider = provider
        isForSubclass = type != Instance.self
        super.init(
            key: RegistrationKey(type: type, name: name),
            option: option,
            place: place,
            parameters: provider.parameters,
            original: original,
            for: imposer
        )
    }

    /// What is to be done with instances besides making them; nil if there is nothing, which is nearly always.
    var hooks: RegistrationHooks<Instance>? {
        guard hasHooks.load(ordering: .acquiring) else { return nil }
        return LockStripe.withLock(of: self) { storedHooks }?.content
    }

    func change(_ body: (inout RegistrationHooks<Instance>) -> Void) {
        // The old value is released with the lock open: a closure may be the last to hold an object.
        let old = LockStripe.withLock(of: self) {
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
    /// Invariant: all that is ever put into a keeper for this registration is made by `keep` or `keepWeakly`.
    func instance(of kept: AnyKept) -> Instance? {
        unsafeDowncast(kept, to: Kept<Instance>.self).instance
    }

    /// An instance that was made, as it is kept.
    func keep(_ instance: Instance) -> AnyKept {
        // What the user handed in is not ours to dispose of.
        StronglyKept(instance, disposers: provider.isInstance ? [] : hooks?.disposers ?? [])
    }

    /// An instance as it is kept weakly; nil if it is a value.
    func keepWeakly(_ instance: Instance) -> AnyKept? {
        WeaklyKept(instance)
    }

    override var isOpaque: Bool { parameters.isEmpty && !provider.isInstance }

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

    /// An instance as it is kept, and held.
    @inline(never)
    private func made(_ instance: Instance, for request: Request) throws(ImposeError) -> Made {
        let held = keep(instance)
        guard option.lifetime == .weakInstance else { return Made(kept: held, held: held) }
        guard let kept = keepWeakly(instance) else { throw ImposeError.weakValue(request, self, instance) }
        return Made(kept: kept, held: held)
    }

    override func handOver<Requested>(
        _ held: AnyKept?,
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        guard let held, let instance = instance(of: held) else { preconditionFailure("What is held is not gone") }
        let requested: Requested = try convert(instance, for: delivery.request)
        memory?.note(requested, of: self, heldBy: delivery.holder)
        return requested
    }

    override func value(of kept: AnyKept) -> Any? { instance(of: kept) }

    override func accept<Visitor: RegistrationVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        try visitor.visit(self)
    }
}

/// Something to be done with a registration for which the type of its instance must be known.
protocol RegistrationVisitor {
    associatedtype Result
    associatedtype Failure: Error

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(Failure) -> Result
}
