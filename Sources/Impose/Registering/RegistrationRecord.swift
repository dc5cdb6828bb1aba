private import Synchronization

/// What one `impose` call made, as the registries hold it: everything but the type of the instance.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. All that changes is the atomic flag and
/// what is in the store, which has a lock.
@usableFromInline
class RegistrationRecord: @unchecked Sendable {
    let key: RegistrationKey
    let option: InjectOption
    @usableFromInline
    let place: SourcePlace
    /// The types of the provider's parameters.
    let parameters: [any Any.Type]
    /// Counts all registrations of the process, so that those of several imposers have one order.
    let sequence: Int
    /// The instances that are kept; only to be touched under the lock.
    final var instances = InstanceStore()
    private let preference = Atomic(false)
    private static let lastSequence = Atomic(0)

    fileprivate init(key: RegistrationKey, option: InjectOption, place: SourcePlace, parameters: [any Any.Type]) {
        self.key = key
        self.option = option
        self.place = place
        self.parameters = parameters
        sequence = Self.lastSequence.add(1, ordering: .relaxed).newValue
    }

    /// The type it was imposed for. This alone decides which requests it is compatible with.
    var type: any Any.Type { key.type }

    /// Whether it wins a tie.
    var isPreferred: Bool { preference.load(ordering: .acquiring) }

    func prefer() {
        preference.store(true, ordering: .releasing)
    }

    /// Hands itself, with the type of its instance, to a visitor.
    func accept<Visitor: RegistrationVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        fatalError("TypedRegistration is the only subclass")
    }
}

/// The same with the type of the instance: the user's provider.
final class TypedRegistration<Instance>: RegistrationRecord, @unchecked Sendable {
    let provider: Provider<Instance>

    init(name: InjectionName?, option: InjectOption, place: SourcePlace, provider: Provider<Instance>) {
        self.provider = provider
        super.init(
            key: RegistrationKey(type: Instance.self, name: name),
            option: option,
            place: place,
            parameters: provider.parameters
        )
    }

    /// An instance that the store keeps.
    ///
    /// Invariant: all that is ever put into this registration's store is made by `keep`.
    func value(of kept: AnyKept) -> Instance {
        unsafeDowncast(kept, to: Kept<Instance>.self).value
    }

    /// An instance as the store keeps it.
    func keep(_ instance: Instance) -> AnyKept {
        Kept(instance)
    }

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
