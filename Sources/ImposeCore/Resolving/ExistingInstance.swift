/// A search for the instance that an injection would get, if it is kept already. It makes none.
struct ExistingInstance<Requested>: RegistrationVisitor {
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: ImposerNode

    /// The instance, or nil.
    static func find(_ request: Request, from origin: Origin) -> Requested? {
        if request.name == nil, request.type == Requested.self, let home = origin.remembering?.home,
            let remembered = home.existing(Requested.self, in: origin.scope)
        {
            return remembered
        }
        guard let winner = Resolver.winner(request, from: origin) else { return nil }
        let search = ExistingInstance(request: request, origin: origin, holder: winner.imposer)
        return winner.registration.accept(search)
    }

    func visit<Instance>(_ registration: TypedRegistration<Instance>) -> Requested? {
        guard let instance = registration.record.original == nil ? kept(of: registration) : converted(by: registration)
        else {
            return nil
        }
        return try? registration.convert(instance, for: request)
    }

    private func kept<Instance>(of registration: TypedRegistration<Instance>) -> Instance? {
        guard registration.record.option.keepsInstances else { return nil }
        let keeper = registration.record.keeper(heldBy: holder, for: origin.scope)
        if let kept = keeper?.existingInstance(of: registration.record), let instance = registration.instance(of: kept)
        {
            return instance
        }
        guard registration.record.isHandedIn else { return nil }
        var source = source(for: registration.record, nil)
        return try? registration.function(&source)
    }

    /// The existing instance that an alias stands for, as the alias converts it.
    private func converted<Instance>(by alias: TypedRegistration<Instance>) -> Instance? {
        guard origin.keepsOriginal(of: alias.record, heldBy: holder) else { return nil }
        let arguments = FilledParameters([:], areForExisting: true)
        // The source does not hold the arguments.
        defer { withExtendedLifetime(arguments) {} }
        var frame = PathFrame(
            type: request.type,
            location: request.location,
            registration: UncountedReference(alias.record)
        )
        var source = source(for: alias.record, arguments)
        return try? frame.make(with: alias.function, from: &source)
    }

    private func source(for registration: RegistrationRecord, _ arguments: FilledParameters?) -> ParameterSource {
        ParameterSource(
            holder: UncountedReference(holder),
            scope: origin.scope.map { UncountedReference($0) },
            home: AnswerCache.none.home,
            registration: UncountedReference(registration),
            arguments: arguments.map { UncountedReference($0) }
        )
    }
}

extension Origin {
    /// The instance that is there for a request, or else an error.
    func requiredExisting<T>(_ request: Request, as type: T.Type) throws(ImposeError) -> T {
        if let instance = ExistingInstance<T>.find(request, from: self) { return instance }
        // It was released since it was seen.
        throw ImposeError(.missing(SearchOrder(from: self), []), request)
    }

    /// Whether the instance that an alias leads to, maybe through other aliases, exists. No user code runs.
    fileprivate func keepsOriginal(of alias: RegistrationRecord, heldBy holder: ImposerNode) -> Bool {
        var (registration, holder) = (alias, holder)
        var seen: Set<ObjectIdentifier> = []
        while let key = registration.original {
            guard seen.insert(ObjectIdentifier(registration)).inserted else { return false }
            let request = Request(key.type, named: key.name, at: registration.location)
            guard let winner = Resolver.winner(request, from: Origin(asked: holder, scope: scope)) else { return false }
            (registration, holder) = (winner.registration, winner.imposer)
        }
        let request = Request(registration.type, named: registration.key.name, at: registration.location)
        let origin = Origin(asked: holder, scope: scope)
        return registration.accept(ExistingInstance<Any>(request: request, origin: origin, holder: holder)) != nil
    }
}

extension AnswerTableReference {
    /// The kept instance that answers requests for a type, if the answer is remembered. Nil says nothing: there may be
    /// one all the same.
    ///
    /// - Parameter scope: The scope that the instance is asked for in.
    fileprivate func existing<T>(_ type: T.Type, in scope: ImposerNode?) -> T? {
        if let kept = kept(type) { return kept }
        guard let scope, let position = ownPosition(for: type) else { return nil }
        let own = scope.own(at: position, as: type)
        // Invariant: a value that is there is of the requested type.
        return own.exists ? own.take(as: type) : nil
    }

    /// The position of the scope's own answer to requests for a type, if that is remembered.
    private func ownPosition(for type: any Any.Type) -> OwnPosition? {
        let found = found(ObjectIdentifier(type))
        defer { found.leave() }
        return found.isOfScopes ? Answer.found(found.word).with(\.position) : nil
    }
}

extension RegistrationRecord {
    /// The instance that an injection from its imposer, outside all scopes, would get if it is kept already.
    ///
    /// - Parameter imposer: The imposer that holds it.
    func keptInstance(heldBy imposer: ImposerNode) -> Any? {
        let request = Request(type, named: key.name, at: location)
        let origin = Origin(asked: imposer, scope: nil)
        return accept(ExistingInstance<Any>(request: request, origin: origin, holder: imposer))
    }
}
