private import Synchronization

/// What one `impose` call made, as the registries hold it: everything but the type of the instance.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. All that changes is atomic, or, like the
/// instances, has a lock; but for `replaced`, which is set once, before anybody else can see the object.
@usableFromInline
class RegistrationRecord: InstanceKeeper, @unchecked Sendable {
    let key: RegistrationKey
    let option: InjectOption
    /// What the scope was opened under that keeps its instances, if its option says so.
    let scopeTitle: ScopeTitle
    @usableFromInline
    let place: SourcePlace
    /// The types of the provider's parameters.
    let parameters: [any Any.Type]
    /// Where the instance comes from, if this is another registration's alias.
    let original: RegistrationKey?
    /// Whether the compiler knows that instances may be shared between threads: their type is `Sendable`. Also true where
    /// it was not asked, as for what scopes are given, and for modules in the Swift 5 language mode.
    let isSendable: Bool
    /// What the imposer that it was made for is called.
    let imposer: ImposerTitle
    /// The number of that imposer. Copies of a directory share registrations.
    let owner: SerialNumber
    /// Counts all registrations of the process, so that those of several imposers have one order.
    let sequence: SerialNumber
    /// The type of the module that imposed it, if one did.
    let module: (any Any.Type)?
    /// Its position among what its scope was given; nil if it was imposed.
    let givenIndex: Int?
    /// What it stands for then.
    let given: Given?
    /// Where the registration stands that it took the place of.
    ///
    /// Invariant: only set by the registry that it is added to, under whose lock nobody has found it yet.
    var replaced: SourcePlace?
    private let preference = Atomic(false)
    private let eagerness = Atomic(false)
    /// How often an imposer that held it has let go of it, so that who keeps its instances sees it. Counted before books
    /// are looked through.
    private let countOfDepartures = Atomic(0)
    /// Whether the imposer that it was made for has.
    private let hasLeftOwner = Atomic(false)
    /// What holds it for scopes.
    let holds = OnceReference<RegistrationHolds>()
    private let log = OnceReference<RequestLog>()
    private let expectation = OnceReference<Boxed<[any Any.Type]>>()
    private static let lastSequence = Atomic<SerialNumber>(0)

    fileprivate init(
        key: RegistrationKey,
        option: InjectOption,
        place: SourcePlace,
        parameters: [any Any.Type],
        original: RegistrationKey?,
        isSendable: Bool,
        for owner: RegistrationOwner
    ) {
        self.key = key
        self.option = option
        scopeTitle = option.scopeName.map { ScopeNames.title(of: $0.key.value) } ?? .none
        self.place = place
        self.parameters = parameters
        self.original = original
        self.isSendable = isSendable
        imposer = owner.title
        self.owner = owner.number
        module = Provision.current?.module
        sequence = Self.nextSequence()
        givenIndex = nil
        given = nil
    }

    /// - Parameters:
    ///   - given: What was given.
    ///   - owner: The imposer that it was given to.
    ///   - index: Its position among all that was given to that one.
    fileprivate init(_ given: Given, in owner: RegistrationOwner, index: Int) {
        key = given.key
        option = .singleInstance
        scopeTitle = .none
        place = given.place
        parameters = []
        original = nil
        isSendable = true
        imposer = owner.title
        self.owner = owner.number
        module = nil
        sequence = given.sequence(at: index)
        givenIndex = index
        self.given = given
    }

    /// A number greater than all before it.
    private static func nextSequence() -> SerialNumber {
        lastSequence.add(sequenceStep, ordering: .relaxed).newValue
    }

    /// The greatest number up to now. What scopes are given is numbered from there, without writing it down: a server gives
    /// values to scopes on all its threads, which would wait for each other.
    static var latestSequence: SerialNumber { lastSequence.load(ordering: .relaxed) }

    /// More than a scope can be given without answers of its own, so that no two of a search have the same number.
    private static let sequenceStep = SerialNumber(ScopeShape.mostRegistrations + 1)

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

    /// Whether its instance is to be made before it is asked for.
    var isEager: Bool { eagerness.load(ordering: .acquiring) }

    func makeEager() {
        eagerness.store(true, ordering: .releasing)
    }

    /// How often an imposer that held it has let go of it.
    var departures: Int { countOfDepartures.load(ordering: .sequentiallyConsistent) }

    /// Whether the imposer that it was made for has let go of it.
    var isOutdated: Bool { hasLeftOwner.load(ordering: .sequentiallyConsistent) }

    /// Takes down that an imposer does not hold it any more. To be called after it was taken out of the registry, and
    /// before the books are looked through. The caller holds it, and no lock.
    func leave(_ holder: SerialNumber) {
        countOfDepartures.wrappingAdd(1, ordering: .sequentiallyConsistent)
        guard holder == owner else { return }
        hasLeftOwner.store(true, ordering: .sequentiallyConsistent)
        endHolds()
    }

    func prefer() {
        preference.store(true, ordering: .releasing)
    }

    /// Whether nothing but its type and name tells it from others, as far as it matters which one answers.
    var isPlain: Bool { fatalError("TypedRegistration is the only subclass") }

    /// Whether its provider has a parameter from which it can inject whatever it likes.
    var takesImposer: Bool { parameters.contains { $0 == Imposer.self } }

    /// Whether its provider may inject things that its parameters don't tell.
    var isOpaque: Bool { fatalError("TypedRegistration is the only subclass") }

    /// Whether its provider is asynchronous.
    var isAsynchronous: Bool { fatalError("TypedRegistration is the only subclass") }

    /// Whether instances are for code on the provider's actor only, as far as that can be told.
    var isForItsActor: Bool { isolation != nil && !isSendable }

    /// The actor that its provider belongs to, or nil if it runs anywhere.
    var isolation: (any Actor)? { fatalError("TypedRegistration is the only subclass") }

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

    /// Makes an instance that nobody keeps, as the type that was requested, and awaits what it needs.
    nonisolated(nonsending) func makeUnkeptAwaiting<Requested>(
        as type: Requested.Type,
        for delivery: Delivery
    ) async throws(ImposeError) -> Requested {
        fatalError("TypedRegistration is the only subclass")
    }

    /// Makes an instance for a keeper by an asynchronous provider. We are in the keeper's context, and on its path.
    ///
    /// - Parameter scope: The scope that the keeper is, or is in.
    nonisolated(nonsending) func makeKeptAwaiting(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) async throws(ImposeError) -> Made {
        fatalError("TypedRegistration is the only subclass")
    }

    /// An instance of this registration as the type that was requested.
    func handOver<Requested>(
        _ held: AnyKept,
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
        isSendable: Bool,
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
            isSendable: isSendable,
            for: RegistrationOwner(title: imposer.branch.title, number: imposer.number)
        )
    }

    /// The registration that something given stands for.
    override init(_ given: Given, in owner: RegistrationOwner, index: Int) {
        provider = Provider(given: given)
        isForSubclass = false
        super.init(given, in: owner, index: index)
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
    /// Invariant: all that is ever put into a keeper for this registration is made by `keep` or `keepWeakly`, and what is
    /// held strongly is a `StronglyKept`.
    func instance(of kept: AnyKept) -> Instance? {
        kept.held.map { unsafeDowncast($0, to: StronglyKept.self).instance(as: Instance.self) }
    }

    /// An instance that was made, as it is kept.
    func keep(_ instance: Instance) -> AnyKept {
        // What the user handed in is not ours to dispose of.
        guard !provider.isInstance, let hooks else { return StronglyKept(instance) }
        return StronglyKept(instance, disposers: hooks.disposers)
    }

    /// An instance as it is kept weakly; nil if it is a value.
    func keepWeakly(_ instance: Instance) -> AnyKept? {
        WeaklyKept(instance)
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

    /// An instance as it is kept, and held.
    @inline(never)
    private func made(_ instance: Instance, for request: Request) throws(ImposeError) -> Made {
        let held = keep(instance)
        guard option.lifetime == .weakInstance else { return Made(kept: held, held: held) }
        guard let kept = keepWeakly(instance) else { throw ImposeError.weakValue(request, self, instance) }
        return Made(kept: kept, held: held)
    }

    override func handOver<Requested>(
        _ held: AnyKept,
        as type: Requested.Type,
        for delivery: Delivery,
        _ memory: AnswerMemory?
    ) throws(ImposeError) -> Requested {
        // Invariant: what is held strongly is a `StronglyKept`, and all that is kept for this is of its type.
        let instance = unsafeDowncast(held, to: StronglyKept.self).instance(as: Instance.self)
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
