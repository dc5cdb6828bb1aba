// The names that inspecting has for the facts of the core, and what it concludes from them.

internal import Impose

typealias Candidate = CandidateFacts
typealias Request = RequestFacts
typealias Argument = RequestFacts.Argument
typealias Failure = FailureFacts
typealias Origin = OriginFacts

// MARK: - Imposers

/// The name of an imposer in texts.
enum ImposerTitle {
    case member(ImposerType)
    case named(String?)
    case scope(InjectionName?)
}

extension NodeFacts {
    var title: ImposerTitle { type.map { .member($0) } ?? (isOfScope ? .scope(name) : .named(label)) }

    /// Whether it is an imposer of a directory.
    var isMember: Bool { type != nil }

    var isOfScope: Bool { kind == .scope }

    /// This and its parents, the innermost first.
    var lineage: [NodeFacts] { Array(sequence(first: self, next: \.parent)) }

    /// This and all those below it that are alive.
    var livingSubtree: [NodeFacts] {
        var found: [NodeFacts] = []
        var waiting = [self]
        while let next = waiting.popLast() {
            found.append(next)
            waiting += Seam.children(of: next)
        }
        return found
    }

    /// The innermost scope that this is, or is in.
    var nearestScope: NodeFacts? { lineage.first(where: \.isOfScope) }

    /// The line that opened it; nil for one that is no scope.
    var openingLocation: Location? { isOfScope ? location : nil }

    /// Its registrations in the order they were made, also those that are not in force, and the values that a scope was
    /// given.
    var registrations: [RegistrationFacts] { Seam.registrations(of: self) }
}

extension Imposer {
    /// The imposer itself, or what a provider's parameter searches first.
    var node: NodeFacts { Seam.node(of: self) }
}

/// Any one of the imposers of a directory, which stands for the whole: the core hands out no directory itself.
typealias DirectoryMember = NodeFacts

/// The imposers that are searched for a request, in order.
typealias SearchOrder = [NodeFacts]

extension OriginFacts {
    /// The origin of a request that the calling code makes of an imposer.
    init(ofCallOf imposer: NodeFacts) {
        self.init(imposer: imposer, scope: imposer.nearestScope ?? Seam.origin(ofCallOf: nil).scope)
    }
}

extension Seam {
    static var currentDirectory: DirectoryMember { origin(ofCallOf: .shared).imposer }

    /// The directory that an imposer belongs to, by itself or by its parents; nil if it belongs to none.
    static func directory(of imposer: NodeFacts) -> DirectoryMember? { isInDirectory(imposer) ? imposer : nil }

    static func imposers(of directory: DirectoryMember) -> [NodeFacts] { roots(ofDirectoryOf: directory) }

    /// The directory's imposer of a type, or the primary one as long as nobody has used that type.
    static func imposer(_ type: ImposerType, of directory: DirectoryMember) -> NodeFacts {
        let roots = imposers(of: directory)
        return roots.first { $0.type == type } ?? roots[0]
    }
}

// MARK: - Registrations

extension RegistrationFacts {
    /// The imposer that has it, as texts call it.
    var imposer: ImposerTitle { holder.title }

    /// Whether its provider takes an imposer, of which it may ask for anything.
    var takesImposer: Bool { parameters.contains { $0 == Imposer.self } }

    /// Whether its parameters say nothing of what it injects.
    var isOpaque: Bool { parameters.isEmpty ? !isInstance : takesImposer }

    /// Whether its instances may be used on the provider's actor alone.
    var isForItsActor: Bool { isolation != nil && !isSendable }

    /// The types of the parameters that each injection gives as arguments: the expected ones, and the owner.
    var arguments: [any Any.Type] {
        let expected = expectedArguments
        return parameters.filter { parameter in
            parameter == (any InjectionOwner).self || expected.contains { $0 == parameter }
        }
    }
}

extension Seam {
    /// The registration of an imposer for exactly a type and a name.
    static func registration(for key: RegistrationKey, of imposer: NodeFacts) -> RegistrationFacts? {
        registrations(of: imposer).first { $0.key == key }
    }

    /// The arguments of a request that a provider may take: those of the call, and the owner if some parameter takes
    /// it.
    static func arguments(of request: Request, for registration: RegistrationFacts) -> [Argument] {
        request.arguments.filter { argument in
            !argument.isOwner || !(positions(of: [argument], among: registration.parameters) ?? []).isEmpty
        }
    }

    /// The types of the modules that have provided in a directory, on some nodes, and in the open scopes below.
    static func modules(providedIn directory: DirectoryMember, and nodes: [NodeFacts]) -> Set<ObjectIdentifier> {
        Set(allNodes(of: directory, and: nodes).flatMap { modules(providedOn: $0) })
    }

    /// The imposers of a directory, other imposers, and the open scopes below them.
    static func allNodes(of directory: DirectoryMember, and nodes: [NodeFacts]) -> Set<NodeFacts> {
        Set((imposers(of: directory) + nodes).flatMap { $0.livingSubtree })
    }
}

// MARK: - Requests

/// What a request asks of registrations: a type, a name, and the rule for those of other types.
struct Query: Hashable {
    let key: RegistrationKey
    let rules: InjectionRules

    init(_ key: RegistrationKey, _ rules: InjectionRules = .nearest) { (self.key, self.rules) = (key, rules) }

    init(_ type: any Any.Type) { self.init(RegistrationKey(type: type, name: nil)) }

    init(_ request: Request) { self.init(request.key, request.rules) }

    /// The requested type without the optionals around it.
    var wrapped: any Any.Type { TypeRelation.unwrapped(key.type) }

    /// The types of exact matches: `T?` itself, then `T`.
    var exactTypes: some Sequence<any Any.Type> { sequence(first: key.type) { TypeRelation.wrapped(in: $0) } }

    var isOptional: Bool { TypeRelation.wrapped(in: key.type) != nil }
}

extension RequestFacts {
    init(
        _ type: any Any.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        at location: Location
    ) {
        self.init(RegistrationKey(type: type, name: name), rules, at: location)
    }

    var type: any Any.Type { key.type }

    var name: InjectionName? { key.name }

    /// The object that the instance is for.
    var owner: AnyObject? { arguments.first(where: \.isOwner).map { $0.value as AnyObject } }

    var hasArguments: Bool { !arguments.isEmpty }
}

extension FailureFacts {
    /// The imposer that it is about; nil if none is known.
    var imposer: NodeFacts? {
        switch self {
        case .missing(let order, _), .missingToStore(let order): order.first
        case .ambiguous(let candidates): candidates.first?.registration.holder
        case .disposed(let imposer), .disposedAgain(let imposer): imposer
        case .noScope(_, let origin): origin.imposer
        default: nil
        }
    }

    /// The registration that it is about; nil if there is none.
    var registration: RegistrationFacts? {
        switch self {
        case .providerThrew(let registration, _), .wrongClass(let registration), .arguments(let registration),
            .unhashableArguments(let registration), .isolation(let registration, _), .notSendable(let registration, _),
            .conformanceIsolation(let registration), .asynchronous(let registration), .weakValue(let registration, _),
            .notStorable(let registration), .wrongClassToStore(let registration, _):
            registration
        default: nil
        }
    }
}

// MARK: - The search

/// The decision of one imposer of a search.
typealias ImposerDecision = (imposer: NodeFacts, choice: DecisionFacts)

extension Seam {
    /// The decisions of the imposers that are searched, up to the first one that ends the search.
    static func decisions(for query: Query, in order: SearchOrder) -> [ImposerDecision] {
        var decisions: [ImposerDecision] = []
        for imposer in order {
            let choice = decision(on: query.key, query.rules, of: imposer)
            decisions.append((imposer, choice))
            guard case .none = choice else { break }
        }
        return decisions
    }

    /// The decisions of those imposers that have not ended, as if the others were not there.
    static func decisions(asWiredFor query: Query, in order: SearchOrder) -> [ImposerDecision] {
        decisions(for: query, in: order.filter { !$0.isEnded })
    }

    /// The registration that answers, as far as that can be said without making an instance.
    static func winner(of query: Query, in order: SearchOrder) -> Candidate? {
        if case .chosen(let candidate)? = decisions(for: query, in: order).last?.choice { candidate } else { nil }
    }

    /// Returns a function that gives the distance from a registered type to the requested one, or nil if it does not
    /// match. Taking the requested type apart is the slow part: for many registrations, call this once.
    static func distances(to query: Query) -> (any Any.Type) -> Int? {
        let relation = TypeRelation(to: query.wrapped)
        return { type in query.exactTypes.contains { $0 == type } ? 0 : relation.distance(from: type) }
    }

    static func keptInstance(of registration: RegistrationFacts, heldBy imposer: NodeFacts) -> Any? {
        keptInstance(of: registration, askedIn: imposer.nearestScope)
    }

    /// The scope in which the parameters of a provider are asked for.
    static func scopeOfParameters(of registration: RegistrationFacts, askedIn scope: NodeFacts?) -> NodeFacts? {
        if case .node(let keeper) = keeper(of: registration, askedIn: scope) { keeper.nearestScope } else { scope }
    }

    /// The innermost registration that is being built and outlives the scopes which keep another one; nil if there is
    /// none.
    static func outlivingScope(of registration: RegistrationFacts) -> RegistrationFacts? {
        registration.option.scopeName.flatMap { name in
            underWay.map(\.registration).last { $0.option.outlives(scopesNamed: name) }
        }
    }
}

extension Sequence {
    /// Returns the first result of a function that is not nil. The function is called once for each element.
    ///
    /// `lazy.compactMap(…).first` calls it twice for the element that it finds. If another thread changes the answer in
    /// between, that traps.
    func firstResult<Result>(_ body: (Element) -> Result?) -> Result? {
        for element in self { if let result = body(element) { return result } }
        return nil
    }
}
