internal import Impose

/// An instance that something holds longer than it lives, or needs where it does not exist.
struct Captive {
    enum Reason {
        /// A scoped one: every scope shares the one that is held.
        case shared
        /// One of an imposer that was reset without what holds it.
        case outlivesReset
        /// A weak one.
        case neverReleased
        /// It exists in scopes alone, and the holder is built outside such.
        case outside
        /// It is there in some of the scopes that keep the holder, and not in others.
        case inSome
        /// Scopes of this name keep the holder. Those that the captive exists in are opened inside them, and end first.
        case ends(InjectionName)
        /// Scopes of this name keep the holder. But instances in the captive's scopes need something from them: of the
        /// two, only one can enclose the other.
        case contradicted(InjectionName)
        /// It exists if the scopes of the one name are opened inside those of the other. So many other captives depend
        /// on the same.
        case doubtful(ScopeNesting.Pair, others: Int)
    }

    /// The needs from the holder's own down to the captive.
    let path: [DependencySurvey.Edge]
    /// The registration of the captive; nil if it is a value that scopes are given.
    let held: RegistrationFacts?
    /// The values that scopes are expected to be given for it.
    let expectations: [Expectation]
    /// Whether the parameters alone lead to it. A request that was only seen may depend on a condition.
    let isCertain: Bool

    /// The request for it.
    var edge: DependencySurvey.Edge { path[path.count - 1] }

    /// The key of the registration, or the requested one if there is none.
    var key: RegistrationKey { held?.key ?? edge.key }

    /// The names of the scopes that it exists only inside; none for any other.
    var scopeNames: Set<InjectionName> {
        Set(held.map { [$0.option.scopeName].compactMap(\.self) } ?? expectations.map(\.scopeName))
    }

    /// The last need that belongs to a provider. An alias has none that could be changed.
    var asking: DependencySurvey.Edge { path.last { $0.asker.original == nil } ?? path[0] }
}

/// A search for captive dependencies: kept instances that depend, directly or through ones that nobody keeps, on an
/// instance with a shorter lifetime.
///
/// A dependency through `Injected<…>` counts, since the wrapper keeps what it has injected. `Imposed<…>` keeps nothing.
struct CaptiveSearch {
    private let survey: DependencySurvey
    private let outgoing: [Int: [DependencySurvey.Edge]]

    init(_ survey: DependencySurvey) {
        self.survey = survey
        outgoing = Dictionary(grouping: survey.edges.filter(\.isHeld), by: \.from)
    }

    /// - Parameter misspelt: Names of scopes whose captives follow from a mistake.
    /// - Returns: The captives, and the misspelt names for which some were left out.
    func problems(except misspelt: Set<InjectionName>) -> (found: [RegistrationProblem], left: Set<InjectionName>) {
        let nesting = ScopeNesting(survey, needed: scopeNeeds)
        var (found, left): ([RegistrationProblem], Set<InjectionName>) = ([], [])
        // One for each two names.
        var doubts: [(pair: ScopeNesting.Pair, record: RegistrationFacts, captive: Captive)] = []
        for index in survey.nodes.indices.prefix(survey.surveyedCount) {
            let node = survey.nodes[index]
            for captive in captives(of: index) {
                guard let reason = reason(node, captive, nesting) else { continue }
                let wrong = misspelt.filter { $0 == node.record.option.scopeName || captive.scopeNames.contains($0) }
                if !wrong.isEmpty {
                    left.formUnion(wrong)
                } else if case .doubtful(let pair, _) = reason {
                    doubts.append((pair, node.record, captive))
                } else {
                    found.append(RegistrationProblem(node.record, .captive(captive, reason)))
                }
            }
        }
        let alike = Dictionary(grouping: doubts, by: \.pair)
        var said: Set<ScopeNesting.Pair> = []
        for (pair, record, captive) in doubts where said.insert(pair).inserted {
            let others = (alike[pair] ?? []).count - 1
            found.append(RegistrationProblem(record, .captive(captive, .doubtful(pair, others: others))))
        }
        return (found, left)
    }

    /// The pairs of scope names for which an instance in the inner scope needs something from the outer one.
    var scopeNeeds: Set<ScopeNesting.Pair> {
        var needs: Set<ScopeNesting.Pair> = []
        for (index, node) in survey.nodes.enumerated() {
            guard let inner = node.record.option.scopeName else { continue }
            for names in captives(of: index).map(\.scopeNames) where names.isDisjoint(with: node.scopeNames) {
                if let outer = names.first, names.count == 1 {
                    needs.insert(ScopeNesting.Pair(inner: inner, outer: outer))
                }
            }
        }
        return needs
    }

    /// The instances that a kept instance holds, itself or through unkept ones, and that may be captive.
    private func captives(of start: Int) -> [Captive] {
        if !survey.nodes[start].record.isKept { return [] }
        var seen: Set = [start]
        var captives: [Captive] = []
        // Each with the index, in this list, of the edge that has led to it.
        var waiting = (outgoing[start] ?? []).map { (edge: $0, cause: Int?.none) }
        var doubtful: [(edge: DependencySurvey.Edge, cause: Int?)] = []
        var (next, isCertain) = (0, true)
        while true {
            if next == waiting.count {
                // Edges that were only seen go last: each dependency is listed once, and rather by a declared edge.
                if doubtful.isEmpty { return captives }
                (waiting, doubtful, isCertain) = (waiting + doubtful, [], false)
            }
            let (edge, cause) = waiting[next]
            next += 1
            if isCertain, !edge.isDeclared {
                doubtful.append((edge, cause))
                continue
            }
            let held = edge.target.map { survey.nodes[$0].record }
            if let target = edge.target, let held {
                guard seen.insert(target).inserted else { continue }
                if !held.isKept {
                    waiting += (outgoing[target] ?? []).map { ($0, next - 1) }
                    continue
                }
                if held.option.isForGood, !held.holder.isSession { continue }
            } else if !edge.isAnsweredByExpected {
                continue
            }
            let path = Array(sequence(first: next - 1) { waiting[$0].cause }.map { waiting[$0].edge }.reversed())
            let values = held == nil ? edge.expectationIndexes.map { survey.expectedValues[$0].expectation } : []
            captives.append(Captive(path: path, held: held, expectations: values, isCertain: isCertain))
        }
    }

    /// The reason why an instance is captive; nil if it is not, as far as can be known.
    private func reason(_ node: DependencySurvey.Node, _ captive: Captive, _ nesting: ScopeNesting) -> Captive.Reason? {
        let (option, names) = (node.record.option, captive.scopeNames)
        if names.isEmpty {
            guard option.isForGood, let held = captive.held else { return nil }
            if held.option.isHeldWeakly { return .neverReleased }
            // A scope's single instance lives no longer than the instances that the scope keeps.
            if node.record.holdsScoped || node.holder.lineage.contains(where: \.isOfScope) { return nil }
            if held.option.keeper == .scope { return .shared }
            return held.holder == node.holder ? nil : .outlivesReset
        }
        if !names.isDisjoint(with: node.scopeNames) { return nil }
        guard option.keeper == .scope else { return .outside }
        // A given value may be meant to be there wherever it is asked for.
        guard let own = option.scopeName else { return captive.held == nil ? nil : .inSome }
        if names.allSatisfy({ nesting.isSurelyInside($0, own) }) { return .ends(own) }
        // One of several is enough, and it is not known which.
        guard let outer = names.first, names.count == 1 else { return nil }
        let pair = ScopeNesting.Pair(inner: own, outer: outer)
        if nesting.seen.contains(pair) { return nil }
        return nesting.needed.contains(pair.reversed) ? .contradicted(own) : .doubtful(pair, others: 0)
    }
}

extension NodeFacts {
    /// Whether it is a custom one that is reset on its own, like the session of a user who logs in and out.
    fileprivate var isSession: Bool {
        guard case .member(.custom) = title else { return false }
        return wasReset
    }
}
