/// Where the answer to one request is taken down, so that the next one like it need not search.
struct AnswerMemory {
    /// The imposer that remembers; for scopes that share their answers, the one that they were opened in.
    let imposer: Imposer
    private let answers: AnswerCache
    /// The scope whose search it is, if it shares its answers, and what it shares them by.
    private let sharing: (scope: Imposer, shape: ScopeShape)?
    /// What `AnswerCache.version` was before the search began.
    let version: Int

    /// Nil for requests that are not remembered: those with a name, arguments or another rule than the default one, and
    /// those for a class that is not the static type, since what is remembered is of that type.
    ///
    /// - Parameter base: The imposer where the search is remembered: `Origin.base`.
    init?<Requested>(_ request: Request, as type: Requested.Type, _ base: Imposer?) {
        guard request.name == nil, !request.hasArguments, request.type == Requested.self, case .nearest = request.rules,
            let base
        else { return nil }
        if let shape = base.node.shape, let parent = base.parent {
            (imposer, answers, sharing) = (parent, shape.answers, (base, shape))
        } else if let answers = base.node.unsharedAnswers {
            (imposer, self.answers, sharing) = (base, answers, nil)
        } else {
            return nil
        }
        if imposer.isUnheld { return nil }
        version = answers.version
    }

    /// Takes down what a registration answered: the instance if every such request gets it, otherwise how to get one.
    func note<Requested, Instance>(
        _ instance: Requested,
        of registration: TypedRegistration<Instance>,
        heldBy holder: Imposer
    ) {
        if let (scope, shape) = sharing {
            // Changed meanwhile, it may have answered what others of its shape would not.
            guard scope.node.shape === shape else { return }
            if holder === scope { return noteShared(registration, of: scope, as: Requested.self) }
        }
        // A scope that had no registrations a moment ago may have answered.
        if holder !== imposer, holder.isSelfOrDescendant(of: imposer) { return }
        if Requested.self != Instance.self, isBoundToActor(instance) { return }
        let answer: Answer =
            // Who awaits what is kept is handed it on its actor only, so each of them must be looked at.
            if registration.option == .singleInstance, !registration.isForItsActor {
                InstanceAnswer(instance)
            } else {
                registration.makingAnswer(
                    to: Requested.self,
                    asked: imposer,
                    holder: holder,
                    neighbour: imposer.isSelfOrDescendant(of: holder) ? nil : holder
                )
            }
        answers.remember(answer, for: Requested.self, since: version)
        // Its lease may have ended between the look at it and here.
        if imposer.isUnheld { imposer.forgetAnswers() }
    }

    /// Takes down that each scope of the shape has the answer itself, and where.
    private func noteShared<Requested, Instance>(
        _ registration: TypedRegistration<Instance>,
        of scope: Imposer,
        as requested: Requested.Type
    ) {
        let answer: Answer
        if let index = registration.givenIndex {
            answer = registration.givenAnswer(to: requested, at: index, parent: imposer)
        } else if let position = scope.node.registry.withLock({ $0.position(of: registration.key) }) {
            answer = registration.sharedAnswer(to: requested, at: position, parent: imposer)
        } else {
            return
        }
        // Looked at again, since the position is what it was only if nothing has changed.
        guard let (_, shape) = sharing, scope.node.shape === shape else { return }
        answers.remember(answer, for: requested, since: version)
    }

    /// Whether an instance is only on some actor what was requested. Then it must be asked each time whether we are on
    /// it.
    private func isBoundToActor<Requested>(_ instance: Requested) -> Bool {
        guard let type = Casting.dynamicType(of: instance) else { return false }
        return TypeRelation(to: TypeRelation.unwrapped(Requested.self)).isBoundToActor(type)
    }
}
