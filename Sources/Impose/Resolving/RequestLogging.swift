extension Resolver {
    /// Takes a request down, with the provider that it comes from.
    ///
    /// - Returns: Now, if observers are to be told of its answer: of each request once in each directory.
    @inline(never)
    static func log(_ request: Request, from origin: Origin) -> Begun? {
        let key = RegistrationKey(type: request.type, name: request.name)
        guard let requester = ResolutionPath.innermost?.registration else {
            guard let base = origin.base else { return nil }
            let entry = RequestLog.Entry(asked: nil, key: key, rules: request.rules)
            base.node.openRequestLog().note(entry, at: request.location)
            return Begun.now(if: base.node, isFirstToldOf: entry, madeBy: nil)
        }
        let isHolder = origin.asked.holds(requester)
        // A private imposer that is not the provider's own can't be named later.
        guard isHolder || origin.asked.type != nil else { return nil }
        let entry = RequestLog.Entry(asked: isHolder ? nil : origin.asked.type, key: key, rules: request.rules)
        requester.openRequestLog().note(entry, at: request.location)
        // Registrations belong to copies of a directory as well, which are nobody else's affair.
        return Begun.now(if: (origin.base ?? origin.asked).node, isFirstToldOf: entry, madeBy: requester)
    }

    /// Tells the observers that a registration has answered a request.
    ///
    /// - Parameter begun: When the instance was asked for; nil if nobody is to be told.
    @inline(never)
    static func report(_ delivery: Delivery, since begun: Begun?) {
        guard let begun else { return }
        let (request, registration, holder) = (delivery.request, delivery.registration, delivery.holder)
        let info = Imposer.RegistrationInfo(registration)
        let distance = Matching(request).distances(registration.type) ?? 0
        let resolved = ImposeEvent.Kind.resolved(type: request.type, name: request.name, by: info, distance: distance)
        Observers.report(resolved, in: holder, at: request.location)
        // What is kept was reported when it was made, and an alias makes nothing.
        if registration.option.keepsInstances || registration.original != nil { return }
        Observers.report(.built(info, duration: begun.duration), in: holder, at: request.location)
    }

    /// Tells the observers of a failure, unless they were told of it on its way up.
    @inline(never)
    static func report(_ error: ImposeError, in imposer: Imposer) {
        guard Observers.exist, error.details.isReportedFirst() else { return }
        Observers.report(.failed(error), in: imposer, at: error.location)
    }
}

extension FactoryAnswer {
    /// Tells the observers of a failure of what was remembered.
    @usableFromInline
    func reported(_ error: ImposeError) -> ImposeError { holder.reported(error) }
}

extension UncountedReference<Imposer> {
    /// Tells the observers of a failure of what was remembered, and is held by this imposer.
    func reported(_ error: ImposeError) -> ImposeError {
        if Observers.exist { Resolver.report(error, in: object) }
        return error
    }
}

extension Imposer {
    /// Whether a registration is its own, or in it as in a copy.
    fileprivate func holds(_ registration: RegistrationRecord) -> Bool {
        registration.owner == number || record(for: registration.key) === registration
    }
}

/// The time that something took, where observers want to know it.
struct Begun {
    private let instant: ContinuousClock.Instant

    /// Nil if nobody wants to know.
    static var now: Begun? { Observers.exist ? Begun(instant: .now) : nil }

    /// Nil if nobody wants to know, or was told before.
    fileprivate static func now(
        if node: ImposerNode,
        isFirstToldOf entry: RequestLog.Entry,
        madeBy requester: RegistrationRecord?
    ) -> Begun? {
        guard let now, node.openRequestLog().tell(entry, madeBy: requester) else { return nil }
        return now
    }

    var duration: Duration { ContinuousClock.now - instant }
}
