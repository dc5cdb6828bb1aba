internal import Impose

/// A search for captive dependencies: kept instances that depend, directly or through ones that nobody keeps, on an
/// instance with a shorter lifetime.
///
/// A dependency through `Injected<…>` counts, since the wrapper keeps what it has injected. `Imposed<…>` keeps nothing.
struct CaptiveDependencies {
    private let survey: DependencySurvey
    private let outgoing: [Int: [DependencySurvey.Edge]]

    init(_ survey: DependencySurvey) {
        self.survey = survey
        outgoing = Dictionary(grouping: survey.edges.filter(\.isHeld), by: \.from)
    }

    /// An instance that is held, or that is needed and exists only in some scopes.
    private struct Held {
        let edge: DependencySurvey.Edge
        /// The needs that lead to it, the holder's own first, and itself last.
        let way: [DependencySurvey.Edge]
        /// Whether the parameters alone lead to it. A request that was only seen may depend on a condition.
        let isCertain: Bool

        /// The severity where the holder can't be built with it, or keeps it too long. What is nil elsewhere does not fail.
        var severity: Imposer.Validation.Severity {
            if case .absent = edge.fate { return .warning }
            return isCertain ? .error : .warning
        }
    }

    /// - Parameter misspelt: Names of scopes whose findings follow from a mistake.
    /// - Returns: The findings, and those of the names for which some were left out that make an injection fail.
    func findings(except misspelt: Set<InjectionName>)
        -> (findings: [Imposer.Validation.Finding], left: Set<InjectionName>)
    {
        var left: Set<InjectionName> = []
        let needs = scopeNeeds
        let nesting = needs.isEmpty ? ScopeNesting() : ScopeNesting(survey)
        // Uncertain, since they depend on which scopes are opened in which.
        var doubts: [(text: CaptiveOfNamedScope, pair: ScopeNesting.Pair)] = []
        var findings: [Imposer.Validation.Finding] = []
        for start in survey.nodes.indices.prefix(survey.ownCount) {
            let node = survey.nodes[start]
            guard let span = CaptiveSpan(node) else { continue }
            let holdsScoped = node.record.holdsScoped
            var captives: [Imposer.Validation.Finding] = []
            for held in held(by: start) {
                guard let names = survey.scopeNames(of: held.edge) else {
                    if let captive = captive(node, holding: held), !holdsScoped || captive.severity != .error {
                        captives.append(captive)
                    }
                    continue
                }
                guard let finding = span.finds(names, nesting, needs) else { continue }
                let wrong = misspelt.intersection(names.union([node.record.option.scopeName].compactMap { $0 }))
                if !wrong.isEmpty {
                    left.formUnion(wrong)
                    continue
                }
                let text = CaptiveOfNamedScope(holder: node.record, scopeNames: names, way: held.way, survey: survey)
                if case .unknown(let pair) = finding { doubts.append((text, pair)) }
                if let captive = text.finding(finding, held.severity) { captives.append(captive) }
            }
            findings += captives.sorted { "\($0.places)" < "\($1.places)" }
        }
        // One finding for each two names.
        let alike = Dictionary(grouping: doubts, by: \.pair)
        var said: Set<ScopeNesting.Pair> = []
        findings += doubts.filter { said.insert($0.pair).inserted }.map { text, pair in
            text.doubtful(pair, others: (alike[pair] ?? []).count - 1)
        }
        return (findings, left)
    }

    /// The pairs of scope names for which an instance in the inner scope needs something from the outer one.
    var scopeNeeds: Set<ScopeNesting.Pair> {
        var needs: Set<ScopeNesting.Pair> = []
        for start in survey.nodes.indices {
            guard case .scope(let name, let known) = CaptiveSpan(survey.nodes[start]) else { continue }
            for held in held(by: start) {
                guard let needed = survey.scopeNames(of: held.edge), needed.count == 1 else { continue }
                for outer in needed where !known.contains(outer) {
                    needs.insert(ScopeNesting.Pair(inner: name, outer: outer))
                }
            }
        }
        return needs
    }

    /// The dependencies that an instance holds, itself or through instances that nobody keeps.
    private func held(by start: Int) -> [Held] {
        var seen: Set = [start]
        var held: [Held] = []
        var doubtful: [DependencySurvey.Edge] = []
        /// The need that has led to each node.
        var ways: [Int: DependencySurvey.Edge] = [:]
        func add(_ edge: DependencySurvey.Edge, _ isCertain: Bool) {
            var way = [edge]
            while let before = ways[way[0].from] { way.insert(before, at: 0) }
            held.append(Held(edge: edge, way: way, isCertain: isCertain))
        }
        // The certain ones go first, since each dependency is listed once.
        for isCertain in [true, false] {
            var waiting = isCertain ? outgoing[start] ?? [] : doubtful
            while let edge = waiting.popLast() {
                if isCertain, !edge.isDeclared {
                    doubtful.append(edge)
                    continue
                }
                if edge.isGiven {
                    add(edge, isCertain)
                    continue
                }
                guard let target = edge.target, seen.insert(target).inserted else { continue }
                switch survey.nodes[target].record.option.lifetime {
                case .closureBased, .graphInstance:
                    ways[target] = edge
                    waiting += outgoing[target] ?? []
                case .scopedInstance, .weakInstance: add(edge, isCertain)
                case .singleInstance: if survey.nodes[target].holder.isSession { add(edge, isCertain) }
                }
            }
        }
        return held
    }

    /// The finding for an instance that any scope keeps, that is reset without its holder, or that is kept weakly.
    private func captive(_ node: DependencySurvey.Node, holding held: Held) -> Imposer.Validation.Finding? {
        guard node.record.option == .singleInstance, let target = held.edge.target else { return nil }
        let (names, holder, other) = (survey.names, node.record, survey.nodes[target])
        let (name, captive) = (names.key(holder.type, holder.key.name), other.record)
        let needed = names.key(captive.type, captive.key.name)
        let (asking, asker) = survey.asking(held.way)
        var (severity, home) = (held.severity, "")
        let consequence: String
        let fixes: [Fix]
        switch captive.option.lifetime {
        case .scopedInstance:
            // A scope's single instance lives no longer than the instances that the scope keeps.
            if node.holder.isInScope { return nil }
            consequence = "every scope shares one \(names[captive.type])"
            fixes = Fix.captive(holder, asker, askingFor: asking.key.type, in: "", names)
        case .singleInstance:
            if node.holder.isInScope || node.holder === other.holder { return nil }
            home = " of \(other.holder), which was reset"
            consequence = "it keeps the \(names[captive.type]) of before the reset"
            fixes = [
                Fix("Let", asker, askFor: asking.key.type, names),
                Fix(
                    "Or impose \(names[holder.type]) on the same imposer: at \(holder.location), in place of "
                        + "\(holder.imposingExpression), write",
                    other.holder.expression
                ),
            ]
        default:
            severity = .warning
            consequence = "it is never released"
            fixes = [
                Fix("At \(captive.location), impose \(names[captive.type]) with", "option: .singleInstance"),
                Fix(
                    "Or let \(names[asker.type]) hold it by a property",
                    "@InjectedWeakly var \(names.variable(captive.type)): \(names.optional(captive.type))"
                ),
            ]
        }
        return Imposer.Validation.Finding(
            kind: .captive,
            severity: severity,
            (holder, names),
            type: captive.type,
            message: "captive dependency: \(name), a .\(holder.option), holds \(needed), a .\(captive.option)\(home): "
                + "\(consequence).",
            places: [FindingPlace(captive, names)],
            fixes: fixes
        )
    }
}

extension DependencySurvey {
    /// The last need on a way that a provider has, and the registration of that. An alias has none that could be changed.
    func asking(_ way: [Edge]) -> (need: Edge, record: RegistrationFacts) {
        let need = way.last { nodes[$0.from].record.original == nil } ?? way[0]
        return (need, nodes[need.from].record)
    }

    /// The names of the scopes, which keep a dependency or are given it, that it exists only inside; nil for any other
    /// dependency.
    func scopeNames(of edge: Edge) -> Set<InjectionName>? {
        if edge.isGiven { return Set(edge.expected.map { gifts[$0].expectation.scopeName }) }
        return edge.target.flatMap { nodes[$0].record.option.scopeName }.map { [$0] }
    }
}

extension NodeFacts {
    /// Whether it is a scope, a child of one, or a copy of either.
    fileprivate var isInScope: Bool {
        self.lineage.contains(where: \.isOfScope)
    }

    /// Whether it is a custom one that is reset on its own, like the session of a user who logs in and out.
    fileprivate var isSession: Bool {
        guard case .member(.custom) = self.title else { return false }
        return self.wasReset
    }
}
