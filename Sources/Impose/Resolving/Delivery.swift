/// Gets one registration's instance, made now or kept, as the type that was requested.
struct Delivery<T>: RegistrationVisitor {
    let request: Request
    /// The imposer that holds the registration.
    let holder: Imposer

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(ImposeError) -> Outcome<T> {
        let delivery = InstanceDelivery(registration: registration, request: request, holder: holder)
        switch try delivery.instance() {
        case .outdated:
            return .outdated
        case .instance(let instance):
            return .instance(convert(instance))
        }
    }

    private func convert<Instance>(_ instance: Instance) -> T {
        // Invariant of the first: same type. The second can't fail for an exact or compatible match, whose type is a
        // subtype of the requested one or the one inside its optional.
        if Instance.self == T.self { return unsafeBitCast(instance, to: T.self) }
        guard let converted = instance as? T else {
            preconditionFailure("Impose matched \(Instance.self) with \(T.self), but it can't be cast")
        }
        return converted
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
            return .instance(try make(construction: nil))
        }
        guard let key = request.arguments.isEmpty ? ArgumentsKey.none : ArgumentsKey(request.arguments) else {
            throw ImposeError.unhashableArguments(request, registration)
        }
        while true {
            switch registration.instances.claim(key) {
            case .made(let kept):
                return .instance(kept.value)
            case .closed:
                return .outdated
            case .build(let construction):
                return .instance(try build(construction, key))
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if let kept = construction.outcome { return .instance(kept.value) }
            }
        }
    }

    private func build(_ construction: Construction<Instance>, _ key: ArgumentsKey) throws(ImposeError) -> Instance {
        var kept: Kept<Instance>?
        // Also after a failure, so that the next injection tries again; and before the wake-up, so that it can.
        defer {
            registration.instances.finish(construction, key, with: kept)
            WaitGraph.finish(construction)
        }
        let made = try make(construction: construction)
        kept = Kept(made)
        return made
    }

    /// Calls the provider.
    private func make(construction: AnyConstruction?) throws(ImposeError) -> Instance {
        if ResolutionPath.contains(registration) {
            throw ImposeError.circular(request, closing: registration.type, through: [])
        }
        if let actor = registration.provider.isolation, !ActorCheck.isOnMainActor(actor) {
            throw ImposeError.isolation(request, registration, actor)
        }
        guard let plan = ArgumentPlan(request.arguments, for: registration.parameters) else {
            throw ImposeError.arguments(request, registration)
        }
        var source = ParameterSource(holder: holder, place: registration.place, arguments: plan.arguments)
        return try ResolutionPath.extended(
            by: registration,
            for: request,
            construction: construction,
            { () throws(ImposeError) -> Instance in
                do {
                    return try registration.provider.make(&source)
                } catch let error as ImposeError {
                    // An injection inside the provider failed, and its error knows the path down to there.
                    throw error
                } catch {
                    throw ImposeError.providerFailed(request, registration, error)
                }
            }
        )
    }
}

extension ParameterSource {
    /// The next parameter: the argument that fills it, or what is injected for its type.
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        defer { position += 1 }
        if let argument = arguments[position], let value = argument.value as? Parameter { return value }
        return try Resolver.resolve(Request(type, at: place), as: type, from: holder)
    }
}
