/// A registration: what makes the instances for a key, and how long they are kept. It holds none that it has made, so
/// all copies of a registry share it.
final class RegistrationRecord: Sendable {
    let key: RegistrationKey
    let option: InjectOption
    let location: Location
    let provider: UncheckedField<Provider>
    /// The key of the registration that provides the instance, if this is an alias.
    let original: RegistrationKey?
    /// Whether the compiler knows that threads may share the instances: their type is `Sendable`. Also set where the
    /// compiler was not asked, see Imposer+Swift5.swift.
    let isSendable: Bool
    /// The type of the module that imposed it, if one did.
    let module: (any Any.Type)?
    /// A number that only this registration and its copies ever have. Instances are kept by it, so none is ever taken
    /// for one of another registration. It also gives the order of all registrations.
    let number: Int
    /// Whether the provider need only be called: it belongs to no actor, its instances are of the type that they were
    /// imposed for, and no other registration is asked.
    let needsOnlyCall: Bool
    /// Whether each request calls the provider: for `closureBased`; and for an alias, whose provider asks for the
    /// original. A graph instance is neither this nor `isKept`: an injection keeps it, and no imposer does.
    let isMadeAnew: Bool
    /// Set if it wins a tie.
    let isPreferred = AtomicField(false)
    /// Set if its instance is to be made before it is asked for.
    let isEager = AtomicField(false)
    /// Set if its instances are meant to hold ones that live shorter.
    let mayHoldScoped = AtomicField(false)
    /// The first registration of this number, if this is a copy of it. Held so that it goes after all its copies: its
    /// deinit tells the inspector that the number is gone.
    private let first: RegistrationRecord?
    private let hasHooks = AtomicField(false)
    private let guardedHooks = Guarded<Boxed<Hooks>?>(nil)

    private static let numbers = AtomicField(0)

    /// Returns a number that is never given again, from 1 on. (Relaxed: no other memory is published by it.)
    static func nextNumber() -> Int { numbers.add(1, ordering: .relaxed) }

    /// The number that was given last.
    static var latestNumber: Int { numbers.load(ordering: .relaxed) }

    init(
        _ key: RegistrationKey,
        _ option: InjectOption,
        _ provider: consuming Provider,
        original: RegistrationKey? = nil,
        isSendable: Bool,
        at location: Location
    ) {
        (self.key, self.option, self.original) = (key, option, original)
        (self.isSendable, module, self.location) = (isSendable, ModuleRun.current?.module, location)
        needsOnlyCall =
            original == nil && provider.instanceType == key.type
            && provider.isolation == nil && provider.kind != .asynchronous
        isMadeAnew = original != nil || option.keeper == .nobody
        self.provider = UncheckedField(provider)
        (number, first) = (RegistrationRecord.nextNumber(), nil)
    }

    /// The same registration, to be changed on its own. It has the same number, and so the same instances.
    init(like other: RegistrationRecord) {
        (key, option, original, number) = (other.key, other.option, other.original, other.number)
        (isSendable, module, location) = (other.isSendable, other.module, other.location)
        (needsOnlyCall, isMadeAnew, first) = (other.needsOnlyCall, other.isMadeAnew, other.first ?? other)
        provider = UncheckedField(Provider(copying: other.provider.value))
        if other.isPreferred.isSet { isPreferred.set() }
        if other.isEager.isSet { isEager.set() }
        if other.mayHoldScoped.isSet { mayHoldScoped.set() }
        guard let hooks = other.hooks else { return }
        guardedHooks.withLock { $0 = hooks }
        hasHooks.set()
    }

    deinit { if first == nil { Inspector.note(.gone(number: number)) } }

    /// The type that it was imposed for. This alone decides which requests it is compatible with.
    var type: any Any.Type { key.type }

    var instanceType: any Any.Type { provider.value.instanceType }

    var parameters: [any Any.Type] { provider.value.parameters }

    /// Whether the instance existed when it was imposed.
    var isInstance: Bool { provider.value.kind == .instance }

    /// Whether the provider has to be awaited.
    var isAsynchronous: Bool { provider.value.kind == .asynchronous }

    /// Whether it was imposed for a subclass that only the value of the `type` parameter named, as in
    /// `let kind: Screen.Type = Home.self; impose(for: kind) { … }`. Then each instance has to be checked.
    var isForSubclass: Bool { type != instanceType }

    /// Whether an imposer, or a scope, keeps its instances.
    var isKept: Bool { original == nil && option.keepsInstances }

    /// Whether a parameter is of the key that this is imposed for, or of an optional of it.
    @inline(__always)
    func isOwnKey(_ parameter: any Any.Type) -> Bool {
        key.type == parameter ? key.name == nil : isOptional(parameter) && isWrappedOwnKey(parameter)
    }

    @inline(never)
    private func isWrappedOwnKey(_ parameter: any Any.Type) -> Bool {
        key.name == nil && TypeRelation.unwrapped(parameter) == key.type
    }

    // MARK: Hooks

    /// The user's closures besides the provider; nil if there are none, as nearly always.
    ///
    /// The load of the flag acquires, and the store in `changeHooks` releases: who finds the flag finds the hooks. On
    /// ARM a relaxed load could find the flag, then take the lock too early, and find no hooks.
    var hooks: Boxed<Hooks>? { hasHooks.isSet ? guardedHooks.withLock { $0 } : nil }

    /// Changes the hooks. They are replaced as a whole, so that whoever has read them goes on with what he has. Under
    /// the lock of the node that holds the registration.
    ///
    /// - Returns: The old ones, to be released with no lock held: a closure may be the last to hold an object.
    func changeHooks(_ body: (inout Hooks) -> Void) -> Boxed<Hooks>? {
        var changed = guardedHooks.withLock { $0 }?.content ?? Hooks()
        body(&changed)
        let new = Boxed(changed)
        defer { hasHooks.set() }
        return guardedHooks.withLock { exchange(&$0, with: new) }
    }
}
