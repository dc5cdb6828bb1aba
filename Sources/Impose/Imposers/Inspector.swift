internal import CImposeRuntime

/// What the core leaves to inspecting, which is there for the person who reads. Without it, errors are short and nothing
/// is noted.
///
/// Whoever links inspecting has it: that offers itself before `main`.
package struct Inspector: Sendable {
    /// Makes the long text of an error. It is called when the error is thrown.
    let describe: @Sendable (Failure, Request, ImposeError.Facts) -> any ErrorText
    /// Notes a request: for the registration whose provider made it, or else for the imposer that was asked.
    let noteRequest:
        @Sendable (_ request: NotedRequest, _ location: Location, _ requester: RegistrationRecord?, _ node: ImposerNode)
            -> Void
    /// Notes the line that did something to the registrations of an imposer.
    let noteAction: @Sendable (_ action: NotedAction, _ location: Location, _ node: ImposerNode) -> Void
    /// Looks at an imposer whose registrations are about to change, while somebody observes.
    ///
    /// Its result, called after the change, tells the observers which requests have another answer. It is given the
    /// line that made the change; nil to name the line of each request.
    let willChange: @Sendable (_ imposer: ImposerNode) -> (@Sendable (Location?) -> Void)?
    /// Notes that a line made a private imposer.
    let madeImposer: @Sendable (_ node: ImposerNode, _ location: Location) -> Void
    /// Notes that a private imposer goes: its deinit has begun.
    let imposerIsGoing: @Sendable (_ node: ImposerNode) -> Void

    package init(
        describe: @escaping @Sendable (Failure, Request, ImposeError.Facts) -> any ErrorText,
        noteRequest: @escaping @Sendable (NotedRequest, Location, RegistrationRecord?, ImposerNode) -> Void,
        noteAction: @escaping @Sendable (NotedAction, Location, ImposerNode) -> Void,
        willChange: @escaping @Sendable (ImposerNode) -> (@Sendable (Location?) -> Void)?,
        madeImposer: @escaping @Sendable (ImposerNode, Location) -> Void,
        imposerIsGoing: @escaping @Sendable (ImposerNode) -> Void
    ) {
        self.describe = describe
        self.noteRequest = noteRequest
        self.noteAction = noteAction
        self.willChange = willChange
        self.madeImposer = madeImposer
        self.imposerIsGoing = imposerIsGoing
    }

    /// The inspector; nil in a program that is not linked with inspecting.
    static let current: Inspector? = impose_offered(ImposeOfferInspector).map { make in
        Boxed<Inspector>.handedOver(make()).content
    }
}

/// What was done to the registrations of an imposer.
package enum NotedAction {
    case removed(RegistrationKey)
    /// All that it had.
    case removedAll([RegistrationKey])
    /// Those up to a number of their order were prepared.
    case prepared(upTo: SerialNumber)
}
