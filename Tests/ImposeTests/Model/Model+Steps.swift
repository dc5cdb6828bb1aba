import Impose
import ImposeInspecting
import TestSupport

/// The outcome of a step. An instance is a number to the model and an object to the library.
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
        (hasCast, hasOrder, hasCycle) = (false, false, false)
        guard directories[step.directory] != nil else { return .skipped }
        var context = Context(directory: step.directory)
        for run in step.runs {
            guard let node = find(run, in: context) else { return .skipped }
            context = self.context(running: node, in: context)
        }
        return answer(step.operation, context)
    }

    private func answer(_ operation: ModelOperation, _ context: Context) -> Answer {
        do {
            return try perform(operation, context)
        } catch {
            return .failure(error.kind)
        }
    }

    private func perform(_ operation: ModelOperation, _ context: Context) throws(Failure) -> Answer {
        switch operation {
        case .ask(let query, let request):
            guard let origin = origin(request.location, in: context) else { return .skipped }
            return try answer(query, request, origin)
        case .store(let request, let number):
            guard let origin = origin(request.location, in: context) else { return .skipped }
            try store(number, for: request, origin)
            return .done
        case .wrap(let number, let wrapper, let request):
            guard exists(request.location) else { return .skipped }
            laters.append(Later(wrapper: wrapper, request: request, context: context))
            wrappers[number] = laters.count - 1
            return .done
        case .read(let number):
            guard let later = wrappers[number] else { return .skipped }
            return read(later, context)
        case .storeThrough(let wrapper, let number):
            guard let later = wrappers[wrapper].map({ laters[$0] }), later.wrapper == .imposed else { return .skipped }
            guard let origin = origin(of: later, readIn: context) else { return .skipped }
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
        case .withScope(let number, let location, let name, let operations):
            return withScope(number, in: location, name, operations, context)
        case .prefer, .decorate, .fail, .alias: return change(operation)
        default: return change(operation, context)
        }
    }

    /// "Opens a scope, makes it current, runs the body, disposes." "The static one nests in the innermost running scope (of
    /// the primary imposer, if none runs)"; "as a method of an imposer it opens there, beside whatever runs".
    private func withScope(
        _ number: Int,
        in location: ModelPlace?,
        _ name: ModelName?,
        _ operations: [ModelOperation],
        _ context: Context
    ) -> Answer {
        let innermost = location == nil ? context.scope : nil
        guard let parent = innermost ?? find(location ?? .member(.primary), in: context) else { return .skipped }
        open(number, in: parent, named: name, context)
        let scope = nodes.count - 1
        let inside = self.context(running: scope, in: context)
        let answers = operations.map { answer($0, inside) }
        if wrongRule != .bodiesLeaveScopesOpen { _ = dispose(scope) }
        // The operations may have let go of others before, in an order that the docs do not say.
        hasOrder = false
        return .several(answers)
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
        case .isImposed, .isOptionalImposed: return .truth(isImposed(request, origin))
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
            if let missing = missingKeeper(of: found, request, origin) {
                return .explained(outcome(missing, query), chosen: nil)
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
        case .noScope: .noScope
        default: query == .optionalExplanation ? .absent : .missing
        }
    }

    /// Whether an injection would find one registration, and somebody to keep its instance.
    private func isImposed(_ request: ModelRequest, _ origin: Origin) -> Bool {
        guard let found = try? choose(request, from: origin) else { return false }
        return missingKeeper(of: found, request, origin) == nil
    }

    /// The kind of error that a registration gives since nothing would keep its instance: because of the scope that
    /// should, or that hid an alias's original. Nil if something would.
    private func missingKeeper(of found: Found, _ request: ModelRequest, _ origin: Origin) -> ImposeError.Kind? {
        guard let record = records[found.number] else { return nil }
        do throws(Failure) {
            guard let original = record.original else {
                if record.isScoped { _ = try openKeeper(of: record, found.holder, origin) }
                return nil
            }
            var next = request
            (next.kind, next.name, next.rules) = (original.kind, original.name, .nearest)
            let asked = Origin(asked: found.holder, scope: origin.scope, context: origin.context)
            let source = try choose(next, from: asked)
            return source == found ? nil : missingKeeper(of: source, next, origin)
        } catch {
            return error.kind == .disposed || error.kind == .noScope ? error.kind : nil
        }
    }

    private func handOut(_ instance: Int) -> Answer {
        held.append(instance)
        return .instance(instance)
    }

    /// "What does not cache injects, and stores, in the scope that is running, if that lies inside the scope that it was
    /// created in; if it was created in none, in any scope of the same directory. Otherwise it does so where it was
    /// created."
    private func origin(of later: Later, readIn running: Context) -> Origin? {
        var context = wrongRule == .wrappersTravel ? running : later.context
        if later.wrapper == .imposed, wrongRule != .nothingFollows, let scope = running.scope,
            running.directory == later.context.directory, later.context.scope.map({ chain(scope).contains($0) }) ?? true
        {
            context = running
        }
        guard let handle = later.origin else { return origin(later.request.location, in: context) }
        guard later.wrapper == .imposed else { return handle }
        return Origin(asked: handle.asked, scope: context.scope, context: context)
    }

    /// "What was injected stays", and "the next read tries again" where there was nothing. One that traps is first
    /// asked whether it would.
    private func read(_ number: Int, _ context: Context) -> Answer {
        let later = laters[number]
        if let value = later.value { return handOut(value) }
        guard let origin = origin(of: later, readIn: context) else { return .skipped }
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
