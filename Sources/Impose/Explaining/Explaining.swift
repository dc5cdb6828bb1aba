/// Ranks what might answer a request, and says why.
struct Explaining {
    private let request: Request
    private let matching: Matching
    private let order: SearchOrder

    init(_ request: Request, from origin: Origin) {
        self.request = request
        matching = Matching(requested: request.type, name: request.name, rules: request.rules)
        order = SearchOrder(from: origin)
    }

    var explanation: Explanation {
        var candidates: [Explanation.Candidate] = []
        var outcome: Explanation.Outcome?
        /// The imposer that has decided.
        var decided: Imposer?
        for imposer in order {
            let compatible = matching.all(in: imposer)
            if let decided {
                candidates += ranked(compatible).map {
                    candidate($0, "searched only if \(decided) has no answer")
                }
            } else {
                switch matching.choose(in: imposer) {
                case .chosen(let winner):
                    (outcome, decided) = (.chosen, imposer)
                    candidates += chosen(winner, among: compatible)
                case .tied(let tied):
                    (outcome, decided) = (.ambiguous, imposer)
                    candidates += self.tied(tied, among: compatible)
                case .none:
                    let castable = self.castable(in: imposer)
                    if !castable.isEmpty { outcome = .undecided }
                    candidates += castable
                }
            }
            candidates += otherNames(in: imposer)
        }
        if order.disposed != nil { outcome = .disposed }
        return Explanation(
            requested: request.type,
            name: request.name,
            rules: request.rules,
            outcome: outcome ?? (matching.isOptional ? .absent : .missing),
            candidates: candidates,
            searched: order.map { "\($0)" }
        )
    }

    private func ranked(_ candidates: [Candidate]) -> [Candidate] {
        candidates.sorted { ($0.distance, $0.registration.sequence) < ($1.distance, $1.registration.sequence) }
    }

    private func candidate(_ candidate: Candidate, isChosen: Bool = false, _ reason: String) -> Explanation.Candidate {
        let alias = candidate.registration.original.map {
            ", an alias of \(TypeNames([$0.type]).key($0.type, $0.name))"
        }
        return Explanation.Candidate(
            registration: RegistrationInfo(candidate.registration),
            distance: candidate.distance,
            isChosen: isChosen,
            reason: reason + (alias ?? "")
        )
    }

    private func chosen(_ winner: Candidate, among all: [Candidate]) -> [Explanation.Candidate] {
        ranked(all).map { other in
            if other.registration === winner.registration {
                return candidate(other, isChosen: true, reason(for: winner, among: all))
            }
            if winner.distance == 0 { return candidate(other, "the type itself is imposed") }
            if other.distance == winner.distance {
                let isAlias = other.isStoodFor(byOneOf: all)
                return candidate(other, isAlias ? "the same instance" : "equally far, and the other one is preferred")
            }
            let isFurther = other.distance > winner.distance
            return candidate(other, "\(isFurther ? "further" : "nearer") than the chosen one")
        }
    }

    private func reason(for winner: Candidate, among all: [Candidate]) -> String {
        if winner.distance == 0 { return "imposed for the type itself" }
        if all.count == 1 { return "the only one" }
        let rivals = all.filter { $0.distance == winner.distance && !$0.isStoodFor(byOneOf: all) }
        let rank = request.rules.prefersNear ? "the nearest" : "the furthest"
        return rivals.count > 1 ? "preferred among \(rivals.count) that are equally far" : rank
    }

    private func tied(_ tied: [Candidate], among all: [Candidate]) -> [Explanation.Candidate] {
        ranked(all).map { other in
            if tied.contains(where: { $0.registration === other.registration }) {
                return candidate(other, "tied: \(tied.count) are equally far")
            }
            if other.isStoodFor(byOneOf: all) { return candidate(other, "the same instance") }
            if other.distance == tied[0].distance { return candidate(other, "equally far, and others are preferred") }
            return candidate(other, "\(other.distance > tied[0].distance ? "further" : "nearer") than those that tie")
        }
    }

    /// What a castable rule would make instances of.
    private func castable(in imposer: Imposer) -> [Explanation.Candidate] {
        guard request.rules.allowsCasting else { return [] }
        return imposer.records.compactMap { registration in
            guard let registration, registration.key.name == request.name else { return nil }
            return Explanation.Candidate(
                registration: RegistrationInfo(registration),
                distance: nil,
                isChosen: false,
                reason: "its instance has to be made to see whether it can be cast"
            )
        }
    }

    /// What would be compatible if the name did not matter.
    private func otherNames(in imposer: Imposer) -> [Explanation.Candidate] {
        let distances = matching.distances
        let candidates = imposer.records.compactMap { registration -> Candidate? in
            guard let registration, registration.key.name != request.name else { return nil }
            guard let distance = distances(registration) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
        return ranked(candidates).map { other in
            candidate(other, other.registration.key.name == nil ? "has no name" : "has another name")
        }
    }
}

extension Imposer {
    /// Says which registration answers a request that starts at this imposer, and why. Makes no instance.
    ///
    /// ```swift
    /// print(imposer.explain(Gateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    ///   - rules: What would be taken if nothing is imposed for exactly this type.
    /// - Returns: The candidates, ranked, each with the reason why it is chosen or not. Its description is a table.
    public func explain<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Explanation {
        let request = Request(type, named: name, rules: rules, at: SourcePlace())
        return Explaining(request, from: Origin(asked: self)).explanation
    }

    /// Says which registration answers a request, and why. Makes no instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self, ifNoMatchUse: .furthest))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that it would be asked for under.
    ///   - rules: What would be taken if nothing is imposed for exactly this type.
    /// - Returns: The candidates, ranked, each with the reason why it is chosen or not. Its description is a table.
    public static func explain<T>(
        _ type: T.Type,
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest
    ) -> Explanation {
        imposer(for: imposerType).explain(type, named: name, ifNoMatchUse: rules)
    }
}
