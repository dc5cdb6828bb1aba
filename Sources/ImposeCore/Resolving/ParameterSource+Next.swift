// The parameters of a provider, one after the other.

extension ParameterSource {
    /// The next parameter: the argument that fills it, or an injected instance of its type.
    @usableFromInline
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let arguments {
            defer { position += 1 }
            if arguments.with({ $0.hasValue(at: position) }) {
                return arguments.with { $0.value(at: position, as: type) }
            }
        }
        return try home.answer(to: type, in: scope, fileID: location.file, line: location.line) {
            () throws(ImposeError) -> Parameter in
            try resolved(type)
        }
    }

    /// Resolves a parameter that is not remembered.
    func resolved<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let handle = origin.handle(type, at: location) { return handle }
        return try Resolver.resolve(request(type), as: type, from: origin)
    }

    private var origin: Origin { Origin(asked: holder.object, scope: scope?.object) }

    @inline(never)
    private func request(_ type: any Any.Type) -> Request {
        Request(type, at: location)
    }

    /// The instance that an alias stands for, with the arguments that were given for the alias.
    func original<Instance>(_ key: RegistrationKey) throws(ImposeError) -> Instance {
        if let arguments, arguments.with({ $0.hasValue(at: 0) }) {
            return arguments.with { $0.value(at: 0, as: Instance.self) }
        }
        // Nearly always the answer is known, since the original is asked for by its own type as well.
        if arguments == nil, key.name == nil, key.type == Instance.self {
            return try home.answer(to: Instance.self, in: scope, fileID: location.file, line: location.line) {
                () throws(ImposeError) -> Instance in
                try resolvedOriginal(key)
            }
        }
        return try resolvedOriginal(key)
    }

    private func resolvedOriginal<Instance>(_ key: RegistrationKey) throws(ImposeError) -> Instance {
        let (origin, arguments) = (origin, arguments?.object)
        let (passed, owner) = (arguments?.passedOn ?? [], arguments?.owner)
        let request = Request(key.type, named: key.name, arguments: passed, for: owner, at: location)
        if let arguments, arguments.areForExisting { return try origin.requiredExisting(request, as: Instance.self) }
        return try Resolver.resolve(request, as: Instance.self, from: origin)
    }
}

extension RegistrationRecord {
    /// The request for a parameter of its provider.
    ///
    /// - Parameter outer: The request for its instance.
    func request(forParameter type: any Any.Type, of outer: Request) -> Request {
        guard let original else { return Request(type, at: location) }
        return Request(original.type, named: original.name, arguments: outer.arguments, for: outer.owner, at: location)
    }

    /// The arguments of a request by the position of the parameter that they fill; nil if there are none.
    @inline(never)
    func fill(_ request: Request) throws(ImposeError) -> FilledParameters? {
        guard request.hasArguments else { return nil }
        if original != nil { return FilledParameters([:], passingOn: request.arguments, for: request.owner) }
        guard let plan = ArgumentPlan(request.arguments(for: self), for: parameters) else {
            throw ImposeError(.arguments(self), request)
        }
        return FilledParameters(plan.arguments)
    }
}
