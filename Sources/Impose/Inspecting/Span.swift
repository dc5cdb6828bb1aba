/// Where what a registration makes is kept, and hence in which scopes its needs are looked for.
enum Span {
    /// By the imposer that has the registration. Scopes of these names enclose it, and no others.
    case holder(Set<InjectionName>)
    /// By a scope of the name, which is inside scopes of these names, its own among them, and perhaps of others.
    case scope(InjectionName, Set<InjectionName>)
    /// By whatever scope is asked in, or by the imposer where there is none; inside scopes of these names, and perhaps of
    /// others.
    case anyScope(Set<InjectionName>)

    /// Nil for what nobody keeps, and for an alias.
    init?(_ node: DependencySurvey.Node) {
        if node.record.original != nil { return nil }
        let names = Set(node.holder.enclosingScopeNames)
        switch node.record.option.lifetime {
        case .closureBased, .graphInstance: return nil
        case .singleInstance, .weakInstance: self = .holder(names)
        case .scopedInstance:
            self = node.record.option.scopeName.map { .scope($0, names.union([$0])) } ?? .anyScope(names)
        }
    }

    /// Whether something is there that is only there inside some scopes.
    enum Finding {
        /// As far as can be known.
        case always
        /// Never: it is built outside.
        case outside
        /// In some scopes, and not in others.
        case inSome
        /// Never: it is kept by a scope of this name, which encloses those.
        case ends(InjectionName)
        /// It is kept by a scope of this name, and what those keep needs what scopes of this name have.
        case contradicted(InjectionName)
        /// Only if scopes of one name are opened in those of the other.
        case unknown(ScopeNesting.Pair)
    }

    /// - Parameters:
    ///   - names: Any of these will do.
    ///   - needs: Which scopes' instances need what is there in others.
    func finds(_ names: Set<InjectionName>, _ nesting: ScopeNesting, _ needs: Set<ScopeNesting.Pair>) -> Finding {
        switch self {
        case .holder(let known): return known.isDisjoint(with: names) ? .outside : .always
        case .anyScope(let known): return known.isDisjoint(with: names) ? .inSome : .always
        case .scope(let name, let known):
            guard known.isDisjoint(with: names) else { return .always }
            if names.allSatisfy({ nesting.isSurelyInside($0, name) }) { return .ends(name) }
            // One of several is enough, and nobody knows which.
            guard let outer = names.first, names.count == 1 else { return .always }
            let pair = ScopeNesting.Pair(inner: name, outer: outer)
            if nesting.isSeen(pair) { return .always }
            return needs.contains(pair.reversed) ? .contradicted(name) : .unknown(pair)
        }
    }
}

/// Which scopes are opened in which, as far as that can be seen.
struct ScopeNesting {
    /// Scopes of one name in those of another.
    struct Pair: Hashable {
        let inner: InjectionName
        let outer: InjectionName

        var reversed: Pair { Pair(inner: outer, outer: inner) }
    }

    private var seen: Set<Pair> = []

    /// Nothing is seen.
    init() {}

    /// Looks at the scopes that are open, and at those that were said something.
    init(_ survey: DependencySurvey) {
        for gift in survey.gifts { add(gift.expectation.scopeName, inside: gift.holder.enclosingScopeNames) }
        var looked: Set<SerialNumber> = []
        for imposer in survey.nodes.map(\.holder) + survey.gifts.map(\.holder) where !looked.contains(imposer.number) {
            for scope in imposer.node.withAllBelow(of: imposer) where looked.insert(scope.number).inserted {
                guard let name = scope.scopeState?.name else { continue }
                add(name, inside: Array(scope.enclosingScopeNames.dropFirst()))
            }
        }
    }

    private mutating func add(_ inner: InjectionName, inside outer: [InjectionName]) {
        for outer in outer where outer != inner { seen.insert(Pair(inner: inner, outer: outer)) }
    }

    func isSeen(_ pair: Pair) -> Bool { seen.contains(pair) }

    /// Whether scopes of one name were seen in those of another, and never the other way round.
    func isSurelyInside(_ inner: InjectionName, _ outer: InjectionName) -> Bool {
        let pair = Pair(inner: inner, outer: outer)
        return isSeen(pair) && !isSeen(pair.reversed)
    }
}

extension Imposer {
    /// The names of the scopes that this imposer is or is in, innermost first.
    var enclosingScopeNames: [InjectionName] { lineage.compactMap { $0.scopeState?.name } }
}
