import Impose
import TestSupport

extension Model {
    /// An instance that is being built: the registration and the keeper.
    struct PathElement: Equatable {
        let number: Int
        let keeper: Int?
    }

    /// The key that a `.graphInstance` is shared by: "that of the injection, built in that scope".
    struct GraphKey: Hashable {
        let kept: KeptKey
        let scope: Int?
        let isForScope: Bool
    }

    /// The instance for a request, which may be a part of a larger one.
    func inject(_ request: ModelRequest, from origin: Origin) throws(Failure) -> Int {
        try outermost { () throws(Failure) -> Int in
            try deliver(try search(request, from: origin), request, origin)
        }
    }

    /// "One for each outermost injection": the outermost begins with nothing that is shared.
    func outermost<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if depth == 0 { graph = [:] }
        depth += 1
        defer { depth -= 1 }
        return try body()
    }

    func deliver(_ chosen: Chosen, _ request: ModelRequest, _ origin: Origin) throws(Failure) -> Int {
        switch chosen {
        case .registration(let found): try deliver(found, request, origin)
        case .instance(let instance): instance
        }
    }

    /// The instance of a registration, as its lifetime says.
    func deliver(_ found: Found, _ request: ModelRequest, _ origin: Origin) throws(Failure) -> Int {
        guard let record = records[found.number] else { throw Failure(kind: .missing) }
        let fits = request.argument == nil || record.original != nil || record.parts.contains(where: \.isNumber)
        if !fits, wrongRule != .argumentsAreLookedAtLast { throw Failure(kind: .arguments) }
        // Where nobody could keep it, its provider is not looked at.
        if record.isKept { _ = try openKeeper(of: record, found.holder, origin) }
        if !fits { throw Failure(kind: .arguments) }
        let argument = wrongRule == .argumentsAreIgnored ? nil : request.argument
        let key = KeptKey(number: found.number, holder: found.holder, argument: argument)
        if record.original != nil, wrongRule != .aliasesMakeAnother {
            return try followAlias(found, request, origin)
        }
        switch record.option {
        case .closureBased: return try build(found, request, origin, keeper: nil)
        case .graphInstance:
            let scope = wrongRule == .graphsCrossScopes ? nil : origin.scope
            let shared = GraphKey(kept: key, scope: scope, isForScope: scope != nil && isBuildingKept)
            if wrongRule != .graphsShareNothing, let instance = graph[shared] { return instance }
            let instance = try build(found, request, origin, keeper: nil)
            graph[shared] = instance
            return instance
        default: return try deliverKept(key, record, found, request, origin)
        }
    }

    private func deliverKept(
        _ key: KeptKey,
        _ record: Record,
        _ found: Found,
        _ request: ModelRequest,
        _ origin: Origin
    ) throws(Failure) -> Int {
        let keeper = try openKeeper(of: record, found.holder, origin)
        if let kept = nodes[keeper].kept[key] {
            if record.option != .weakInstance || wrongRule == .weakIsKept || isAlive(kept) { return kept }
            nodes[keeper].kept[key] = nil
        }
        if let instance = record.instance { return instance }
        let instance = try build(found, request, origin, keeper: keeper)
        if record.option == .weakInstance, instances[instance].kind.isValue { throw Failure(kind: .weakValue) }
        nodes[keeper].kept[key] = instance
        return instance
    }

    /// The keeper of an instance. "What a scope that was disposed of keeps, or would keep, is `disposed`."
    func openKeeper(of record: Record, _ holder: Int, _ origin: Origin) throws(Failure) -> Int {
        let keeper = try keeper(of: record, holder, origin)
        guard record.isScoped, nodes[keeper].isDisposed, wrongRule != .disposedAnswers else { return keeper }
        if wrongRule == .endedScopesTakeFromOutside { return holder }
        throw Failure(kind: .disposed)
    }

    /// The keeper of an instance: "the imposer that holds the registration", and for scoped instances there is
    /// "one for each scope that asks; one for the imposer, if no scope does".
    private func keeper(of record: Record, _ holder: Int, _ origin: Origin) throws(Failure) -> Int {
        if record.isScoped, let name = record.scopeName, wrongRule != .namesAreIgnored {
            return try keeper(named: name, holder, origin)
        }
        return switch record.option {
        case .singleInstance where wrongRule == .singletonsAreScoped: origin.scope ?? holder
        case .scopedInstance where wrongRule == .nestedScopesShare:
            origin.scope.flatMap { chain($0).last { nodes[$0].scopeDirectory != nil } } ?? holder
        case .scopedInstance: origin.scope ?? holder
        default: holder
        }
    }

    /// "The nearest enclosing scope that was opened under that name keeps the instance." "'Enclosing' means the scope that
    /// is running, or that is asked, and its parents." "A registration made inside the named scope is kept in the scope that
    /// has it."
    private func keeper(named name: ModelName, _ holder: Int, _ origin: Origin) throws(Failure) -> Int {
        let enclosing = origin.scope.map {
            chain($0).filter { nodes[$0].scopeDirectory != nil && nodes[$0].name == name }
        }
        let named = wrongRule == .outermostScopeKeeps ? enclosing?.last : enclosing?.first
        guard let named else {
            if wrongRule == .noScopeIsNeeded { return origin.scope ?? holder }
            throw Failure(kind: .noScope)
        }
        guard let inner = scope(of: holder), inner != named, chain(inner).contains(named) else { return named }
        return wrongRule == .innerOnesOutlive ? named : inner
    }

    /// "A request for the alias is a request for the original, with the same arguments."
    private func followAlias(_ found: Found, _ request: ModelRequest, _ origin: Origin) throws(Failure) -> Int {
        guard let original = records[found.number]?.original else { throw Failure(kind: .missing) }
        var next = request
        (next.kind, next.name, next.rules) = (original.kind, original.name, .nearest)
        return try onPath(found, keeper: nil) { () throws(Failure) -> Int in
            let asked = Origin(asked: found.holder, scope: origin.scope, context: providing(found, origin, nil))
            return try inject(next, from: asked)
        }
    }

    /// "The instance is needed in order to build it": the same registration, and for a kept instance the same keeper,
    /// twice.
    private func onPath(_ found: Found, keeper: Int?, _ body: () throws(Failure) -> Int) throws(Failure) -> Int {
        let element = PathElement(number: found.number, keeper: keeper)
        if path.contains(where: { isSame($0, element) }) {
            hasCycle = true
            throw Failure(kind: .circular)
        }
        path.append(element)
        defer { path.removeLast() }
        return try body()
    }

    /// Whether the instance being built is for one that an imposer or a scope will hold.
    var isBuildingKept: Bool {
        path.contains { element in
            guard element.keeper != nil, let option = records[element.number]?.option else { return false }
            return option == .singleInstance || option == .scopedInstance
        }
    }

    private func isSame(_ one: PathElement, _ other: PathElement) -> Bool {
        guard one.number == other.number else { return false }
        guard let keeper = one.keeper, let otherKeeper = other.keeper else { return true }
        return keeper == otherKeeper
    }

    /// The context in which a provider runs: on behalf of "the scope that will keep the instance"; if nobody keeps it,
    /// the caller's.
    private func providing(_ found: Found, _ origin: Origin, _ keeper: Int?) -> Context {
        let scope = scopeOfProvider(found, origin, keeper)
        var directory = scope.flatMap { home(of: $0) }
        if directory == nil, keeper != nil { directory = home(of: found.holder) }
        return Context(directory: directory ?? origin.context.directory, scope: scope)
    }

    /// "None, or the scope that the registration is imposed on" for singletons and weak ones, the scope that asks for
    /// the others. But if a named scope keeps it, "parameters, hooks and the current scope are those of the scope that
    /// keeps it, never those of the inner one that happened to ask first".
    private func scopeOfProvider(_ found: Found, _ origin: Origin, _ keeper: Int?) -> Int? {
        guard let record = records[found.number], let keeper else { return origin.scope }
        if record.isScoped, record.scopeName != nil, wrongRule != .innerParametersCount { return scope(of: keeper) }
        guard !record.isScoped else { return origin.scope }
        return wrongRule == .singletonsCapture ? origin.scope : scope(of: found.holder)
    }

    /// Calls a provider.
    private func build(
        _ found: Found,
        _ request: ModelRequest,
        _ origin: Origin,
        keeper: Int?
    ) throws(Failure) -> Int {
        guard let record = records[found.number] else { throw Failure(kind: .missing) }
        let context = providing(found, origin, keeper)
        // "The parameters of a provider are searched from the imposer that holds the registration, not from the one
        // that was asked", in the scope that the provider runs in.
        let asked = wrongRule == .parametersFromAsked ? origin.asked : found.holder
        let parameters = Origin(asked: asked, scope: context.scope, context: context)
        let count = temporaries.count
        defer { temporaries.removeLast(temporaries.count - count) }
        let instance = try onPath(found, keeper: keeper) { () throws(Failure) -> Int in
            var parts: [Part] = []
            // "Each argument in turn takes the first free parameter of exactly its type."
            var argument = request.argument
            for part in record.parts.filter(\.isParameter) {
                parts.append(try parameter(part, record.key, argument, parameters))
                if part.isNumber { argument = nil }
            }
            calls.append(found.number)
            for part in record.parts.filter({ !$0.isParameter }) { parts.append(try injected(part, context)) }
            if record.isFailing { throw Failure(kind: .providerFailed) }
            return make(found, record, parts)
        }
        return instance
    }
}

extension Model.Record {
    /// Whether somebody keeps its instance.
    var isKept: Bool { original == nil && option != .closureBased && option != .graphInstance }

    var isScoped: Bool { original == nil && option == .scopedInstance }
}
