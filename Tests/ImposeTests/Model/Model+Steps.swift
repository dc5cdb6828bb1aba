import Impose

/// What a step comes to. An instance is a number to the model and an object to the library.
enum ModelAnswer<Instance> {
    /// Something that it needs is not there.
    case skipped
    case done
    case instance(Instance), nothing
    case list([Instance])
    case truth(Bool)
    case count(Int)
    case explained(Imposer.Explanation.Outcome, chosen: Int?)
    case failure(ImposeError.Kind)
    case several([ModelAnswer])
}

extension Model {
    typealias Answer = ModelAnswer<Int>

    func perform(_ step: ModelStep) -> Answer {
        calls = []
        disposals = []
        (hasCast, hasOrder) = (false, false)
        guard directories[step.directory] != nil else { return .skipped }
        var context = Context(directory: step.directory)
        for run in step.runs {
            guard let node = find(run, in: context) else { return .skipped }
            context = self.context(running: node, in: context)
        }
        do {
            return try perform(step.operation, context)
        } catch {
            return .failure(error.kind)
        }
    }

    private func perform(_ operation: ModelOperation, _ context: Context) throws(Failure) -> Answer {
        switch operation {
        case .ask(let query, let request):
            guard let origin = origin(request.place, in: context) else { return .skipped }
            return try answer(query, request, origin)
        case .store(let request, let number):
            guard let origin = origin(request.place, in: context) else { return .skipped }
            try store(number, for: request, origin)
            return .done
        case .wrap(let number, let wrapper, let request):
            guard exists(request.place) else { return .skipped }
            laters.append(Later(wrapper: wrapper, request: request, context: context))
            wrappers[number] = laters.count - 1
            return .done
        case .read(let number):
            guard let later = wrappers[number] else { return .skipped }
            return read(later, context)
        case .storeThrough(let wrapper, let number):
            guard let later = wrappers[wrapper].map({ laters[$0] }), later.wrapper == .imposed else { return .skipped }
            guard let origin = origin(later.request.place, in: later.context) else { return .skipped }
            try store(number, for: later.request, origin)
            return .done
        case .readParts(let number):
            guard let instance = held.last(where: { instances[$0].number == number }) else { return .skipped }
            let answers = instances[instance].parts.compactMap { part in
                if case .later(let later) = part { read(later, context) } else { nil }
            }
            return .several(answers)
        case .letGo:
            held = []
            return .done
        case .prefer, .decorate, .fail, .alias: return change(operation)
        default: return change(operation, context)
        }
    }

    private func answer(_ query: ModelQuery, _ request: ModelRequest, _ origin: Origin) throws(Failure) -> Answer {
        switch query {
        case .one: return handOut(try inject(request, from: origin))
        case .unforced: return unforced(request, from: origin).map { handOut($0) } ?? .nothing
        case .optional:
            defer { temporaries = [] }
            guard case .instance(let instance) = try optional(request, from: origin) else { return .nothing }
            return handOut(instance)
        case .all:
            defer { temporaries = [] }
            let all = try injectAll(request, from: origin)
            held += all
            return .list(all)
        case .isImposed, .isOptionalImposed: return .truth((try? choose(request, from: origin)) != nil)
        case .explanation, .optionalExplanation: return explain(query, request, origin)
        }
    }

    /// "Under a castable rule an injection may have to make instances", where "`explain` makes none": "its outcome is
    /// `undecided`".
    private func explain(_ query: ModelQuery, _ request: ModelRequest, _ origin: Origin) -> Answer {
        do {
            guard let found = try chooseUnlessCasting(request, from: origin) else {
                return .explained(.undecided, chosen: nil)
            }
            return .explained(.chosen, chosen: found.number)
        } catch {
            return .explained(outcome(error.kind, query), chosen: nil)
        }
    }

    private func outcome(_ kind: ImposeError.Kind, _ query: ModelQuery) -> Imposer.Explanation.Outcome {
        switch kind {
        case .ambiguous: .ambiguous
        case .disposed: .disposed
        default: query == .optionalExplanation ? .absent : .missing
        }
    }

    private func handOut(_ instance: Int) -> Answer {
        held.append(instance)
        return .instance(instance)
    }

    /// "What was injected stays", and "the next read tries again" where there was nothing. One that traps is first
    /// asked whether it would.
    private func read(_ number: Int, _ context: Context) -> Answer {
        let later = laters[number]
        if let value = later.value { return handOut(value) }
        let creation = wrongRule == .wrappersTravel ? context : later.context
        guard let origin = later.origin ?? origin(later.request.place, in: creation) else { return .skipped }
        do {
            let first = handOut(try inject(later.request, from: origin))
            switch later.wrapper {
            case .imposed: return first
            case .unforced:
                laters[number].value = held.last
                return first
            case .injected:
                let second = handOut(try inject(later.request, from: origin))
                laters[number].value = held.last
                return .several([first, second])
            }
        } catch {
            return later.wrapper == .unforced ? .nothing : .failure(error.kind)
        }
    }
}
