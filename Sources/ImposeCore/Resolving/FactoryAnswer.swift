/// An answer that makes a new instance each time, or finds the one that is kept for the caller.
///
/// `@unchecked Sendable`: nothing in it changes.
final class FactoryAnswer<Requested>: Answer, @unchecked Sendable {
    /// Whether calling `function` outside all scopes is all that is needed.
    let isDirect: Bool
    /// The user's code. Not an optional, which would be held once more for each call. Not called unless `isDirect`.
    let function: Provider<Requested>.Function
    /// Gets an instance if more is needed: an actor check, a scope, or a cast to the requested type.
    let slowPath: (Imposer?, Location) throws(ImposeError) -> Requested
    /// The registration that makes the instances; a placeholder if scopes share the answer, each of which has its own.
    let registration: RegistrationRecord
    /// The imposer that holds the registration; for scopes that share the answer, their parent.
    ///
    /// Invariant: it is alive while an instance is made. It is the imposer that remembers this, which its caller holds;
    /// or its ancestor, which the imposer holds; or its neighbour in a directory, which `neighbour` holds.
    let holder: UncountedReference<Imposer>
    private let neighbour: Imposer?

    init(
        function: Provider<Requested>.Function?,
        slowPath: @escaping (Imposer?, Location) throws(ImposeError) -> Requested,
        registration: RegistrationRecord,
        holder: Imposer,
        neighbour: Imposer?,
        position: OwnPosition = .nowhere
    ) {
        isDirect = function != nil
        self.function = function ?? ProviderFunction { _, _ in preconditionFailure("It is made the slow way") }
        self.slowPath = slowPath
        self.registration = registration
        self.holder = UncountedReference(holder)
        self.neighbour = neighbour
        super.init(
            position: position,
            AnswerSource(
                registration: UncountedReference(registration),
                holder: UncountedReference(holder),
                isDirect: function != nil && registration.owner == holder.number
            )
        )
    }

    override var word: UInt { wordOfObject }
}
