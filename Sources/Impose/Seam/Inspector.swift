internal import CImposeRuntime

/// The functions of `ImposeInspecting` that the core calls: to make the long text of an error, and to tell what
/// happens.
///
/// A program that links `ImposeInspecting` has an inspector, which is offered before `main`. Without it, errors are
/// short and nothing is noted.
package struct Inspector: Sendable {
    /// Makes the long text of an error. It is called when the error is made.
    let describe: @Sendable (FailedRequest) -> any ErrorText
    /// Is told of what happens. No lock is held.
    let note: @Sendable (CoreEvent) -> Void

    /// The private imposers, the latest first: the core lists none.
    let privateImposers: @Sendable () -> [NodeFacts]

    package init(
        describe: @escaping @Sendable (FailedRequest) -> any ErrorText,
        note: @escaping @Sendable (CoreEvent) -> Void,
        privateImposers: @escaping @Sendable () -> [NodeFacts]
    ) {
        (self.describe, self.note, self.privateImposers) = (describe, note, privateImposers)
    }

    /// The inspector; nil in a program that is not linked with inspecting.
    static let current: Inspector? = impose_offered(ImposeOfferInspector).map { make in
        Boxed<Inspector>.takeRetained(make()).content
    }

    /// Tells the inspector of something, if there is one.
    @inline(never)
    static func note(_ event: @autoclosure () -> CoreEvent) { current?.note(event()) }

    /// The same, as long as somebody observes.
    @inline(__always)
    static func noteObserved(_ event: @autoclosure () -> CoreEvent) { if isObserving { note(event()) } }

    /// Whether tests are warned of changes that all of them see.
    static let isWatching = impose_offered(ImposeOfferWatch) != nil

    private static var observing: AtomicWordPointer.Word {
        @inline(__always) get { AtomicWordPointer(impose_word_of_observers())[0] }
    }

    /// Whether somebody observes, so that collecting events is worth while. (Relaxed: observers are told of later
    /// events only.) It is not marked to be inlined: in a debug build, that would enlarge the stack frame of each
    /// injection.
    static var isObserving: Bool { observing.load(ordering: .relaxed) != 0 }

    /// The time since the first observation, as long as somebody observes.
    static var now: Duration? {
        @inline(__always) get { isObserving ? sinceStart : nil }
    }

    private static let start = ContinuousClock.now
    private static var sinceStart: Duration { @inline(never) get { ContinuousClock.now - start } }

    package static func setObserving(_ isObserving: Bool) { observing.store(isObserving ? 1 : 0, ordering: .relaxed) }
}

/// Something that the core tells inspecting of.
package enum CoreEvent {
    // MARK: What is always told

    /// A request whose answer was not remembered.
    ///
    /// - source: The number of the registration whose provider asks; nil if none does.
    /// - isOfHolder: Whether the imposer that is asked has that registration.
    case requested(RequestFacts, of: NodeFacts, by: (number: Int, isOfHolder: Bool)?)
    /// A line removed a registration, or all that the imposer had.
    case removed([RegistrationFacts], from: NodeFacts, isOfAll: Bool, at: Location)
    /// What the imposer has had up to a number was prepared.
    case prepared(NodeFacts, upTo: Int, at: Location)
    case reset(NodeFacts)
    /// Scopes of a name are going to be given a value.
    case expected(RegistrationKey, inScopes: InjectionName, of: NodeFacts, at: Location)
    case madePrivateImposer(NodeFacts)
    /// An isolated directory has begun: an imposer of it is a copy of another one.
    case copied(NodeFacts, from: NodeFacts)
    /// An imposer or a scope has ended. Of a scope this is told only if the inspector may have noted something of it,
    /// see `Node.isNoted`. As long as somebody observes, it is also told of each scope that has an overlay.
    case ended(NodeFacts)
    /// No imposer has the registration of a number any more, nor any copy.
    case gone(number: Int)
    /// An error is about to stop the program.
    case stopping(ImposeError)

    /// A registration was made, or a value was given. If it replaces a registration, this is always told. If not, it is
    /// told as long as somebody observes, or if it is for the whole process and `ImposeTesting` is linked.
    case imposed(RegistrationFacts, replacing: RegistrationFacts?, by: Location)

    // MARK: What is told as long as somebody observes

    /// A kept instance was made.
    case built(RegistrationFacts, duration: Duration, for: RequestFacts)
    /// A request to an imposer was answered; and how long the making of the instance took, if nobody keeps it.
    case resolved(RequestFacts, of: NodeFacts, answer: RegistrationFacts, duration: Duration?)
    case disposed(RegistrationFacts)
    case disposalContinues(RegistrationFacts, at: Location)
    case failed(ImposeError)
}
