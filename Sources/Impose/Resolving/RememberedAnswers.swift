/// A place to record the answer to one request, so that the next one like it need not search.
struct AnswerMemory {
    /// The imposer that remembers the answer; for a scope that shares its answers, its parent.
    let imposer: ImposerNode
    private let answers: AnswerCache
    /// The scope that searches, if it shares its answers, and the layout that it had when the search began.
    private let sharing: (scope: ImposerNode, layout: ScopeLayout)?
    /// `AnswerCache.version` before the search began.
    let version: Int

    /// Nil for requests that are not remembered: with a name, with arguments, with a rule other than the default, or
    /// for a class other than the static type, since a remembered instance is of the static type.
    ///
    /// - Parameter base: The imposer that remembers for the one that is asked: `Origin.base`.
    init?<Requested>(_ request: Request, as type: Requested.Type, _ base: ImposerNode?) {
        guard request.name == nil, !request.hasArguments, request.type == Requested.self, case .nearest = request.rules,
            let base
        else { return nil }
        if let layout = base.layout, let parent = base.parent {
            (imposer, answers, sharing) = (parent, layout.answers, (base, layout))
        } else if let answers = base.unsharedAnswers {
            (imposer, self.answers, sharing) = (base, answers, nil)
        } else {
            return nil
        }
        if imposer.isUnheld { return nil }
        version = answers.version
    }

    /// Records a registration's answer: the instance, if every such request gets it; otherwise a way to get one.
    func note<Requested, Instance>(
        _ instance: Requested,
        of registration: TypedRegistration<Instance>,
        heldBy holder: ImposerNode
    ) {
        if let (scope, layout) = sharing {
            // A scope that has changed meanwhile may have answered as others of the layout would not.
            guard scope.layout === layout else { return }
            if holder === scope { return noteShared(registration.record, as: Requested.self) }
        }
        // A scope that had no registrations a moment ago may have answered.
        if holder !== imposer, holder.isSelfOrDescendant(of: imposer) { return }
        if Requested.self != Instance.self, isBoundToActor(instance) { return }
        let answer: RememberedAnswer =
            // A kept instance that is not Sendable is handed to awaiting code on its actor only, so each request is
            // checked.
            if registration.record.option == .singleInstance, !registration.record.isForItsActor {
                KeptAnswer(instance)
            } else {
                registration.answer(to: Requested.self, asked: imposer, holder: holder)
            }
        answers.remember(answer, for: Requested.self, since: version)
        // Its lease may have ended since `init` checked it.
        if imposer.isUnheld { imposer.forgetAnswers() }
    }

    /// Records that each scope of the layout has the answer itself, and where.
    private func noteShared(_ registration: RegistrationRecord, as requested: any Any.Type) {
        let key = registration.key
        let way: Answer.Way = if let index = registration.given?.index { .given(key, index) } else { .own(key) }
        answers.remember(Answer(way, as: requested, parent: imposer), for: requested, since: version)
    }

    /// Whether an instance conforms to the requested type on some actor only, so that each request has to check whether
    /// it is there.
    private func isBoundToActor<Requested>(_ instance: Requested) -> Bool {
        guard let type = Casting.dynamicType(of: instance) else { return false }
        return TypeRelation(to: TypeRelation.unwrapped(Requested.self)).isBoundToActor(type)
    }
}
