/// Gets one registration's instance, made now or kept, as the type that was requested.
struct Delivery<Requested>: RegistrationVisitor {
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: Imposer
    /// Takes down what was answered; nil if the answer is not to be remembered.
    let memory: AnswerMemory?

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(ImposeError) -> Outcome<Requested> {
        let delivery = InstanceDelivery(registration: registration, request: request, origin: origin, holder: holder)
        switch try delivery.instance() {
        case .outdated:
            return .outdated
        case .instance(let instance, let mayBeRemembered):
            let requested: Requested = try registration.convert(instance, for: request)
            if mayBeRemembered { memory?.note(requested, of: registration, heldBy: holder) }
            return .instance(requested)
        }
    }
}

/// Gets one registration's instance as the type that it was registered with.
struct InstanceDelivery<Instance> {
    let registration: TypedRegistration<Instance>
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: Imposer

    enum Delivered {
        /// The instance, made now or kept, and whether the next request like this one gets the same.
        case instance(Instance, mayBeRemembered: Bool)
        /// The registration was replaced or removed since it was chosen.
        case outdated
    }

    /// The instance, made now or kept.
    func instance() throws(ImposeError) -> Delivered {
        if registration.original != nil {
            return .instance(try make(nil, in: origin.scope), mayBeRemembered: true)
        }
        switch registration.option.lifetime {
        case .closureBased:
            return .instance(try make(nil, in: origin.scope), mayBeRemembered: true)
        case .graphInstance:
            let (key, scope) = (try argumentsKey, origin.scope)
            let instance = try GraphInstances.instance(of: registration, heldBy: holder, key, in: scope) {
                () throws(ImposeError) in
                try make(nil, in: scope)
            }
            return .instance(instance, mayBeRemembered: true)
        case .singleInstance, .weakInstance, .scopedInstance:
            return try keptInstance()
        }
    }

    private func keptInstance() throws(ImposeError) -> Delivered {
        let delivery = KeptDelivery(registration: registration, request: request, origin: origin, holder: holder)
        let key = try argumentsKey
        var gone: AnyKept?
        while true {
            let delivered = try delivery.kept(key, besides: gone) { construction, scope throws(ImposeError) -> Made in
                try keep(try make(construction, in: scope))
            }
            guard let delivered else { return .outdated }
            if let instance = registration.instance(of: delivered.kept) {
                return .instance(instance, mayBeRemembered: delivered.mayBeRemembered)
            }
            gone = delivered.kept
        }
    }

    private func make(_ construction: Construction?, in scope: Imposer?) throws(ImposeError) -> Instance {
        try registration.make(for: request, holder: holder, scope: scope, construction: construction)
    }

    private func keep(_ made: Instance) throws(ImposeError) -> Made {
        let held = registration.keep(made)
        guard registration.option.lifetime == .weakInstance else { return Made(kept: held, held: held) }
        guard let kept = registration.keepWeakly(made) else { throw ImposeError.weakValue(request, registration, made) }
        return Made(kept: kept, held: held)
    }

    private var argumentsKey: ArgumentsKey? {
        get throws(ImposeError) {
            guard request.hasArguments else { return nil }
            let arguments = request.arguments(for: registration)
            if arguments.isEmpty { return nil }
            guard let key = ArgumentsKey(arguments) else {
                throw ImposeError.unhashableArguments(request, registration)
            }
            return key
        }
    }
}
