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
            guard let keeping = Keeping(of: registration, heldBy: holder, for: origin) else { return .outdated }
            return try instance(keeping)
        }
    }

    /// An instance that is kept.
    private func instance(_ keeping: Keeping) throws(ImposeError) -> Delivered {
        let key = try argumentsKey
        // Where the keeper is asked each time, it does not matter what it keeps now.
        let isAskedAgain = registration.option != .singleInstance
        var gone: AnyKept?
        while true {
            switch keeping.keeper.claim(key, besides: gone, in: keeping.branch.epoch) {
            case .made(let kept):
                if let instance = registration.instance(of: kept) {
                    return .instance(instance, mayBeRemembered: true)
                }
                gone = kept
            case .closed:
                return .outdated
            case .build(let construction):
                let made = try build(construction, key, keeping)
                return .instance(made, mayBeRemembered: isAskedAgain || construction.isKept)
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if let kept = construction.outcome, let instance = registration.instance(of: kept) {
                    return .instance(instance, mayBeRemembered: isAskedAgain || construction.isKept)
                }
            }
        }
    }

    private func build(
        _ construction: Construction,
        _ key: ArgumentsKey?,
        _ keeping: Keeping
    ) throws(ImposeError) -> Instance {
        let begun = Begun.now
        var kept: AnyKept?
        let made: Instance
        do throws(ImposeError) {
            made = try make(construction, in: keeping.scope)
            kept = try keep(made)
        } catch {
            // So that the next injection tries again; and before the wake-up, so that it can.
            _ = keeping.keeper.finish(construction, key, with: nil, in: keeping.branch.epoch)
            WaitGraph.finish(construction)
            throw error
        }
        if let begun {
            let info = RegistrationInfo(registration)
            Observers.report(.built(info, duration: begun.duration), in: holder, at: request.place)
        }
        let isShared = keeping.keeper.finish(construction, key, with: kept, in: keeping.branch.epoch)
        WaitGraph.finish(construction)
        guard isShared else {
            kept?.dispose()
            throw ImposeError.disposed(request, keeping.scope ?? holder)
        }
        if holder.isUnheld {
            construction.isKept = false
            var garbage = Garbage()
            keeping.keeper.holdWeakly(into: &garbage)
            garbage.release(telling: holder.homeDirectory)
        }
        return made
    }

    private func make(_ construction: Construction?, in scope: Imposer?) throws(ImposeError) -> Instance {
        try registration.make(for: request, holder: holder, scope: scope, construction: construction)
    }

    private func keep(_ made: Instance) throws(ImposeError) -> AnyKept {
        guard registration.option.lifetime == .weakInstance else { return registration.keep(made) }
        guard let kept = registration.keepWeakly(made) else { throw ImposeError.weakValue(request, registration, made) }
        return kept
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
