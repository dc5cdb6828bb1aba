internal import ImposeCore

/// A search for captive dependencies: kept instances that depend, directly or through ones that nobody keeps, on an
/// instance with a shorter lifetime.
///
/// A dependency through `Injected<…>` counts, since the wrapper keeps what it has injected. `Imposed<…>` keeps nothing.
struct CaptiveDependencies {
    private let survey: DependencySurvey
    private let outgoing: [[DependencySurvey.Edge]]

    init(_ survey: DependencySurvey) {
        self.survey = survey
        var outgoing: [[DependencySurvey.Edge]] = Array(repeating: [], count: survey.nodes.count)
        for edge in survey.edges where edge.isHeld { outgoing[edge.from].append(edge) }
        self.outgoing = outgoing
    }

    /// An instance that is held, or that is needed and exists only in some scopes.
    private struct Held {
        let edge: DependencySurvey.Edge
        /// Whether the parameters alone lead to it.
        let isCertain: Bool
    }

    var findings: [Imposer.Validation.Finding] {
        let needs = scopeNeeds
        let nesting = needs.isEmpty ? ScopeNesting() : ScopeNesting(survey)
        var doubts = ScopeDoubts()
        var findings: [Imposer.Validation.Finding] = []
        for start in survey.nodes.indices.prefix(survey.ownCount) {
            let node = survey.nodes[start]
            guard let span = Span(node) else { continue }
            var captives: [Imposer.Validation.Finding] = []
            for held in held(by: start) {
                guard let scoped = ScopedNeed(held.edge, survey) else {
                    if let captive = captive(node, holding: held.edge) { captives.append(captive) }
                    continue
                }
                let text = ScopedCaptive(node, scoped, held.edge, survey)
                switch span.finds(scoped.names, nesting, needs) {
                case .always: continue
                case .outside: captives += text.outside(isCertain: held.isCertain)
                case .inSome: captives += text.inSome
                case .ends(let outer): captives += text.ends(before: outer, isCertain: held.isCertain)
                case .contradicted(let outer): captives += text.contradicted(outer)
                case .unknown(let pair): doubts.add(text, pair)
                }
            }
            findings += captives.sorted { "\($0.places)" < "\($1.places)" }
        }
        return findings + doubts.findings
    }

    /// The pairs of scope names for which an instance in the inner scope needs something from the outer one.
    var scopeNeeds: Set<ScopeNesting.Pair> {
        var needs: Set<ScopeNesting.Pair> = []
        for start in survey.nodes.indices {
            guard case .scope(let name, let known) = Span(survey.nodes[start]) else { continue }
            for held in held(by: start) {
                guard let needed = ScopedNeed(held.edge, survey)?.names, needed.count == 1 else { continue }
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
        // The certain ones go first, since each dependency is listed once.
        for isCertain in [true, false] {
            var waiting = isCertain ? outgoing[start] : doubtful
            while let edge = waiting.popLast() {
                if isCertain, !edge.isDeclared {
                    doubtful.append(edge)
                    continue
                }
                if edge.isGiven {
                    held.append(Held(edge: edge, isCertain: isCertain))
                    continue
                }
                guard let target = edge.target, seen.insert(target).inserted else { continue }
                switch survey.nodes[target].record.option.lifetime {
                case .closureBased, .graphInstance: waiting += outgoing[target]
                case .scopedInstance, .weakInstance: held.append(Held(edge: edge, isCertain: isCertain))
                case .singleInstance: continue
                }
            }
        }
        return held
    }

    /// The finding for an instance that any scope keeps, or that is kept weakly.
    private func captive(_ node: DependencySurvey.Node, holding edge: DependencySurvey.Edge) -> Imposer.Validation
        .Finding?
    {
        guard node.record.option == .singleInstance, let target = edge.target else { return nil }
        let held = survey.nodes[target].record
        let isScoped = held.option.lifetime == .scopedInstance
        // A scope's single instance lives no longer than the instances that the scope keeps.
        if isScoped, node.holder.isInScope { return nil }
        return captive(node.record, holding: held, isScoped)
    }

    private func captive(
        _ holder: RegistrationRecord,
        holding held: RegistrationRecord,
        _ isScoped: Bool
    ) -> Imposer.Validation.Finding {
        let names = survey.names
        let consequence =
            isScoped
            ? "and keeps the one outside all scopes for good" : "and keeps it for good, so that it is never released"
        return Imposer.Validation.Finding(
            kind: .captive,
            severity: .warning,
            holder,
            names,
            type: held.type,
            message: "captive dependency: \(names.key(holder.type, holder.key.name)), a .\(holder.option), holds "
                + "\(names.key(held.type, held.key.name)), a .\(held.option), \(consequence).",
            places: [FindingPlace(held, names)],
            fix: isScoped
                ? "impose \(names[holder.type]) with option: .scopedInstance, or let it ask each time, with a parameter of "
                    + "type Imposed<\(names.annotation(held.type))>."
                : "let it hold \(names[held.type]) by @InjectedWeakly, or impose that with option: .singleInstance."
        )
    }
}

extension Imposer {
    /// Whether it is a scope, a child of one, or a copy of either.
    fileprivate var isInScope: Bool {
        Seam.lineage(of: self).contains(where: \.isScope)
    }
}
