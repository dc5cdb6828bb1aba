extension PathFrame {
    /// Calls a provider with this frame on the path.
    ///
    /// - Parameters:
    ///   - function: The user's code. We are on its actor.
    ///   - source: Where it gets its parameters from.
    @inlinable
    func make<Instance>(
        with function: Provider<Instance>.Function,
        from source: ParameterSource
    ) throws(ImposeError) -> Instance {
        var frame = self
        var source = source
        return try withUnsafeMutablePointer(to: &frame) { frame throws(ImposeError) -> Instance in
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
    /// Makes an instance.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - holder: The imposer that holds the registration.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    func make(
        for request: Request,
        holder: Imposer,
        construction: Construction?
    ) throws(ImposeError) -> Instance {
        if let actor = provider.isolation, !ActorCheck.isOnMainActor(actor) {
            throw ImposeError.isolation(request, self, actor, holder: holder)
        }
        var frame = PathFrame(type: request.type, place: request.place, registration: self)
        frame.construction = construction
        let arguments = try fill(request)
        let source = ParameterSource(holder: holder, place: place, arguments: arguments)
        // The source does not hold the arguments.
        return try withExtendedLifetime(arguments) { () throws(ImposeError) -> Instance in
            try frame.make(with: provider.function, from: source)
        }
    }

    private func fill(_ request: Request) throws(ImposeError) -> FilledParameters? {
        if request.arguments.isEmpty { return nil }
        guard let plan = ArgumentPlan(request.arguments, for: parameters) else {
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

    /// What is remembered of a request that this registration has answered and will answer again.
    func makingAnswer<Requested>(
        to requested: Requested.Type,
        holder: Imposer,
        neighbour: Imposer?
    ) -> MakingAnswer<Requested> {
        let isDirect = Instance.self == Requested.self && provider.isolation == nil
        return MakingAnswer(
            // Invariant: same type.
            function: isDirect ? unsafeBitCast(provider.function, to: Provider<Requested>.Function.self) : nil,
            detour: { [unowned(unsafe) holder] place throws(ImposeError) -> Requested in
                let request = Request(requested, at: place)
                return try self.convert(try self.make(for: request, holder: holder, construction: nil), for: request)
            },
            registration: self,
            holder: holder,
            neighbour: neighbour
        )
    }
}

extension MakingAnswer {
    /// Makes an instance.
    @inlinable
    func make(fileID: StaticString, line: UInt) throws(ImposeError) -> Requested {
        let place = SourcePlace(fileID: fileID, line: line)
        guard let function else { return try detour(place) }
        return try PathFrame(type: Requested.self, place: place, registration: registration)
            .make(with: function, from: ParameterSource(holder: holder, place: registration.place))
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
        return try home.answer(to: type, fileID: place.file, line: place.line) { () throws(ImposeError) -> Parameter in
            try holder.resolved(type, fileID: place.file, line: place.line)
        }
    }
}
