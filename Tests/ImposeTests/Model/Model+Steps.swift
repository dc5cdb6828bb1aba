import Impose
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
    case explained(ModelOutcome, chosen: Int?)
    case failure(ImposeError.Kind)
    case several([ModelAnswer])
}

/// The outcome of an explanation: what an injection would find.
enum ModelOutcome {
    case chosen, ambiguous, disposed, noScope, missing, absent, undecided
}

extension Model {
    typealias Answer = ModelAnswer<Int>

    func perform(_ step: ModelStep) -> Answer {
        calls = []
        disposals = []
        (hasCast, hasOrder, hasCycle) = (false, true, false)
        guard heldDirectories.contains(step.directory) else { return .skipped }
        var context = Context(directory: step.directory)
        running = [.directory(step.directory)]
        defer {
            running = []
            endWhatIsNotHeld()
        }
        for run in step.runs {
            guard let node = find(run, in: context) else { return .skipped }
            context = enter(node, in: context)
        }
        return answer(step.operation, context)
    }

    /// Runs code in an imposer from now on, and holds that.
    private func enter(_ node: Int, in context: Context) -> Context {
        let inside = self.context(running: node, in: context)
        if nodes[node].membership == nil { running.append(.imposer(node)) }
        running += references(from: inside)
        return inside
    }

    private func answer(_ operation: ModelOperation, _ context: Context) -> Answer {
        defer {
            (temporaries, graph) = ([], [:])
            endWhatIsNotHeld()
        }
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
            wrappers[number] = add(wrapper, request, in: context)
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
            guard let instance = handedOut.last(where: { instances[$0].number == number }) else { return .skipped }
            let answers = instances[instance].parts.compactMap { part in
                if case .later(let later) = part { read(later, context) } else { nil }
            }
            return .several(answers)
        case .letGo:
            handedOut = []
            return .done
        case .forget(.imposer(let number)): return made.removeValue(forKey: number) == nil ? .skipped : .done
        case .forget(.directory(let number)): return heldDirectories.remove(number) == nil ? .skipped : .done
        case .forget(.wrapper(let number)): return wrappers.removeValue(forKey: number) == nil ? .skipped : .done
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
        let outside = running
        let inside = enter(scope, in: context)
        defer { running = outside }
        let answers = operations.map { answer($0, inside) }
        if wrongRule != .bodiesLeaveScopesOpen { _ = dispose(scope) }
        return .several(answers)
    }

    private func answer(_ query: ModelQuery, _ request: ModelRequest, _ origin: Origin) throws(Failure) -> Answer {
        switch query {
        case .one: return handOut(try inject(request, from: origin))
        case .unforced: return unforced(request, from: origin).map { handOut($0) } ?? .nothing
        case .optional:
            guard case .instance(let instance) = try optional(request, from: origin) else { return .nothing }
            return handOut(instance)
        case .all:
            let all = try injectAll(request, from: origin)
            handedOut += all
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

    private func outcome(_ kind: ImposeError.Kind, _ query: ModelQuery) -> ModelOutcome {
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
        handedOut.append(instance)
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
        if let imposer = later.imposer { return origin(imposer, in: context) }
        guard let handle = later.origin else { return origin(later.request.location, in: context) }
        guard later.wrapper == .imposed else { return handle }
        return Origin(asked: handle.asked, scope: context.scope, context: context)
    }

    /// "What was injected stays", and "the next read tries again" where there was nothing. One that traps is first
    /// asked by a call that throws, and then read.
    private func read(_ number: Int, _ context: Context) -> Answer {
        let later = laters[number]
        if let value = later.value {
            return later.wrapper == .injected ? .several([handOut(value), handOut(value)]) : handOut(value)
        }
        guard let origin = origin(of: later, readIn: context) else { return .skipped }
        isAskedByKept = !later.isHolding
        defer { isAskedByKept = false }
        do {
            let first = handOut(try inject(later.request, from: origin))
            if later.wrapper == .imposed { return first }
            laters[number].value = handedOut.last
            return later.wrapper == .injected ? .several([first, first]) : first
        } catch {
            return later.wrapper == .unforced ? .nothing : .failure(error.kind)
        }
    }
}
