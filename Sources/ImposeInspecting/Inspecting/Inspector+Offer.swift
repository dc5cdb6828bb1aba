// What inspecting offers before `main`, made when the core first needs it.

internal import Impose

@_cdecl("impose_make_reader")
func makeReader() -> UnsafeMutableRawPointer {
    Boxed<ProgramReader.Declarations>.handOver { descriptor in
        ConformingDeclarations.of(descriptor).map { declarations in { declarations.mayInclude($0) } }
    }
}

@_cdecl("impose_make_inspector")
func makeInspector() -> UnsafeMutableRawPointer {
    Boxed.handOver(
        Inspector(
            describe: { ErrorReport($0) },
            note: { $0.note() },
            privateImposers: { PrivateImposers.all }
        )
    )
}

extension CoreEvent {
    /// Writes it into the notebook, and tells the observers.
    fileprivate func note() {
        switch self {
        case .requested(let request, let asked, let source): noteRequest(request, asked, source)
        case .removed(let old, let imposer, let isOfAll, let location):
            noteRemoved(old, imposer, isOfAll, location)
        case .prepared(let imposer, let number, let location):
            Notebook.note(.prepared(upTo: number), at: location, to: imposer)
        case .reset(let imposer):
            Notebook.noteReset(of: imposer)
            SharedImposerWatch.tell(of: .reset, in: imposer)
        case .expected(let key, let scopeName, let imposer, let location):
            Notebook.noteExpectation(Expectation(key, in: scopeName, at: location), of: imposer)
        case .madePrivateImposer(let imposer): PrivateImposers.add(imposer)
        case .copied(let copy, let original): Notebook.noteCopy(copy, of: original)
        case .gone(let number): Notebook.forget(number)
        case .ended(let imposer):
            Notebook.noteEnd(of: imposer)
            AnswerChanges.end(of: imposer)
            if !imposer.isMember { PrivateImposers.remove(imposer) } else { Observers.removeAll(of: imposer) }
        case .imposed(let new, let old, let place):
            SharedImposerWatch.tell(of: .imposed(new.type, place), in: new.holder)
            if let old, !new.isGiven { Notebook.noteReplaced(old, by: new) }
            let info = Imposer.RegistrationInfo(new)
            Observers.report(
                old.map { .replaced(Imposer.RegistrationInfo($0), by: info) } ?? .imposed(info),
                in: new.holder,
                at: new.location
            )
            AnswerChanges.report(in: new.holder, at: new.location)
        case .built(let registration, let duration, let request):
            let kind = ImposeEvent.Kind.built(Imposer.RegistrationInfo(registration), duration: duration)
            Observers.report(kind, in: registration.holder, at: request.location)
        case .resolved(let request, let asked, let source, let answer, let duration):
            noteResolved(request, asked, source, answer, duration)
        case .stopping(let error): TestRun.willStop(error, about: error.report?.subject)
        case .preferred(let registration): AnswerChanges.report(in: registration.holder, at: registration.location)
        case .disposed(let registration):
            Observers.report(
                .disposed(Imposer.RegistrationInfo(registration)),
                in: registration.holder,
                at: registration.location
            )
        case .disposalContinues(let registration, let place):
            let kind = ImposeEvent.Kind.disposalContinues(Imposer.RegistrationInfo(registration))
            Observers.report(kind, in: registration.holder, at: place)
        case .failed(let error): Observers.report(.failed(error), in: nil, at: error.location)
        }
    }

    private func noteRequest(
        _ request: RequestFacts,
        _ asked: NodeFacts,
        _ source: (requester: Int, isOfHolder: Bool)?
    ) {
        let isHolder = source?.isOfHolder ?? true
        // A private imposer that is not the provider's own can't be named later.
        guard isHolder || asked.isMember else { return }
        let noted = NotedRequest(key: request.key, asked: isHolder ? nil : asked.type, rules: request.rules)
        Notebook.note(noted, at: request.location, by: source?.requester, to: asked)
        AnswerChanges.note(noted, to: asked, request.location)
    }

    /// Tells the observers of what was answered, once for each request.
    private func noteResolved(
        _ request: RequestFacts,
        _ asked: NodeFacts,
        _ source: (requester: Int, isOfHolder: Bool)?,
        _ answer: RegistrationFacts,
        _ duration: Duration?
    ) {
        let noted = NotedRequest(key: request.key, asked: nil, rules: request.rules)
        guard Observers.isNew(noted, by: source?.requester, to: asked) else { return }
        let distance = Seam.distances(to: Matching(request))(answer.type) ?? 0
        let kind = ImposeEvent.Kind.resolved(
            type: request.type,
            name: request.name,
            by: Imposer.RegistrationInfo(answer),
            distance: distance
        )
        Observers.report(kind, in: answer.holder, at: request.location)
        guard let duration else { return }
        let built = ImposeEvent.Kind.built(Imposer.RegistrationInfo(answer), duration: duration)
        Observers.report(built, in: answer.holder, at: request.location)
    }

    private func noteRemoved(
        _ old: [RegistrationFacts],
        _ imposer: NodeFacts,
        _ isOfAll: Bool,
        _ location: Location
    ) {
        if isOfAll { Notebook.noteRemovedAll(from: imposer) }
        if let first = old.first {
            SharedImposerWatch.tell(of: isOfAll ? .removedAll : .removed(first.type), in: imposer)
        }
        if !isOfAll, let old = old.first {
            Notebook.note(.removed(old.key), at: location, to: imposer)
        } else if !old.isEmpty || imposer.requestLog != nil {
            Notebook.note(.removedAll(old.map(\.key)), at: location, to: imposer)
        }
        for registration in old {
            Observers.report(.removed(Imposer.RegistrationInfo(registration)), in: imposer, at: registration.location)
        }
        AnswerChanges.report(in: imposer, at: nil)
    }
}
