/// The storing of a value where a request would get it from.
struct StoreOperation<Value>: RegistrationVisitor {
    let value: Value
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: ImposerNode

    /// Stores a value for exactly a type and a name, in the first imposer of the search order that has them.
    static func store(_ value: Value, for request: Request, from origin: Origin) throws(ImposeError) {
        do {
            try search(value, for: request, from: origin)
        } catch {
            Resolver.report(error, in: origin.asked)
            throw error
        }
    }

    private static func search(_ value: Value, for request: Request, from origin: Origin) throws(ImposeError) {
        while true {
            let order = SearchOrder(from: origin)
            let candidate = try find(request, in: order)
            if let (asked, shutdown) = origin.refusing {
                throw ImposeError(.shutDown(asked, at: shutdown.location), request)
            }
            guard let candidate else { throw ImposeError(.missingToStore(order), request) }
            let storing = StoreOperation(value: value, request: request, origin: origin, holder: candidate.imposer)
            if try candidate.registration.accept(storing) { return }
        }
    }

    /// The registration for exactly the type and the name of a request.
    private static func find(_ request: Request, in order: SearchOrder) throws(ImposeError) -> Candidate? {
        for decision in order.decisions(for: RegistrationKey(type: request.type, name: request.name)) {
            if let candidate = try decision.candidate(for: request) { return candidate }
        }
        return nil
    }

    /// Stores the value.
    ///
    /// - Returns: False if the registration is gone by now.
    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(ImposeError) -> Bool {
        guard let instance = value as? Instance, registration.isOfItsType(instance) else {
            throw ImposeError(
                .wrongClassToStore(registration.record, Casting.dynamicType(of: value) ?? request.type),
                request
            )
        }
        let storers = registration.hooks({ $0.storers }, orElse: [])
        if registration.record.original == nil, registration.record.option.keepsInstances {
            guard try replace(registration, with: instance) else { return false }
        } else if storers.isEmpty {
            throw ImposeError(.notStorable(registration.record), request)
        }
        for storer in storers { storer(instance) }
        return true
    }

    private func replace<Instance>(
        _ registration: TypedRegistration<Instance>,
        with instance: Instance
    ) throws(ImposeError) -> Bool {
        let isWeak = registration.record.option.lifetime == .weakInstance
        guard let kept = isWeak ? registration.keepWeakly(instance) : StrongInstance(instance) else {
            throw ImposeError(
                .weakValue(registration.record, Casting.dynamicType(of: instance) ?? registration.record.type),
                request
            )
        }
        guard let location = try InstanceLocation(of: registration.record, heldBy: holder, for: request, from: origin)
        else {
            return false
        }
        // Values that other scopes were given are not replaced.
        if registration.record.givenIndex != nil { holder.stopSharingAnswersOfScope() }
        var isKept = false
        holder.change { deferred in
            isKept = location.keeper.replace(location.registration, with: kept, into: &deferred)
        }
        return isKept
    }
}

extension Origin {
    /// The imposer that nothing can be stored in any more, since it was shut down, and its shutdown.
    var refusing: (ImposerNode, Shutdown)? {
        guard Shutdown.exist, let start, let shutdown = start.refusingShutdown(for: scope) else { return nil }
        return (start, shutdown)
    }
}
