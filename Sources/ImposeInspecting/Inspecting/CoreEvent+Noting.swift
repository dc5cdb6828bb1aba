// What becomes of each event of the core; and what inspecting offers the core before `main`, to be told of them.

internal import Impose

@_cdecl("impose_make_conformance_filter")
func makeConformanceFilter() -> UnsafeMutableRawPointer {
    Boxed<ConformanceFilter.Make>.passRetained { descriptor in
        ConformingDeclarations.of(descriptor).map { declarations in { declarations.mayInclude($0) } }
    }
}

@_cdecl("impose_make_inspector")
func makeInspector() -> UnsafeMutableRawPointer {
    Boxed.passRetained(
        Inspector(describe: { ErrorReport($0) }, note: { $0.note() }, privateImposers: { PrivateImposers.all })
    )
}

extension CoreEvent {
    /// Writes it into the notebook, and tells the observers.
    fileprivate func note() {
        switch self {
        case .requested(let request, let asked, let source):
            let isHolder = source?.isOfHolder ?? true
            // A private imposer that is not the provider's own can't be named later.
            guard isHolder || asked.isMember else { return }
            let noted = NotedRequest(query: Query(request), imposer: isHolder ? nil : asked.type)
            Notebook.note(noted, at: request.location, by: source?.number, to: asked)
        case .removed(let old, let imposer, let isOfAll, let location):
            noteRemoved(old, imposer, isOfAll, location)
        case .prepared(let imposer, let number, let location):
            Notebook.note(.prepared(upTo: number), at: location, to: imposer)
        case .reset(let imposer):
            Notebook.change(imposer) { $0.wasReset = true }
            SharedImposerWatch.tell(of: .reset, in: imposer)
        case .expected(let key, let scopeName, let imposer, let location):
            Notebook.noteExpectation(Expectation(key, in: scopeName, at: location), of: imposer)
        case .madePrivateImposer(let imposer): PrivateImposers.add(imposer)
        case .copied(let copy, let original): Notebook.noteCopy(copy, of: original)
        case .gone(let number): Notebook.forget(number)
        case .ended(let imposer):
            Notebook.noteEnd(of: imposer)
            Observers.noteEnd(of: imposer)
            if !imposer.isMember { PrivateImposers.remove(imposer) }
        case .stopping(let error): TestRun.willStop(error, about: error.report?.subject)
        case .imposed(let new, let old, let place):
            SharedImposerWatch.tell(of: .imposed(new.type, place), in: new.holder)
            if let old, !new.isGiven { Notebook.noteReplaced(old, by: new) }
            Observers.report(new) { info in
                old.map { .replaced(Imposer.RegistrationInfo($0), by: info) } ?? .imposed(info)
            }
        case .built(let registration, let duration, let request):
            Observers.report(registration, at: request.location) { .built($0, duration: duration) }
        case .resolved(let request, let asked, let answer, let duration):
            // Once for each request.
            guard Observers.noteFirstAnswer(to: request, of: asked) else { return }
            let distance = Seam.distances(to: Query(request))(answer.type) ?? 0
            Observers.report(answer, at: request.location) { info in
                .resolved(type: request.type, name: request.name, by: info, distance: distance)
            }
            if let duration {
                Observers.report(answer, at: request.location) { .built($0, duration: duration) }
            }
        case .disposed(let registration): Observers.report(registration) { .disposed($0) }
        case .disposalContinues(let registration, let place):
            Observers.report(registration, at: place) { .disposalContinues($0) }
        case .failed(let error): Observers.report(.failed(error), in: nil, at: error.location)
        }
    }

    private func noteRemoved(_ old: [RegistrationFacts], _ imposer: NodeFacts, _ isOfAll: Bool, _ location: Location) {
        if isOfAll { Notebook.forgetExpectations(of: imposer) }
        if let first = old.first {
            SharedImposerWatch.tell(of: isOfAll ? .removedAll : .removed(first.type), in: imposer)
        }
        if !isOfAll, let old = old.first {
            Notebook.note(.removed(old.key), at: location, to: imposer)
        } else if !old.isEmpty || imposer.activityLog != nil {
            Notebook.note(.removedAll(old.map(\.key)), at: location, to: imposer)
        }
        for registration in old { Observers.report(registration) { .removed($0) } }
    }
}
