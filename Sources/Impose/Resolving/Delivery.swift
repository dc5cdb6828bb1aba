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
        case .instance(let instance):
            let requested: Requested = try registration.convert(instance, for: request)
            memory?.note(requested, of: registration, heldBy: holder)
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

    /// The instance, made now or kept.
    func instance() throws(ImposeError) -> Outcome<Instance> {
        guard registration.option.keepsInstances else {
            return .instance(try registration.make(for: request, holder: holder, construction: nil))
        }
        guard let key = request.arguments.isEmpty ? ArgumentsKey.none : ArgumentsKey(request.arguments) else {
            throw ImposeError.unhashableArguments(request, registration)
        }
        while true {
            switch registration.claim(key) {
            case .made(let kept):
                return .instance(registration.value(of: kept))
            case .closed:
                return .outdated
            case .build(let construction):
                return .instance(try build(construction, key))
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if let kept = construction.outcome { return .instance(registration.value(of: kept)) }
            }
        }
    }

    private func build(_ construction: Construction, _ key: ArgumentsKey) throws(ImposeError) -> Instance {
        var kept: AnyKept?
        // Also after a failure, so that the next injection tries again; and before the wake-up, so that it can.
        defer {
            registration.finish(construction, key, with: kept)
            WaitGraph.finish(construction)
        }
        let made = try registration.make(for: request, holder: holder, construction: construction)
        kept = registration.keep(made)
        return made
    }
}
