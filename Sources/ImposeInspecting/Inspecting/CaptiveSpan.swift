internal import Impose

/// The place where a registration's instance is kept, and hence the scopes in which its dependencies are looked for.
enum CaptiveSpan {
    /// The imposer that has the registration keeps it. Scopes of these names enclose it, and no others.
    case holder(Set<InjectionName>)
    /// A scope of the first name keeps it. The set has the names of the scopes known to enclose its dependencies, the
    /// first name included; there may be others.
    case scope(InjectionName, Set<InjectionName>)
    /// The current scope of a request keeps it, or the imposer if there is none. The set has the names of the scopes
    /// known to enclose it; there may be others.
    case anyScope(Set<InjectionName>)

    /// Nil for an instance that nobody keeps, and for an alias.
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

    /// The reason that a dependency which exists only inside some scopes is not always there.
    enum Finding {
        /// It is never there: the instance is built outside such scopes.
        case outside
        /// It is there in some scopes, and not in others.
        case inSome
        /// It is never there: the instance is kept by a scope of this name, which encloses such scopes.
        case ends(InjectionName)
        /// It can't be there: the instance is kept by a scope of this name, and instances that such scopes keep need
        /// something of scopes of this name.
        case contradicted(InjectionName)
        /// It is there only if scopes of one name are opened in scopes of the other.
        case unknown(ScopeNesting.Pair)
    }

    /// Nil if the dependency is always there, as far as can be known.
    ///
    /// - Parameters:
    ///   - names: The names of the scopes in which the dependency exists. Any one of them will do.
    ///   - needs: The pairs for which an instance in the inner scope needs something from the outer one.
    func finds(_ names: Set<InjectionName>, _ nesting: ScopeNesting, _ needs: Set<ScopeNesting.Pair>) -> Finding? {
        switch self {
        case .holder(let known): return known.isDisjoint(with: names) ? .outside : nil
        case .anyScope(let known): return known.isDisjoint(with: names) ? .inSome : nil
        case .scope(let name, let known):
            guard known.isDisjoint(with: names) else { return nil }
            if names.allSatisfy({ nesting.isSurelyInside($0, name) }) { return .ends(name) }
            // One of several is enough, and it is not known which.
            guard let outer = names.first, names.count == 1 else { return nil }
            let pair = ScopeNesting.Pair(inner: name, outer: outer)
            if nesting.isSeen(pair) { return nil }
            return needs.contains(pair.reversed) ? .contradicted(name) : .unknown(pair)
        }
    }
}

/// The nesting of scopes, as far as it can be seen.
struct ScopeNesting {
    /// The name of some scopes, and the name of the scopes around them.
    struct Pair: Hashable {
        let inner: InjectionName
        let outer: InjectionName

        var reversed: Pair { Pair(inner: outer, outer: inner) }
    }

    private var seen: Set<Pair> = []

    /// No scopes are seen.
    init() {}

    /// Looks at the scopes that are open, and at the imposers that have expectations.
    init(_ survey: DependencySurvey) {
        for gift in survey.gifts { add(gift.expectation.scopeName, inside: gift.holder.enclosingScopeNames) }
        for scope in survey.openImposers {
            if let name = scope.name { add(name, inside: Array(scope.enclosingScopeNames.dropFirst())) }
        }
    }

    private mutating func add(_ inner: InjectionName, inside outer: [InjectionName]) {
        for outer in outer where outer != inner { seen.insert(Pair(inner: inner, outer: outer)) }
    }

    func isSeen(_ pair: Pair) -> Bool { seen.contains(pair) }

    /// Whether scopes of one name were seen in scopes of another, and never the other way round.
    func isSurelyInside(_ inner: InjectionName, _ outer: InjectionName) -> Bool {
        let pair = Pair(inner: inner, outer: outer)
        return isSeen(pair) && !isSeen(pair.reversed)
    }
}
