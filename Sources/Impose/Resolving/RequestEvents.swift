// What observers and the log are told of a request, and when.

extension Resolver {
    /// Has a request noted, with the provider that it comes from.
    ///
    /// - Returns: The present time, if observers are to be told of the answer: once for each request and imposer.
    @inline(never)
    static func note(_ request: Request, from origin: Origin, _ base: ImposerNode?) -> Stopwatch? {
        guard Inspector.current != nil || Observers.exist else { return nil }
        let requester = ResolutionPath.innermost?.registration
        let asked = origin.asked
        // Whether its registration was made for the imposer, or is in it as a copy.
        let isHolder = requester.map { $0.owner == asked.number || asked.record(for: $0.key) === $0 } ?? true
        // A request from outside is only noted where answers are remembered; and a private imposer that is not the
        // provider's own can't be named later.
        guard requester == nil ? base != nil : isHolder || asked.isMember else { return nil }
        let key = RegistrationKey(type: request.type, name: request.name)
        let noted = NotedRequest(key: key, asked: isHolder ? nil : asked.type, rules: request.rules)
        let node = base ?? asked
        Inspector.current?.noteRequest(noted, request.location, requester, node)
        // Told to the node's observers, not the registration's: copies of a directory share it, and each has its own.
        guard let now = Stopwatch.now, node.openToldRequests().insert(noted, madeBy: requester) else { return nil }
        return now
    }

    /// Tells the observers that a registration has answered a request.
    ///
    /// - Parameter begun: When the instance was asked for; nil if nobody is to be told.
    @inline(never)
    static func report(_ delivery: Delivery, since begun: Stopwatch?) {
        guard let begun else { return }
        let (request, registration, holder) = (delivery.request, delivery.registration, delivery.holder)
        let info = Imposer.RegistrationInfo(registration)
        let distance = delivery.candidate.distance
        let resolved = ImposeEvent.Kind.resolved(type: request.type, name: request.name, by: info, distance: distance)
        Observers.report(resolved, in: holder, at: request.location)
        // A kept instance was reported when it was made, and an alias makes none.
        if registration.option.keepsInstances || registration.original != nil { return }
        Observers.report(.built(info, duration: begun.duration), in: holder, at: request.location)
    }

    /// Tells the observers of a failure, unless they were told of it on its way up.
    @inline(never)
    static func reported(_ error: ImposeError, in imposer: ImposerNode) -> ImposeError {
        guard Observers.exist, error.storage.isReportedFirst() else { return error }
        Observers.report(.failed(error), in: imposer, at: error.location)
        return error
    }
}

extension UncountedReference<ImposerNode> {
    /// Tells the observers that a remembered answer failed whose registration this imposer holds.
    func reported(_ error: ImposeError) -> ImposeError {
        Observers.exist ? Resolver.reported(error, in: object) : error
    }
}

/// The time at which something began, if there are observers who want to know how long it took.
struct Stopwatch {
    /// In a box, since the size of an instant is known only at run time, and so that of each `Delivery`.
    private let instant: Boxed<ContinuousClock.Instant>

    /// The present time; nil if nobody observes.
    static var now: Stopwatch? { Observers.exist ? Stopwatch(instant: Boxed(.now)) : nil }

    var duration: Duration { ContinuousClock.now - instant.content }
}
