/// What is kept and holds what is meant to be shorter-lived, directly or by way of what nobody keeps.
///
/// Also what it holds as `Injected<…>`: that keeps what it has injected.
struct Captives {
    private let survey: Survey

    init(_ survey: Survey) {
        self.survey = survey
    }

    var findings: [Imposer.Validation.Finding] {
        var outgoing: [[Survey.Edge]] = Array(repeating: [], count: survey.nodes.count)
        for edge in survey.edges { outgoing[edge.from].append(edge) }
        return survey.nodes.indices.prefix(survey.ownCount).flatMap { start -> [Imposer.Validation.Finding] in
            let (holder, isInScope) = (survey.nodes[start].record, survey.nodes[start].holder.isInScope)
            guard holder.option == .singleInstance, holder.original == nil else { return [] }
            var seen: Set = [start]
            var waiting = outgoing[start]
            var findings: [Imposer.Validation.Finding] = []
            while let edge = waiting.popLast() {
                guard let target = edge.target, seen.insert(target).inserted else { continue }
                let held = survey.nodes[target].record
                switch held.option.lifetime {
                case .closureBased, .graphInstance: waiting += outgoing[target]
                // A scope's single instance lives no longer than what that scope keeps.
                case .scopedInstance where isInScope: continue
                case .scopedInstance, .weakInstance: findings.append(captive(holder, holding: held))
                case .singleInstance: continue
                }
            }
            return findings.sorted { "\($0.places)" < "\($1.places)" }
        }
    }

    private func captive(_ holder: RegistrationRecord, holding held: RegistrationRecord) -> Imposer.Validation.Finding {
        let names = TypeNames([holder.type, held.type])
        let isScoped = held.option == .scopedInstance
        let consequence =
            isScoped
            ? "it holds the imposer's own one for good, never that of a scope"
            : "it holds it for good, so it is never released"
        return Imposer.Validation.Finding(
            kind: .captive,
            severity: .warning,
            holder,
            type: held.type,
            message: "\(names.key(holder.type, holder.key.name)), a .\(holder.option), holds "
                + "\(names.key(held.type, held.key.name)), a .\(held.option): \(consequence).",
            places: [held.place],
            fix: isScoped
                ? "make \(names[holder.type]) a .scopedInstance, or let it ask where it needs one: "
                    + "inject(of: \(names.expression(held.type)))."
                : "let it hold \(names[held.type]) by @InjectedWeakly, or make that a .singleInstance."
        )
    }
}

extension Imposer {
    /// Whether it is a scope, a child of one, or a copy of such.
    fileprivate var isInScope: Bool {
        if case .scope = branch.title { return true }
        return parent?.isInScope ?? false
    }
}
