extension Resolver {
    /// Takes a request down, with the provider that it comes from.
    ///
    /// - Returns: Whether such a request is a new one.
    static func log(_ request: Request, from origin: Origin) -> Bool {
        let key = RegistrationKey(type: request.type, name: request.name)
        guard let requester = ResolutionPath.innermost?.registration else {
            guard let base = origin.base else { return false }
            let entry = RequestLog.Entry(asked: nil, key: key, rules: request.rules)
            return base.branch.openRequestLog().note(entry, at: request.place)
        }
        let isHolder = requester.owner == origin.asked.number
        // A private imposer that is not the provider's own can't be named later.
        guard isHolder || origin.asked.type != nil else { return false }
        let entry = RequestLog.Entry(asked: isHolder ? nil : origin.asked.type, key: key, rules: request.rules)
        return requester.openRequestLog().note(entry, at: request.place)
    }

    /// Tells the observers that a registration has answered a request.
    ///
    /// - Parameter begun: When the instance was asked for.
    static func report(_ request: Request, answeredBy candidate: Candidate, since begun: Begun?) {
        guard let begun else { return }
        let info = RegistrationInfo(candidate.registration)
        let resolved = ImposeEvent.Kind.resolved(
            type: request.type,
            name: request.name,
            by: info,
            distance: candidate.distance
        )
        Observers.report(resolved, in: candidate.imposer, at: request.place)
        if candidate.registration.option.keepsInstances { return }
        Observers.report(.built(info, duration: begun.duration), in: candidate.imposer, at: request.place)
    }

    /// Tells the observers of a failure, unless they were told of it on its way up.
    static func report(_ error: ImposeError, in imposer: Imposer) {
        guard Observers.exist, error.details.isReportedFirst() else { return }
        Observers.report(.failed(error), in: imposer, at: error.place)
    }
}

/// The time that something took, where observers want to know it.
struct Begun {
    private let instant: ContinuousClock.Instant

    /// Nil if nobody wants to know.
    static var now: Begun? { Observers.exist ? Begun(instant: .now) : nil }

    var duration: Duration { ContinuousClock.now - instant }
}
