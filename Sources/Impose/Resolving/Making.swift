extension PathFrame {
    /// Calls a provider with this frame on the path.
    ///
    /// - Parameters:
    ///   - function: The user's code. We are on its actor.
    ///   - source: Where it gets its parameters from.
    @inlinable
    mutating func make<Instance>(
        with function: Provider<Instance>.Function,
        from source: inout ParameterSource
    ) throws(ImposeError) -> Instance {
        try withUnsafeMutablePointer(to: &self) { frame throws(ImposeError) -> Instance in
            guard ResolutionPath.enter(frame) else { throw ImposeError.circular(frame) }
            defer { ResolutionPath.leave(frame) }
            do {
                return try function(&source)
            } catch {
                throw ImposeError.thrown(error, by: frame)
            }
        }
    }
}

extension TypedRegistration {
    /// Makes an instance. We are in the context of whoever will keep it.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it is made in: the one that will keep it, or the caller's if nobody will.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    func make(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?,
        _ construction: Construction?
    ) throws(ImposeError) -> Instance {
        try checkActor(request, heldBy: holder)
        var frame = frame(for: request, construction)
        let arguments = try fill(request)
        // The source does not hold the arguments.
        defer { withExtendedLifetime(arguments) {} }
        var source = source(for: holder, in: scope, arguments)
        let instance = try frame.make(with: completeFunction, from: &source)
        try checkType(instance, request)
        return instance
    }

    @inline(never)
    private func frame(for request: Request, _ construction: Construction?) -> PathFrame {
        var frame = PathFrame(type: request.type, place: request.place, registration: self)
        frame.construction = construction
        return frame
    }

    /// Nothing can be made by a provider of an actor that we are not on.
    @inline(never)
    private func checkActor(_ request: Request, heldBy holder: Imposer) throws(ImposeError) {
        guard let actor = provider.isolation, !ActorCheck.isOnMainActor(actor) else { return }
        throw ImposeError.isolation(request, self, actor, holder: holder)
    }

    @inline(never)
    private func checkType(_ instance: Instance, _ request: Request) throws(ImposeError) {
        guard isOfItsType(instance) else { throw ImposeError.wrongClass(request, self, instance) }
    }

    /// The user's code with everything that belongs to the making of an instance.
    @inline(never)
    private var completeFunction: Provider<Instance>.Function {
        hooks?.completing(provider) ?? provider.function
    }

    @inline(never)
    private func source(for holder: Imposer, in scope: Imposer?, _ arguments: FilledParameters?) -> ParameterSource {
        ParameterSource(
            holder: holder,
            scope: scope,
            home: (Origin(asked: holder, scope: scope).remembering ?? .none).home,
            place: place,
            arguments: arguments
        )
    }

    /// Makes an instance that nobody keeps, in the caller's scope.
    func make(
        for request: Request,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) throws(ImposeError) -> Instance {
        guard let context = Context.needed(for: holder, scope, isKept: false) else {
            return try make(for: request, heldBy: holder, in: scope, nil)
        }
        return try context.run { () throws(ImposeError) -> Instance in
            try make(for: request, heldBy: holder, in: scope, nil)
        }
    }

    /// The same, unless what is being built for the outermost injection shares one.
    func makeUnkept(for delivery: Delivery) throws(ImposeError) -> Instance {
        let (request, holder, scope) = (delivery.request, delivery.holder, delivery.origin.scope)
        guard original == nil, option.lifetime == .graphInstance else {
            return try make(for: request, heldBy: holder, in: scope)
        }
        let arguments = try argumentsKey(of: request)
        return try GraphInstances.instance(of: self, heldBy: holder, arguments, in: scope) { () throws(ImposeError) in
            try make(for: request, heldBy: holder, in: scope)
        }
    }

    /// Whether an instance is what it was imposed for, as far as the compiler does not see to that.
    func isOfItsType(_ instance: Instance) -> Bool {
        guard isForSubclass else { return true }
        return Casting.dynamicType(of: instance).flatMap { TypeRelation(to: type).distance(from: $0) } != nil
    }

    @inline(never)
    private func fill(_ request: Request) throws(ImposeError) -> FilledParameters? {
        guard request.hasArguments else { return nil }
        if original != nil { return FilledParameters([:], passingOn: request.arguments, for: request.owner) }
        guard let plan = ArgumentPlan(request.arguments(for: self), for: parameters) else {
            throw ImposeError.arguments(request, self)
        }
        return FilledParameters(plan.arguments)
    }

    /// An instance as the type that was requested.
    func convert<Requested>(_ instance: Instance, for request: Request) throws(ImposeError) -> Requested {
        // Invariant: same type.
        if Instance.self == Requested.self { return unsafeBitCast(instance, to: Requested.self) }
        // For an exact or compatible match this only fails where a conformance belongs to an actor and we are not on
        // it: the registration's type is a subtype of the requested one, or the one inside its optional.
        guard let converted = instance as? Requested else { throw ImposeError.conformanceIsolation(request, self) }
        return converted
    }

    /// What a scope keeps already, without a look at anything else. The two types must be the same.
    private func kept<Requested>(in scope: Imposer?) -> Requested? {
        guard let kept = scope?.branch.book?.existingKeeper(for: self)?.existingInstance else { return nil }
        return unsafeDowncast(kept, to: Kept<Requested>.self).instance
    }

    /// The instance for a request that this registration has answered before.
    private func redeliver<Requested>(
        _ request: Request,
        from origin: Origin,
        holder: Imposer
    ) throws(ImposeError) -> Requested {
        let delivery = Delivery(self, heldBy: holder, for: request, from: origin)
        if let instance = try delivery.instance(as: Requested.self) { return instance }
        // It was replaced since it was remembered, or the scope was disposed of: search again.
        return try Resolver.resolve(request, as: Requested.self, from: origin)
    }

    /// What is remembered of a request that this registration has answered and will answer again.
    func makingAnswer<Requested>(
        to requested: Requested.Type,
        asked: Imposer,
        holder: Imposer,
        neighbour: Imposer?
    ) -> MakingAnswer<Requested> {
        let isMade = option == .closureBased
        let isScoped = option == .scopedInstance && Instance.self == Requested.self
        // What remembers this may be in a scope itself. Whoever asks is in that one or in one inside it, and says which
        // if it is in another one than the imposer that remembers.
        let isScopeless = asked.nearestScope == nil
        let isPlain = provider.isolation == nil && hooks == nil && !isForSubclass
        let isDirect = isMade && isScopeless && isPlain && Instance.self == Requested.self
        return MakingAnswer(
            // Invariant: same type.
            function: isDirect ? unsafeBitCast(provider.function, to: Provider<Requested>.Function.self) : nil,
            // The one that was asked remembers this.
            detour: { [unowned(unsafe) asked, unowned(unsafe) holder] scope, place throws(ImposeError) -> Requested in
                let scope = isScopeless ? scope : scope ?? asked.nearestScope
                if isScoped, let kept = self.kept(in: scope) as Requested? { return kept }
                let request = Request(requested, at: place)
                if !isMade {
                    return try self.redeliver(request, from: Origin(asked: asked, scope: scope), holder: holder)
                }
                let made = try self.make(for: request, heldBy: holder, in: scope)
                return try self.convert(made, for: request)
            },
            registration: self,
            holder: holder,
            neighbour: neighbour
        )
    }
}

extension MakingAnswer {
    /// Makes an instance, or gets the one for a scope.
    @inlinable
    func make(in scope: Imposer?, fileID: StaticString, line: UInt) throws(ImposeError) -> Requested {
        let place = SourcePlace(fileID: fileID, line: line)
        do {
            guard let function, scope == nil, ContextCount.isZero else { return try detour(scope, place) }
            var frame = PathFrame(type: Requested.self, place: place, registration: registration)
            var source = ParameterSource(holder: holder, place: registration.place)
            return try frame.make(with: function, from: &source)
        } catch {
            throw reported(error)
        }
    }
}

extension ParameterSource {
    /// The next parameter: the argument that fills it, or what is injected for its type.
    @inlinable
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let arguments {
            defer { position += 1 }
            if arguments.hasValue(at: position) { return arguments.value(at: position, as: type) }
        }
        return try home.answer(to: type, in: scope, fileID: place.file, line: place.line) {
            () throws(ImposeError) -> Parameter in
            try resolved(type)
        }
    }

    /// Resolves a parameter that is not remembered.
    @usableFromInline
    func resolved<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let handle = lazyHandle(type) { return handle }
        return try Resolver.resolve(request(type), as: type, from: Origin(asked: holder, scope: scope))
    }

    @inline(never)
    private func request(_ type: any Any.Type) -> Request {
        Request(type, at: place)
    }

    /// The instance that an alias stands for, with the arguments that were given for the alias.
    func original<Instance>(_ key: RegistrationKey) throws(ImposeError) -> Instance {
        let request = Request(
            key.type,
            named: key.name,
            arguments: arguments?.passedOn ?? [],
            for: arguments?.owner,
            at: place
        )
        return try Resolver.resolve(request, as: Instance.self, from: Origin(asked: holder, scope: scope))
    }

    /// For a parameter `Injected<D>`: a handle that injects D when it is needed, which is how a circle is cut.
    @inline(never)
    private func lazyHandle<Parameter>(_ type: Parameter.Type) -> Parameter? {
        guard let handle = type as? any LazyParameter.Type else { return nil }
        return handle.make(from: Origin(asked: holder, scope: scope), at: place) as? Parameter
    }
}

/// A type of parameter that is given before what it stands for is injected.
protocol LazyParameter {
    /// What it stands for.
    static var dependency: any Any.Type { get }
    static func make(from origin: Origin, at place: SourcePlace) -> Self
}
