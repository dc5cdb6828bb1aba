// The instance that an injection would get, if it is kept already. None is made.

extension Delivery {
    /// The instance as the requested type, if it is kept already.
    fileprivate func existing<Requested>(as type: Requested.Type) -> Requested? {
        func existing<Instance>(_ instanceType: Instance.Type) -> Requested? {
            let typed = TypedRegistration<Instance>(registration)
            let instance = registration.original == nil ? kept(of: typed) : converted(by: typed)
            guard let instance else { return nil }
            return try? typed.convert(instance, for: request)
        }
        return existing(registration.instanceType)
    }

    private func kept<Instance>(of typed: TypedRegistration<Instance>) -> Instance? {
        guard registration.option.keepsInstances else { return nil }
        let keeper = registration.keeper(heldBy: holder, for: origin.scope)
        // Invariant: everything put into a keeper for this registration is made by `keep` or `keepWeakly`.
        if let held = keeper?.existingInstance(of: registration)?.held { return held.instance(as: Instance.self) }
        guard registration.isHandedIn else { return nil }
        var source = typed.source(for: self, nil)
        return try? typed.function(&source)
    }
}

extension Origin {
    /// The instance that is there for a request, or nil.
    func existing<T>(_ request: Request, as type: T.Type) -> T? {
        if request.name == nil, request.type == T.self, let home,
            let remembered = home.existing(T.self, in: scope)
        {
            return remembered
        }
        guard let winner = Resolver.winner(request, from: self) else { return nil }
        return Delivery(winner, for: request, from: self).existing(as: type)
    }

    /// The instance that is there for a request, or else an error.
    func requiredExisting<T>(_ request: Request, as type: T.Type) throws(ImposeError) -> T {
        if let instance = existing(request, as: type) { return instance }
        // It was released since it was seen.
        throw ImposeError(.missing(SearchOrder(from: self), []), request)
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
    /// The instance that an injection from its imposer would get if it is kept already.
    ///
    /// - Parameters:
    ///   - imposer: The imposer that holds it.
    ///   - scope: The scope that it is asked for in; nil for outside all scopes.
    func keptInstance(heldBy imposer: ImposerNode, in scope: ImposerNode? = nil) -> Any? {
        let request = Request(type, named: key.name, at: location)
        let origin = Origin(asked: imposer, scope: scope)
        let delivery = Delivery(Candidate(registration: self, imposer: imposer), for: request, from: origin)
        return delivery.existing(as: Any.self)
    }
}
