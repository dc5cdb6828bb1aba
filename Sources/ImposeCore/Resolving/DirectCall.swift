/// A call of a provider without arguments, an actor, decorators or creators, by code that knows all that it needs.
///
/// It retains nothing that threads share: those that count references to one object wait for each other.
struct DirectCall {
    private let registration: UncountedReference<RegistrationRecord>
    private let holder: UncountedReference<ImposerNode>
    private let scope: UncountedReference<ImposerNode>?
    private let home: AnswerTableReference

    /// - Parameters:
    ///   - registration: The caller holds the object that holds it.
    ///   - holder: The imposer that holds it: the parent of the scope, if there is one.
    ///   - scope: The current scope. The caller holds it.
    ///   - home: Where the answers to the parameters are remembered.
    @inline(__always)
    init(
        _ registration: UncountedReference<RegistrationRecord>,
        heldBy holder: UncountedReference<ImposerNode>,
        in scope: UncountedReference<ImposerNode>?,
        _ home: AnswerTableReference
    ) {
        (self.registration, self.holder, self.scope, self.home) = (registration, holder, scope, home)
    }

    /// Calls the provider.
    ///
    /// - Parameters:
    ///   - function: The registration's.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    ///   - location: Where the instance was asked for.
    ///   - thread: The calling thread.
    @inline(__always)
    func instance<Instance>(
        by function: Provider<Instance>.Function,
        for construction: UncountedReference<Construction>?,
        at location: Location,
        on thread: ThreadRecord
    ) throws -> Instance {
        var frame = PathFrame(type: Instance.self, location: location, registration: registration)
        frame.construction = construction
        var source = ParameterSource(
            holder: holder,
            scope: scope,
            home: home,
            registration: registration,
            arguments: nil
        )
        return try frame.make(with: function, from: &source, on: thread)
    }
}
