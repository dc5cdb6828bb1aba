// The way from an alias to its original. Whether there is one at all, so that the alias is in force, is for the registry
// to say: `Registry.source`.

extension ParameterSource {
    /// The instance that an alias stands for, with the arguments that were given for the alias.
    func original<Instance>(_ key: RegistrationKey) throws(ImposeError) -> Instance {
        if let arguments, arguments.with({ $0.hasValue(at: 0) }) {
            return arguments.with { $0.value(at: 0, as: Instance.self) }
        }
        // Nearly always the answer is known, since the original is asked for by its own type as well.
        if arguments == nil, key.name == nil, key.type == Instance.self {
            return try home.answer(to: Instance.self, in: scope, at: location) { () throws(ImposeError) -> Instance in
                try resolvedOriginal(key)
            }
        }
        return try resolvedOriginal(key)
    }

    private func resolvedOriginal<Instance>(_ key: RegistrationKey) throws(ImposeError) -> Instance {
        let (origin, arguments) = (origin, arguments?.object)
        let request = arguments?.original ?? Request(key.type, named: key.name, at: location)
        if let arguments, arguments.areForExisting { return try origin.requiredExisting(request, as: Instance.self) }
        return try Resolver.resolve(request, as: Instance.self, from: origin)
    }
}

extension Delivery {
    /// The existing instance that an alias stands for, as the alias converts it.
    func converted<Instance>(by alias: TypedRegistration<Instance>) -> Instance? {
        // No user code runs, unless the instance that the alias leads to exists.
        let original = candidate.source(in: origin.scope)
        guard original.registration.original == nil, Obstacle(to: original, in: origin.scope) == nil,
            original.registration.keptInstance(heldBy: original.imposer, in: origin.scope) != nil
        else { return nil }
        let arguments = FilledParameters([:], areForExisting: true)
        // The source does not hold the arguments.
        defer { withExtendedLifetime(arguments) {} }
        var frame = alias.frame(for: self)
        var source = alias.source(for: self, arguments)
        return try? PathFrame.make(&frame, with: alias.function, from: &source)
    }
}

extension RegistrationRecord {
    /// The request for its original, if it is an alias.
    ///
    /// - Parameter outer: The request for its instance.
    func requestForOriginal(in outer: Request) -> Request? {
        original.map { Request($0.type, named: $0.name, arguments: outer.arguments, for: outer.owner, at: location) }
    }
}

extension Candidate {
    /// The registration that the instance comes from, as far as its imposer knows: itself, or the original of an alias.
    var source: RegistrationRecord {
        registration.original == nil ? registration : imposer.source(of: registration) ?? registration
    }

    /// The registration whose instance is delivered for this one. A request for an alias is one for its original,
    /// and finds whatever hides the original in the current scope.
    func source(in scope: ImposerNode?) -> Candidate {
        var source = self
        var passed: [RegistrationRecord] = []
        while let original = source.registration.original, !passed.contains(where: { $0 === source.registration }) {
            passed.append(source.registration)
            let matching = Matching(requested: original.type, name: original.name, rules: .nearest)
            let order = SearchOrder(from: Origin(asked: source.imposer, scope: scope))
            guard let next = Resolver.winner(matching, order) else { break }
            source = next
        }
        return source
    }
}
