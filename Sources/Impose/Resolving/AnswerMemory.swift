/// Where the answer to one request is taken down, so that the next one like it need not search.
struct AnswerMemory {
    /// The imposer that remembers.
    let imposer: Imposer
    private let answers: AnswerCache
    /// What `AnswerCache.version` was before the search began.
    let version: Int

    /// Nil for requests that are not remembered: those with a name, arguments or another rule than the default one, and
    /// those for a class that is not the static type, since what is remembered is of that type.
    init?<Requested>(_ request: Request, as type: Requested.Type, _ origin: Origin) {
        guard let imposer = origin.base, let answers = imposer.branch.answers, !imposer.isUnheld, request.name == nil,
            !request.hasArguments, request.type == Requested.self,
            case .nearest = request.rules
        else { return nil }
        self.imposer = imposer
        self.answers = answers
        version = answers.version
    }

    /// Takes down what a registration answered: the instance if every such request gets it, otherwise how to get one.
    func note<Requested, Instance>(
        _ instance: Requested,
        of registration: TypedRegistration<Instance>,
        heldBy holder: Imposer
    ) {
        // A scope that had no registrations a moment ago may have answered.
        if holder !== imposer, holder.isSelfOrDescendant(of: imposer) { return }
        if Requested.self != Instance.self, isBoundToActor(instance) { return }
        let answer: Answer =
            if registration.option == .singleInstance {
                KeptAnswer(instance)
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

    /// Whether an instance is only on some actor what was requested. Then it must be asked each time whether we are on
    /// it.
    private func isBoundToActor<Requested>(_ instance: Requested) -> Bool {
        guard let type = Casting.dynamicType(of: instance) else { return false }
        return TypeRelation(to: TypeRelation.unwrapped(Requested.self)).isBoundToActor(type)
    }
}
