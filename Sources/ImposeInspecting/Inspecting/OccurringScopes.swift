internal import Impose

/// The names of scopes that occur among some registrations, in an order for opening one of each.
struct OccurringScopes {
    /// The names; a scope that needs scopes of other names comes after them.
    private(set) var outermostFirst: [InjectionName] = []

    init(_ imposers: [NodeFacts]) {
        let isAny = imposers.contains { imposer in
            !imposer.expectations.isEmpty
                || imposer.registrations.contains { $0.option.scopeName != nil }
        }
        // A survey takes time.
        if !isAny { return }
        let survey = DependencySurvey(imposers)
        let occurring =
            survey.nodes.compactMap(\.record.option.scopeName) + survey.gifts.map(\.expectation.scopeName)
        let needs = CaptiveDependencies(survey).scopeNeeds
        for name in occurring { add(name, behind: needs, []) }
    }

    private mutating func add(_ name: InjectionName, behind needs: Set<ScopeNesting.Pair>, _ waiting: [InjectionName]) {
        if outermostFirst.contains(name) || waiting.contains(name) { return }
        let outer = needs.filter { $0.inner == name }.map(\.outer).sorted { $0.key < $1.key }
        for outer in outer { add(outer, behind: needs, waiting + [name]) }
        outermostFirst.append(name)
    }
}
