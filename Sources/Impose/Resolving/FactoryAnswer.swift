/// The answer is to have a new instance made each time, or to look who keeps one for the caller.
///
/// `@unchecked Sendable`: nothing in it changes.
@usableFromInline
final class FactoryAnswer<Requested>: Answer, @unchecked Sendable {
    /// The user's code, where nothing but a call of it is needed.
    @usableFromInline
    let function: Provider<Requested>.Function?
    /// Gets an instance where more is needed: the check of an actor, a scope, or a cast to the type that is requested.
    @usableFromInline
    let slowPath: (Imposer?, Location) throws(ImposeError) -> Requested
    /// What it is that makes the instances; for scopes that share the answer, where each has its own, a placeholder.
    @usableFromInline
    let registration: RegistrationRecord
    /// The imposer that holds the registration; for scopes that share the answer, their parent.
    ///
    /// Invariant: it is alive while an instance is made. It is the imposer that remembers this, which its caller holds;
    /// or an ancestor, which that one holds; or a neighbour in a directory, and then `neighbour` holds it.
    @usableFromInline
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
        self.function = function
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
