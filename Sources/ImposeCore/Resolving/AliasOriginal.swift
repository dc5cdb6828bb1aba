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
    /// The request for a parameter of its provider, or for its original.
    ///
    /// - Parameter outer: The request for its instance.
    func request(forParameter type: any Any.Type, of outer: Request) -> Request {
        guard let original else { return Request(type, at: location) }
        let (arguments, owner) = (outer.arguments, outer.owner)
        return Request(original.type, named: original.name, arguments: arguments, for: owner, at: location)
    }
}

extension Candidate {
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
