internal import CImposeRuntime

/// What the core leaves to inspecting, which is there for the person who reads. Without it, errors are short and nothing
/// is noted.
///
/// Whoever links inspecting has it: that offers itself before `main`.
struct Inspector: Sendable {
    /// Notes a request: for the registration whose provider made it, or else for the imposer that was asked.
    let noteRequest:
        @Sendable (_ request: NotedRequest, _ location: Location, _ requester: RegistrationRecord?, _ node: ImposerNode)
            -> Void
    /// Looks at an imposer whose registrations are about to change, while somebody observes.
    ///
    /// Its result, called after the change, tells the observers which requests have another answer. It is given the
    /// line that made the change; nil to name the line of each request.
    let willChange: @Sendable (_ imposer: Imposer) -> (@Sendable (Location?) -> Void)?
    /// Notes that a private imposer was made.
    let madeImposer: @Sendable (_ node: ImposerNode) -> Void
    /// Notes that a private imposer goes: its deinit has begun.
    let imposerIsGoing: @Sendable (_ node: ImposerNode) -> Void
    /// The private imposers that were made last, in the order they were made.
    let latestPrivateImposers: @Sendable () -> [ImposerNode]

    /// The inspector; nil in a program that is not linked with inspecting.
    static let current: Inspector? = {
        guard let make = impose_offered_inspector() else { return nil }
        return Unmanaged<Boxed<Inspector>>.fromOpaque(make()).takeRetainedValue().content
    }()

    /// The inspector as the function that is called before `main` hands it over.
    var offered: UnsafeMutableRawPointer { Unmanaged.passRetained(Boxed(self)).toOpaque() }
}
