/// Gets one registration's instance, made now or kept, as the type that was requested.
struct Delivery<Requested>: RegistrationVisitor {
    let request: Request
    /// The imposer that holds the registration.
    let holder: Imposer
    /// Takes down what was answered; nil if the answer is not to be remembered.
    let memory: AnswerMemory?

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(ImposeError) -> Outcome<Requested> {
        let delivery = InstanceDelivery(registration: registration, request: request, holder: holder)
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
        guard registration.option.keepsInstances else {
            let made = try registration.make(for: request, holder: holder, construction: nil)
            return .instance(made, mayBeRemembered: true)
        }
        var key: ArgumentsKey?
        if !request.arguments.isEmpty {
            key = ArgumentsKey(request.arguments)
            if key == nil { throw ImposeError.unhashableArguments(request, registration) }
        }
        while true {
            switch registration.claim(key, in: holder.epoch) {
            case .made(let kept):
                return .instance(registration.value(of: kept), mayBeRemembered: true)
            case .closed:
                return .outdated
            case .build(let construction):
                let made = try build(construction, key)
                return .instance(made, mayBeRemembered: construction.isKept)
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if let kept = construction.outcome {
                    return .instance(registration.value(of: kept), mayBeRemembered: construction.isKept)
                }
            }
        }
    }

    private func build(_ construction: Construction, _ key: ArgumentsKey?) throws(ImposeError) -> Instance {
        var kept: AnyKept?
        // Also after a failure, so that the next injection tries again; and before the wake-up, so that it can.
        defer {
            registration.finish(construction, key, with: kept, in: holder.epoch)
            WaitGraph.finish(construction)
        }
        let made = try registration.make(for: request, holder: holder, construction: construction)
        kept = registration.keep(made)
        return made
    }
}
