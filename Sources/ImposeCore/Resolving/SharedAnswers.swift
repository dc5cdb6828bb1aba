// The shared answers to requests that each scope answers with something of its own. They hold nothing of any scope.

extension TypedRegistration {
    /// The shared answer to a request that this registration of one scope has answered: each scope that shares it has
    /// its own registration at the same position.
    ///
    /// - Parameters:
    ///   - requested: The type that was requested.
    ///   - position: The registration's position in its scope.
    ///   - parent: The imposer that the scopes were opened in.
    func sharedAnswer<Requested>(
        to requested: Requested.Type,
        at position: Int,
        parent: Imposer
    ) -> FactoryAnswer<Requested> {
        sharedAnswer(parent) { [key = record.key] scope, request, origin throws(ImposeError) -> Requested in
            let holder = scope?.nearestSharingScope
            let found = holder?.node.registry.withLock { $0.record(at: position) }
            // In a scope that was changed since the answer was looked up, something else may stand there.
            guard let holder, let found, found.key == key, let own = TypedRegistration<Instance>(ifOfType: found) else {
                return try Resolver.resolve(request(), as: requested, from: origin())
            }
            return try own.redeliver(request(), from: origin(), holder: holder)
        }
    }

    /// The same for values that scopes were given.
    ///
    /// - Parameter index: The position among the values that a scope was given.
    func givenAnswer<Requested>(
        to requested: Requested.Type,
        at index: Int,
        parent: Imposer
    ) -> FactoryAnswer<Requested> {
        // Separate, since the code that casts looks up more types.
        if Instance.self == Requested.self {
            return sharedAnswer(parent, at: record.key.name == nil ? .given(index) : .nowhere) {
                [key = record.key] scope, request, origin throws(ImposeError) -> Requested in
                guard let given = scope?.given(at: index, for: key) else {
                    return try Resolver.resolve(request(), as: requested, from: origin())
                }
                // Invariant: a value given under a key is of the key's type, as this registration is.
                return given.injected(as: requested)
            }
        }
        return sharedAnswer(parent) { [key = record.key] scope, request, origin throws(ImposeError) -> Requested in
            if let given = scope?.given(at: index, for: key),
                let value = given.injected(as: Instance.self) as? Requested
            {
                return value
            }
            return try Resolver.resolve(request(), as: requested, from: origin())
        }
    }

    private func sharedAnswer<Requested>(
        _ parent: Imposer,
        at position: OwnPosition = .nowhere,
        _ body: @escaping (Imposer?, () -> Request, () -> Origin) throws(ImposeError) -> Requested
    ) -> FactoryAnswer<Requested> {
        // Held by the scope that asks.
        let uncounted = UncountedReference(parent)
        return FactoryAnswer(
            function: nil,
            // It holds nothing of this scope.
            slowPath: { scope, location throws(ImposeError) -> Requested in
                try body(
                    scope,
                    { Request(Requested.self, at: location) },
                    { Origin(asked: uncounted.object, scope: scope) }
                )
            },
            registration: SharedAnswers.placeholder,
            holder: parent,
            neighbour: nil,
            position: position
        )
    }
}

private enum SharedAnswers {
    /// A registration that is never asked for anything: an answer that scopes share is not `isDirect`.
    static let placeholder: RegistrationRecord = {
        let owner = RegistrationOwner(title: .named(nil), number: 0)
        return GivenValue((), named: nil, at: Location()).registration(in: owner, index: 0)
    }()
}
