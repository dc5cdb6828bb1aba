// The call of a provider: with its frame on the path, and on its actor.

extension PathFrame {
    /// Calls a provider without arguments, an actor, decorators or creators, in code that knows all that it needs.
    ///
    /// It retains nothing that threads share: those that count references to one object wait for each other.
    ///
    /// - Parameters:
    ///   - function: The user's code.
    ///   - registration: The caller holds the object that holds it.
    ///   - holder: The imposer that holds it: the parent of the scope, if there is one.
    ///   - scope: The current scope. The caller holds it.
    ///   - home: Where the answers to the parameters are remembered.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    ///   - location: Where the instance was asked for.
    ///   - thread: The calling thread.
    @inline(__always)
    static func call<Instance>(
        _ function: ProviderFunction<Instance>,
        of registration: UncountedReference<RegistrationRecord>,
        heldBy holder: UncountedReference<ImposerNode>,
        in scope: UncountedReference<ImposerNode>?,
        _ home: AnswerTableReference,
        for construction: UncountedReference<Construction>? = nil,
        at location: Location,
        on thread: ThreadRecord = .current
    ) throws(ImposeError) -> Instance {
        var frame = PathFrame(type: Instance.self, location: location, registration: registration)
        frame.construction = construction
        var source = ParameterSource(
            holder: holder,
            scope: scope,
            home: home,
            registration: registration,
            arguments: nil
        )
        return try make(&frame, with: function, from: &source, on: thread)
    }

    /// Calls a provider with a frame on the path.
    ///
    /// - Parameters:
    ///   - pointer: A variable of the caller's, which stays where it is until this returns.
    ///   - function: The user's code. We are on its actor.
    ///   - source: Where it gets its parameters from.
    ///   - thread: The calling thread.
    @inline(__always)
    static func make<Instance>(
        _ pointer: UnsafeMutablePointer<PathFrame>,
        with function: ProviderFunction<Instance>,
        from source: inout ParameterSource,
        on thread: ThreadRecord = .current
    ) throws(ImposeError) -> Instance {
        let frame = ValueReference(pointer)
        guard ResolutionPath.enter(frame, on: thread) else { throw ImposeError.circular(frame) }
        defer { ResolutionPath.leave(frame, on: thread) }
        do {
            return try function(&source)
        } catch {
            throw ImposeError.thrown(error, by: frame)
        }
    }
}

extension TypedRegistration {
    /// Makes an instance. We are in the context that it is made in: its keeper's, or the caller's if nobody keeps it.
    ///
    /// It takes nothing but the delivery, and so does what it calls: each level of nesting has this on the stack.
    func make(for delivery: Delivery) throws(ImposeError) -> Instance {
        let arguments = try arguments(for: delivery)
        var frame = frame(for: delivery)
        // The source does not hold the arguments.
        defer { withExtendedLifetime(arguments) {} }
        var source = source(for: delivery, arguments)
        let instance = try PathFrame.make(&frame, with: completeFunction, from: &source)
        try checkType(instance, delivery.request)
        return instance
    }

    @inline(never)
    func frame(for delivery: Delivery) -> PathFrame {
        let request = delivery.request
        var frame = PathFrame(type: request.type, location: request.location, registration: UncountedReference(record))
        frame.construction = delivery.construction.map { UncountedReference($0) }
        return frame
    }

    /// The arguments to call the provider with: all parameters, if they were awaited, or those of the request.
    ///
    /// - Throws: Also if the provider has to be awaited, or belongs to an actor that we are not on.
    @inline(never)
    private func arguments(for delivery: Delivery) throws(ImposeError) -> FilledParameters? {
        if let parameters = delivery.parameters { return parameters }
        let request = delivery.request
        if record.isAsynchronous { throw delivery.unawaited(in: delivery.scope) }
        guard let actor = record.isolation, !ActorCheck.isOnMainActor(actor) else { return try record.fill(request) }
        throw ImposeError(.isolation(record, actor, holder: delivery.holder), request)
    }

    @inline(never)
    func checkType(_ instance: Instance, _ request: Request) throws(ImposeError) {
        guard isOfItsType(instance) else {
            throw ImposeError(.wrongClass(record, made: Casting.dynamicType(of: instance) ?? record.type), request)
        }
    }

    /// The user's code, followed by its decorators and creators.
    @inline(never)
    private var completeFunction: ProviderFunction<Instance> {
        hooks({ $0.completing(self) }, orElse: function)
    }

    @inline(never)
    func source(for delivery: Delivery, _ arguments: FilledParameters?) -> ParameterSource {
        let (holder, scope) = (delivery.holder, delivery.scope)
        return ParameterSource(
            holder: UncountedReference(holder),
            scope: scope.map { UncountedReference($0) },
            home: Origin(asked: holder, scope: scope).home ?? AnswerCache.none.home,
            registration: UncountedReference(record),
            arguments: arguments.map { UncountedReference($0) }
        )
    }

    /// Makes an instance that nobody keeps, in the caller's scope.
    func makeUnkept(for delivery: Delivery) throws(ImposeError) -> Instance {
        guard let change = Context.needed(for: delivery.holder, delivery.scope, isKept: false) else {
            return try make(for: delivery)
        }
        return try Context.run(in: change.context) { () throws(ImposeError) -> Instance in try make(for: delivery) }
    }

    /// Whether an instance is of the type that it was imposed for, where the compiler does not see to that.
    func isOfItsType(_ instance: Instance) -> Bool {
        guard record.isForSubclass else { return true }
        return Casting.dynamicType(of: instance).flatMap { TypeRelation(to: record.type).distance(from: $0) } != nil
    }

    /// Converts an instance to the requested type.
    func convert<Requested>(_ instance: Instance, for request: Request) throws(ImposeError) -> Requested {
        // Invariant: same type.
        if Instance.self == Requested.self { return knownCast(instance, to: Requested.self) }
        return try cast(instance, for: request)
    }

    /// Out of line: the optional that a cast makes is a type, which the runtime would make for each registration.
    @inline(never)
    private func cast<Requested>(_ instance: Instance, for request: Request) throws(ImposeError) -> Requested {
        // For an exact or compatible match this only fails where a conformance belongs to an actor and we are not on
        // it: the registration's type is a subtype of the requested one, or the one inside its optional.
        guard let converted = instance as? Requested else { throw ImposeError(.conformanceIsolation(record), request) }
        return converted
    }
}
