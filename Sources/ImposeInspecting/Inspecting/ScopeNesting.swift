internal import Impose

/// The nesting of scopes, as far as it can be seen, or as what they keep needs it.
struct ScopeNesting {
    /// The name of some scopes, and the name of the scopes around them.
    struct Pair: Hashable {
        let inner: InjectionName
        let outer: InjectionName

        var reversed: Pair { Pair(inner: outer, outer: inner) }
    }

    /// The pairs that are seen: of open scopes, and of imposers that have expectations.
    private(set) var seen: Set<Pair> = []
    /// The pairs for which an instance in the inner scope needs something from the outer one.
    let needed: Set<Pair>

    /// - Parameter needed: Nothing is looked at if there are none.
    init(_ survey: DependencySurvey, needed: Set<Pair>) {
        self.needed = needed
        if needed.isEmpty { return }
        let expected = survey.expectedValues.map { [$0.expectation.scopeName] + $0.holder.enclosingScopeNames }
        for names in expected + survey.openImposers.filter({ $0.name != nil }).map(\.enclosingScopeNames) {
            for outer in names.dropFirst() where outer != names[0] { seen.insert(Pair(inner: names[0], outer: outer)) }
        }
    }

    /// Whether scopes of one name were seen in scopes of another, and never the other way round.
    func isSurelyInside(_ inner: InjectionName, _ outer: InjectionName) -> Bool {
        let pair = Pair(inner: inner, outer: outer)
        return seen.contains(pair) && !seen.contains(pair.reversed)
    }

    /// The names of scopes that occur among some registrations, in an order for opening one of each: a scope that needs
    /// scopes of other names comes after them.
    static func outermostFirst(of imposers: [NodeFacts]) -> [InjectionName] {
        let isAny = imposers.contains { imposer in
            !imposer.expectations.isEmpty || imposer.registrations.contains { $0.option.scopeName != nil }
        }
        // A survey takes time.
        if !isAny { return [] }
        let survey = DependencySurvey(imposers)
        let needed = CaptiveSearch(survey).scopeNeeds
        var (ordered, begun): ([InjectionName], Set<InjectionName>) = ([], [])
        func add(_ name: InjectionName) {
            guard begun.insert(name).inserted else { return }
            needed.filter { $0.inner == name }.map(\.outer).sorted { $0.spelling < $1.spelling }.forEach(add)
            ordered.append(name)
        }
        survey.nodes.compactMap(\.record.option.scopeName).forEach(add)
        survey.expectedValues.map(\.expectation.scopeName).forEach(add)
        return ordered
    }
}
