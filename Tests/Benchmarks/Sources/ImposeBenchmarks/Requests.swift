import Impose
import Subjects

/// A way to give a request's scope its values.
typealias Giving = @Sendable (User, RequestLogger, Imposer) -> Void

/// Imposes everything that `serve` needs outside of the scope.
func imposeForRequests() {
    imposeForRequests(.scopedInstance)
}

/// The same.
///
/// - Parameter option: The option of the scoped object.
func imposeForRequests(_ option: InjectOption) {
    Imposer.impose(for: UserNotes.self, option: option, makeNotes).alias((any Notes).self) { $0 }
    Imposer.impose(for: (any Gateway).self, makeGateway)
    fill(to: 100, reserving: 3)
}

/// Opens a scope, gives it its values, does something in it, and disposes of it.
@inline(__always)
func serve(_ handle: () -> Void = injectFour, giving give: Giving = give) {
    Imposer.withScope("request") { scope in
        give(makeUser(), makeLogger(), scope)
        handle()
    }
}

/// The short way to give a scope its values.
@Sendable
func give(_ user: User, _ logger: RequestLogger, to scope: Imposer) {
    scope.give(user)
    scope.give(logger)
}

/// Gives a scope its values as registrations of instances.
@Sendable
func imposeInstances(_ user: User, _ logger: RequestLogger, on scope: Imposer) {
    scope.impose(for: User.self, instance: user)
    scope.impose(for: RequestLogger.self, instance: logger)
}

/// Gives a scope its values as registrations of closures.
@Sendable
func imposeClosures(_ user: User, _ logger: RequestLogger, on scope: Imposer) {
    scope.impose(for: User.self) { user }
    scope.impose(for: RequestLogger.self) { logger }
}

/// Injects both values, the scoped object that is made of them, and its alias.
@inline(never)
func injectFour() {
    use(object: inject(of: User.self))
    use(object: inject(of: RequestLogger.self))
    use(object: inject(of: UserNotes.self))
    use(object: inject() as any Notes)
}

// MARK: Without a container

/// The objects that a server without a container makes for each request.
private final class RequestByHand: Sendable {
    @TaskLocal static var running: RequestByHand?

    let user: User
    let logger: RequestLogger
    let notes: UserNotes

    init(user: User, logger: RequestLogger) {
        self.user = user
        self.logger = logger
        notes = makeNotes(user: user, logger: logger)
    }

    static var current: RequestByHand {
        guard let running else { preconditionFailure("No request is running") }
        return running
    }
}

/// Makes the same objects as `serve` and uses them the same way.
func serveByHand() {
    RequestByHand.$running.withValue(makeRequestByHand()) { useFour() }
}

@inline(never)
private func makeRequestByHand() -> RequestByHand {
    RequestByHand(user: makeUser(), logger: makeLogger())
}

@inline(never)
private func useFour() {
    use(object: RequestByHand.current.user)
    use(object: RequestByHand.current.logger)
    use(object: RequestByHand.current.notes)
    use(object: RequestByHand.current.notes as any Notes)
}
