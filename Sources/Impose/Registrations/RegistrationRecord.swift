/// A registration: everything but the type of the instance, which `TypedRegistration` knows. It holds no instance, so
/// that copies of a directory can share it.
///
/// `@unchecked Sendable`: all that changes is atomic, or, like the hooks, has a lock, except for `replaced`, which is set
/// once, before another thread can see the object.
package final class RegistrationRecord: @unchecked Sendable {
    package let key: RegistrationKey
    package let option: InjectOption
    /// The title of the scopes that keep its instances, if its option names one.
    let scopeTitle: ScopeTitle
    package let location: Location
    /// The user's provider.
    let provider: Provider
    /// The key of the registration that provides the instance, if this is an alias.
    package let original: RegistrationKey?
    /// Whether the compiler knows that instances may be shared between threads: their type is `Sendable`. Also true
    /// where the compiler was not asked: for instances that were handed in, and for modules in the Swift 5 language
    /// mode.
    package let isSendable: Bool
    /// The title of the imposer that it was made for.
    package let imposer: ImposerTitle
    /// The number of that imposer. Copies of a directory share registrations.
    let owner: SerialNumber
    /// The position in the order of all registrations of the process, one order for all imposers.
    package let sequence: SerialNumber
    /// The type of the module that imposed it, if one did.
    let module: (any Any.Type)?
    /// The given value that it stands for, and its position among the values given to its scope; nil if it was imposed.
    let given: (value: Given, index: Int)?
    /// The location of the registration that it replaced.
    ///
    /// Invariant: only set by the registry that it is added to, under whose lock nobody has found it yet.
    var replaced: Location?
    /// Set for a registration that wins a tie.
    let preference = AtomicField(false)
    /// Set if its instance is to be made before it is asked for.
    let eagerness = AtomicField(false)
    /// Set if its instances are meant to hold ones that live shorter.
    let permission = AtomicField(false)
    /// The number of times that an imposer which held it has let go of it, for the keepers of its instances. Counted
    /// before these are looked through.
    private let countOfDepartures = AtomicField(0)
    /// Whether the imposer that it was made for has let go of it.
    private let hasLeftOwner = AtomicField(false)
    /// The holds through which scopes refer to it.
    let holds = OnceReference<RegistrationHolds>()
    /// What inspecting notes of it.
    let notes = OnceReference<Notes>()
    private var storedHooks: AnyObject?
    private let hasHooks = AtomicField(false)
    /// Under the lock of the hooks.
    private var announced: [any Any.Type] = []
    private static let lastSequence = AtomicField<SerialNumber>(0)

    /// - Parameters:
    ///   - owner: The imposer that it is made for.
    ///   - given: The value that it stands for, and its position among the values given to that imposer.
    init(
        key: RegistrationKey,
        option: InjectOption,
        location: Location,
        provider: consuming Provider,
        original: RegistrationKey? = nil,
        isSendable: Bool,
        module: (any Any.Type)? = nil,
        for owner: RegistrationOwner,
        given: (value: Given, index: Int)? = nil
    ) {
        self.key = key
        self.option = option
        scopeTitle = option.scopeName.map { ScopeNames.title(of: $0.key.value) } ?? .none
        self.location = location
        self.provider = provider
        self.original = original
        self.isSendable = isSendable
        imposer = owner.title
        self.owner = owner.number
        self.module = module
        sequence =
            given.map { $0.value.sequence(at: $0.index) }
            ?? RegistrationRecord.lastSequence.add(RegistrationRecord.sequenceStep, ordering: .relaxed)
        self.given = given
    }

    /// - Parameters:
    ///   - given: The value.
    ///   - owner: The imposer that it was given to.
    ///   - index: Its position among the values given to that imposer.
    convenience init(_ given: Given, in owner: RegistrationOwner, index: Int) {
        self.init(
            key: given.key,
            option: .singleInstance,
            location: given.location,
            provider: .given(given.key.type),
            isSendable: true,
            for: owner,
            given: (given, index)
        )
    }

    /// The greatest number so far. Given values are numbered from there, without changing it: a server gives values to
    /// scopes on all its threads, which would wait for each other.
    static var latestSequence: SerialNumber { lastSequence.load(ordering: .relaxed) }

    /// More than the values that a scope with shared answers can have, so that no two of a search have the same number.
    private static let sequenceStep = SerialNumber(Registry.mostGiven + 1)

    /// The type it was imposed for. This alone decides which requests it is compatible with.
    package var type: any Any.Type { key.type }

    /// The type of its instances, as the compiler knew it. `type` may be a subclass.
    var instanceType: any Any.Type { provider.instanceType }

    /// The types of the provider's parameters.
    package var parameters: [any Any.Type] { provider.parameters }

    /// Whether its instances are kept by an imposer or a scope.
    var isKept: Bool { original == nil && option.keepsInstances }

    /// Whether it wins a tie.
    var isPreferred: Bool { preference.isSet }

    /// The types of parameters that are always given as arguments.
    package var expectedArguments: [any Any.Type] { StripedLock.withLock(of: self) { announced } }

    /// Adds some to them.
    func expect(_ arguments: [any Any.Type]) {
        // A new array, since one that was handed out is never changed in place, see `Registry`.
        StripedLock.withLock(of: self) { announced = announced + arguments }
    }

    /// Whether its instance is to be made before it is asked for.
    package var isEager: Bool { eagerness.isSet }

    /// Whether its instances are meant to hold ones that live shorter.
    package var holdsScoped: Bool { permission.isSet }

    /// The number of times that an imposer which held it has let go of it.
    var departures: Int { countOfDepartures.load(ordering: .sequentiallyConsistent) }

    /// Whether the imposer that it was made for has let go of it.
    var isOutdated: Bool { hasLeftOwner.load(ordering: .sequentiallyConsistent) }

    /// Records that an imposer no longer holds it. Call it after taking it out of the registry, and before looking
    /// through what is kept. The caller holds it, and no lock.
    func noteRemoved(from holder: SerialNumber) {
        countOfDepartures.add(1, ordering: .sequentiallyConsistent)
        guard holder == owner else { return }
        hasLeftOwner.store(true, ordering: .sequentiallyConsistent)
        endHolds()
    }

    /// Whether it was imposed for a subclass that only the value of the `type` parameter named, as in
    /// `let kind: Screen.Type = Home.self; impose(for: kind) { … }`. Then each instance has to be checked.
    var isForSubclass: Bool { type != instanceType }

    /// Whether only its type and name tell it from others, as far as it matters which one answers.
    var isPlain: Bool { original == nil && !isForSubclass }

    /// Whether its provider may inject things that its parameters do not show.
    package var isOpaque: Bool { parameters.isEmpty ? !provider.isInstance : takesImposer }

    /// Whether its provider has a parameter from which it can inject whatever it likes.
    package var takesImposer: Bool { parameters.contains { $0 == Imposer.self } }

    /// Whether its provider is asynchronous.
    package var isAsynchronous: Bool { provider.isAsynchronous }

    /// Whether the user has handed in a function, so that its parameters are all that it takes from outside.
    package var isFunction: Bool { provider.isFunction }

    /// The actor that its provider belongs to, or nil if it runs anywhere.
    package var isolation: (any Actor)? { provider.isolation }

    /// Whether instances are for code on the provider's actor only, as far as that can be told.
    package var isForItsActor: Bool { isolation != nil && !isSendable }

    /// The user's closures besides the provider, in a box; nil if there are none, as nearly always.
    var hooks: AnyObject? {
        guard hasHooks.isSet else { return nil }
        return StripedLock.withLock(of: self) { storedHooks }
    }

    /// Replaces the box.
    func changeHooks(_ body: (AnyObject?) -> AnyObject) {
        // The old one is released with the lock open: a closure may be the last to hold an object.
        let old = StripedLock.withLock(of: self) {
            let old = storedHooks
            storedHooks = body(old)
            return old
        }
        hasHooks.set()
        withExtendedLifetime(old) {}
    }
}

/// The imposer that a registration is made for, as far as the registration knows it.
struct RegistrationOwner: Sendable {
    let title: ImposerTitle
    let number: SerialNumber
}
