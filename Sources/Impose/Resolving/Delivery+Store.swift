// The storing of a value where a request would get it from.

extension Resolver {
    /// Stores a value for exactly a type and a name, in the first imposer of the search order that has them.
    static func store<Value>(_ value: Value, for request: Request, from origin: Origin) throws(ImposeError) {
        do throws(ImposeError) {
            while true {
                let order = SearchOrder(from: origin)
                let candidate = try exact(request, in: order)
                // Nothing can be stored any more in an imposer that was shut down.
                if let refusal = origin.start?.refusal(of: request, from: origin) { throw refusal }
                guard let candidate else { throw ImposeError(.missingToStore(order), request) }
                if try Delivery(candidate, for: request, from: origin).store(value) { return }
            }
        } catch {
            throw reported(error, in: origin.asked)
        }
    }

    /// The registration for exactly the type and the name of a request.
    private static func exact(_ request: Request, in order: SearchOrder) throws(ImposeError) -> Candidate? {
        let key = RegistrationKey(type: request.type, name: request.name)
        for imposer in order.asked {
            let decision = Decision(imposer: imposer, choice: imposer.chooseExactly(key))
            if let candidate = try decision.candidate(for: request) { return candidate }
        }
        return nil
    }
}

extension Delivery {
    /// Stores a value, for the registration to deliver from now on.
    ///
    /// - Returns: False if the registration is gone by now.
    fileprivate func store<Value>(_ value: Value) throws(ImposeError) -> Bool {
        func store<Instance>(_ instanceType: Instance.Type) throws(ImposeError) -> Bool {
            let typed = TypedRegistration<Instance>(registration)
            guard let instance = value as? Instance, typed.isOfItsType(instance) else {
                let type = Casting.dynamicType(of: value) ?? request.type
                throw ImposeError(.wrongClassToStore(registration, type), request)
            }
            let storers = typed.hooks({ $0.storers }, orElse: [])
            if registration.original == nil, registration.option.keepsInstances {
                guard try replace(with: instance, of: typed) else { return false }
            } else if storers.isEmpty {
                throw ImposeError(.notStorable(registration), request)
            }
            for storer in storers { storer(instance) }
            return true
        }
        return try store(registration.instanceType)
    }

    private func replace<Instance>(
        with instance: Instance,
        of typed: TypedRegistration<Instance>
    ) throws(ImposeError) -> Bool {
        let isWeak = registration.option.lifetime == .weakInstance
        let kept: AnyCachedInstance = try isWeak ? typed.keepWeakly(instance, for: request) : StrongInstance(instance)
        guard let location = try InstanceLocation(for: self) else { return false }
        // Values that other scopes were given are not replaced.
        if registration.given != nil { holder.stopSharingAnswersOfScope() }
        var isKept = false
        holder.change { deferred in
            isKept = location.keeper.replace(location.registration, with: kept, into: &deferred)
        }
        return isKept
    }
}
