internal import Impose

/// The findings about an instance with a dependency that exists only inside scopes of some names.
struct CaptiveOfNamedScope {
    let holder: RegistrationFacts
    /// The names of the scopes that the dependency exists only inside.
    let scopeNames: Set<InjectionName>
    /// The needs from the holder's own down to the dependency.
    let way: [DependencySurvey.Edge]
    let survey: DependencySurvey

    /// The finding for a dependency that is not always there; nil if it may be meant so, or is doubtful.
    ///
    /// - Parameter severity: That of what can't be there.
    func finding(_ reason: CaptiveSpan.Finding, _ severity: Imposer.Validation.Severity) -> Imposer.Validation.Finding?
    {
        let consequence: String
        switch reason {
        case .outside: consequence = "\(names[holder.type]) is built outside \(scopes), \(lack)"
        case .inSome:
            // A given value may be meant to be there wherever it is asked for.
            if edge.isGiven { return nil }
            let fix = Fix("Impose \(names[holder.type]), too, at \(holder.location), with", "option: \(option)")
            return finding(.warning, "outside \(scopes) it can't be built", [fix])
        case .ends(let outer):
            consequence =
                "\(scopes) are opened inside \(outer.scopes), which keep \(names[holder.type]), and end before those"
        case .contradicted(let name):
            let problem =
                "what \(scopes) keep needs what there is in \(name.scopes), and of the two only one can enclose "
            return finding(.error, problem + "the other", remedies())
        case .unknown: return nil
        }
        return finding(severity, consequence, remedies())
    }

    /// The finding for several dependencies that are fine if scopes are opened in one another as needed.
    func doubtful(_ pair: ScopeNesting.Pair, others: Int) -> Imposer.Validation.Finding {
        finding(
            .note,
            doubt: ", perhaps",
            more: others == 0 ? "" : " (and \(others) more like this)",
            "it is there if \(pair.inner.scopes) are opened inside \(pair.outer.scopes)",
            remedies("Otherwise, if")
        )
    }

    private func finding(
        _ severity: Imposer.Validation.Severity,
        doubt: String = "",
        more: String = "",
        _ consequence: String,
        _ fixes: [Fix]
    ) -> Imposer.Validation.Finding {
        Imposer.Validation.Finding(
            kind: .captive,
            severity: severity,
            (holder, names),
            type: needed.type,
            message: "captive dependency\(doubt): \(subject)\(more): \(consequence).",
            places: places,
            fixes: fixes
        )
    }

    private var names: TypeNames { survey.names }

    private var edge: DependencySurvey.Edge { way[way.count - 1] }

    /// The key of the dependency: the registration's, or the requested one if there is none.
    private var needed: RegistrationKey {
        edge.target.map { survey.nodes[$0].record.key } ?? edge.key
    }

    /// The option as it would be typed: `.scopedInstance(in: "request")`.
    private var option: String { ".scopedInstance(in: \(spellings[0]))" }

    private var spellings: [String] { scopeNames.map(\.key.spelling).sorted() }

    private var scopes: String { "scopes \(spellings.joined(separator: " or "))" }

    /// What an instance gets outside such scopes.
    private var lack: String {
        switch edge.fate {
        case .absent: "and gets nil"
        case .ambiguous(let candidates) where edge.isGiven:
            "where \(candidates.count) registrations are equally far from \(names.key(needed.type, needed.name))"
        default: "where there is no \(names.key(needed.type, needed.name))"
        }
    }

    /// The holder, what leads to the dependency, and that: `Screening (.singleInstance) → Limits (.scopedInstance(in: "visit"))`.
    private var subject: String {
        let records = way.map { survey.nodes[$0.from].record }
        let steps = records.map { "\(names.key($0.type, $0.key.name)) (.\($0.option))" }
        let key = names.key(needed.type, needed.name)
        let last = edge.isGiven ? "\(key) (given to \(scopes))" : "\(key) (\(option))"
        return (steps + [last]).joined(separator: " → ")
    }

    private func remedies(_ condition: String = "If") -> [Fix] {
        let (asking, asker) = survey.asking(way)
        return Fix.captive(
            holder,
            asker,
            askingFor: asking.key.type,
            in: "(in: \(spellings[0]))",
            names,
            beginning: condition
        )
    }

    private var places: [FindingPlace] {
        // What is in between has the parameter.
        let between = way.dropFirst().map { FindingPlace(survey.nodes[$0.from].record, names) }
        let requested = FindingPlace("\(names.key(edge.key.type, edge.key.name)), requested", edge.location)
        let own = between + (edge.isDeclared ? [] : [requested])
        if edge.isGiven { return own + edge.expected.map { FindingPlace(survey.gifts[$0].expectation, names) } }
        return own + (edge.target.map { [FindingPlace(survey.nodes[$0].record, names)] } ?? [])
    }
}
