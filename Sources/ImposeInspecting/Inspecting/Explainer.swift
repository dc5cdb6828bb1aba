internal import Impose

/// A ranking of the registrations that might answer a request, with the reasons.
struct Explainer {
    private let request: Request
    private let matching: Matching
    private let order: SearchOrder
    private let scope: NodeFacts?
    private let origin: Origin

    /// The candidates of one imposer, and the outcome.
    private struct Findings {
        var candidates: [Imposer.Explanation.Candidate] = []
        /// Nil if the search goes on.
        var outcome: Imposer.Explanation.Outcome?
        /// The candidate whose instance an injection gets.
        var winner: Candidate?
        /// Why it gets none, as an error would tell, and what to type.
        var advice: Advice?
    }

    init(_ request: Request, from origin: Origin) {
        (self.request, self.origin) = (request, origin)
        scope = origin.scope
        matching = Matching(request)
        let searched = Seam.searchOrder(from: origin)
        // What would have been searched as well is explained, too.
        order = Seam.barred(in: searched).map { SearchOrder(imposers: $0.lineage) } ?? searched
    }

    var explanation: Imposer.Explanation {
        var candidates: [Imposer.Explanation.Candidate] = []
        var found = Findings()
        /// The reason that no candidate from here on is chosen.
        var obstacle = Seam.barred(in: order).map { "\($0) was disposed of" }
        if obstacle != nil { found.outcome = .disposed }
        var decisions = Seam.decisions(for: matching, in: order).makeIterator()
        for imposer in order {
            if obstacle == nil, let decision = decisions.next() {
                found = findings(of: decision)
                candidates += found.candidates
                obstacle = found.outcome.map {
                    let reason = $0 == .undecided ? "no instance in \(imposer) can be cast" : "\(imposer) has no answer"
                    return "searched only if \(reason)"
                }
            } else if let obstacle {
                candidates += ranked(Seam.candidates(for: matching, in: imposer)).map { candidate($0, obstacle) }
            }
            candidates += otherNames(in: imposer)
        }
        let isUnanswered = found.outcome == nil
        let below = found.winner.map { DependencySurvey(below: $0, in: scope) }
        let lack = below.flatMap(lack)
        if isUnanswered { found.advice = .missing(request, order, couldNotBeMade: [], isAsked: true) }
        let names = TypeNames([request.type] + candidates.map(\.registration.type) + (found.advice?.mentioned ?? []))
        return Imposer.Explanation(
            requested: request.type,
            name: request.name,
            rules: request.rules,
            outcome: found.outcome ?? (matching.isOptional ? .absent : .missing),
            candidates: candidates,
            awaited: below.map { $0.awaited(except: \.isReady).path(from: 0).map { Imposer.RegistrationInfo($0) } }
                ?? [],
            lack: lack?.lack,
            expected: expected,
            searched: order.map { "\($0)" },
            conformingTypes: isUnanswered
                ? ConformingTypes(to: matching.wrapped, askedIn: request.location.module) : nil,
            cause: found.outcome == .noScope || isUnanswered ? found.advice?.problem(names) : lack?.cause,
            fixes: lack?.fixes ?? found.advice?.fixes(names) ?? []
        )
    }

    /// What the winner's provider, or one that it leads to, needs and does not get, with what to type.
    private func lack(_ survey: DependencySurvey) -> (lack: Imposer.Explanation.Lack, cause: String?, fixes: [Fix])? {
        var lacking: [Int: DependencySurvey.Edge] = [:]
        for edge in survey.edges where edge.isDeclared && !edge.isLazy && !edge.isGiven && lacking[edge.from] == nil {
            switch edge.fate {
            case .missing, .ambiguous: lacking[edge.from] = edge
            case .chosen, .absent, .argument: continue
            }
        }
        let paths = NeedPaths(survey, to: { lacking[$0] != nil }, except: \.isReady)
        guard let end = paths.nodes(from: 0).last, let edge = lacking[end] else { return nil }
        let names = survey.names
        var tied: [Candidate] = []
        let fixes: [Fix]
        var cause: String?
        if case .ambiguous(let candidates) = edge.fate {
            tied = candidates
            fixes = Advice.ambiguous(Request(edge.key.type, named: edge.key.name, at: edge.location), tied).fixes(names)
        } else {
            let modules = UnprovidedModules(in: Seam.currentDirectory, askedIn: request.location.module)
            let need = MissingNeed(edge, survey, modules, isRunning: true)
            (cause, fixes) = (need.isCertain ? need.problem(names) : nil, need.fixes(names))
        }
        let lack = Imposer.Explanation.Lack(
            path: paths.path(from: 0).map { Imposer.RegistrationInfo($0) },
            type: edge.key.type,
            name: edge.key.name,
            tied: tied.map { Imposer.RegistrationInfo($0.registration) }
        )
        return (lack, cause, fixes)
    }

    private var expected: [Imposer.Explanation.Expected] {
        order.expectations(for: matching).map { expectation in
            let scope = scope?.enclosingScope(named: expectation.scopeName)
            return Imposer.Explanation.Expected(
                expectation: Imposer.ExpectationInfo(expectation),
                isInScope: scope != nil,
                isGiven: scope.map { !Seam.candidates(for: matching, in: $0).isEmpty } ?? false
            )
        }
    }

    private func findings(of decision: Decision) -> Findings {
        let compatible = Seam.candidates(for: matching, in: decision.imposer)
        switch decision.choice {
        case .chosen(let winner): return outcome(of: winner, among: compatible)
        case .tied(let tied):
            return Findings(
                candidates: self.tied(tied, among: compatible),
                outcome: .ambiguous,
                advice: .ambiguous(request, tied)
            )
        case .disposed: return Findings(outcome: .disposed)
        case .none: return request.rules.allowsCasting ? cast(in: decision.imposer) : Findings()
        }
    }

    /// The outcome for a registration that answers: its instance, unless something keeps an injection from getting it.
    private func outcome(of winner: Candidate, among all: [Candidate]) -> Findings {
        guard let obstacle = Seam.obstacle(to: winner, in: scope) else {
            let advice = overriding(winner, among: all)
            return Findings(candidates: chosen(winner, among: all), outcome: .chosen, winner: winner, advice: advice)
        }
        let outcome: Imposer.Explanation.Outcome = if case .noScope = obstacle { .noScope } else { .disposed }
        return Findings(
            candidates: chosen(winner, but: obstacle.reason, among: all),
            outcome: outcome,
            advice: outcome == .noScope && winner.registration.option.scopeName != nil
                ? .noScope(request, winner.registration, for: origin, isAsked: true) : nil
        )
    }

    /// Advice where what is imposed for the type itself answers, and something else was imposed later, most likely in its
    /// place.
    private func overriding(_ winner: Candidate, among all: [Candidate]) -> Advice? {
        let later = all.map(\.registration).filter { $0.sequence > winner.registration.sequence && $0.original == nil }
        guard winner.distance == 0, later.count == 1, let later = later.first else { return nil }
        return Advice { [matching] names in
            [Fix("Impose \(names[later.type]) for what is asked for", later, for: matching.wrapped, names)]
        }
    }

    private func ranked(_ candidates: [Candidate]) -> [Candidate] {
        candidates.inOrder(of: \.registration.sequence).inOrder { Int64($0.distance) }
    }

    @inline(never)
    private func candidate(
        _ candidate: Candidate,
        isChosen: Bool = false,
        _ reason: String,
        but obstacle: String? = nil
    ) -> Imposer.Explanation.Candidate {
        let alias = candidate.registration.original.map {
            ", an alias of \(TypeNames([$0.type]).key($0.type, $0.name))"
        }
        return Imposer.Explanation.Candidate(
            registration: Imposer.RegistrationInfo(candidate.registration),
            distance: candidate.distance,
            isChosen: isChosen,
            reason: reason + (alias ?? "") + (obstacle.map { ", but \($0)" } ?? "")
        )
    }

    private func chosen(
        _ winner: Candidate,
        but obstacle: String? = nil,
        among all: [Candidate]
    ) -> [Imposer.Explanation.Candidate] {
        let equallyFar = all.filter { $0.distance == winner.distance }
        return ranked(all).map { other in
            if other.registration === winner.registration {
                return candidate(other, isChosen: obstacle == nil, reason(for: winner, among: all), but: obstacle)
            }
            if winner.distance == 0 { return candidate(other, "the type itself is imposed") }
            if other.distance == winner.distance {
                let isAlias = Seam.isStoodFor(other, byOneOf: equallyFar)
                return candidate(other, isAlias ? "the same instance" : "equally far, and the other one is preferred")
            }
            let isFurther = other.distance > winner.distance
            return candidate(other, "\(isFurther ? "further" : "nearer") than the chosen one")
        }
    }

    private func reason(for winner: Candidate, among all: [Candidate]) -> String {
        if winner.distance == 0 { return "imposed for the type itself" }
        if all.count == 1 { return "the only one" }
        let equallyFar = all.filter { $0.distance == winner.distance }
        let rivals = equallyFar.filter { !Seam.isStoodFor($0, byOneOf: equallyFar) }
        let rank = request.rules.prefersNear ? "the nearest" : "the furthest"
        return rivals.count > 1 ? "preferred among \(rivals.count) that are equally far" : rank
    }

    private func tied(_ tied: [Candidate], among all: [Candidate]) -> [Imposer.Explanation.Candidate] {
        ranked(all).map { other in
            if tied.contains(where: { $0.registration === other.registration }) {
                return candidate(other, "tied: \(tied.count) are equally far")
            }
            if other.distance == tied[0].distance { return candidate(other, "the same instance") }
            return candidate(other, "\(other.distance > tied[0].distance ? "further" : "nearer") than those that tie")
        }
    }

    /// The outcome of a castable rule, if all instances exist; otherwise the ones that would have to be made.
    private func cast(in imposer: NodeFacts) -> Findings {
        var castable: [Candidate] = []
        var others: [Imposer.Explanation.Candidate] = []
        var isUndecided = false
        for registration in imposer.registrations
        where registration.key.name == request.name && registration.isInForce {
            let candidate = Candidate(registration: registration, imposer: imposer, distance: 0)
            let reason: String
            // In a disposed scope, the instance might have been the answer, and then the injection fails.
            if scope?.isDisposed != true, let obstacle = Seam.obstacle(to: candidate, in: scope) {
                reason = "its instance can't be made: \(obstacle.reason)"
            } else if registration.option == .singleInstance,
                let instance = Seam.keptInstance(of: registration, heldBy: imposer)
            {
                if Casting.canCast(instance, to: request.type), let type = Casting.dynamicType(of: instance) {
                    let distance = Seam.distance(ofInstanceOf: type, to: matching)
                    castable.append(Candidate(registration: registration, imposer: imposer, distance: distance))
                    continue
                }
                reason = "its instance can't be cast"
            } else {
                // With other lifetimes the next injection may get another instance.
                isUndecided = true
                reason = "its instance has to be made to see whether it can be cast"
            }
            others.append(
                Imposer.Explanation.Candidate(
                    registration: Imposer.RegistrationInfo(registration),
                    distance: nil,
                    isChosen: false,
                    reason: reason
                )
            )
        }
        if isUndecided {
            let castable = ranked(castable).map { candidate($0, "its instance can be cast") }
            return Findings(candidates: castable + others, outcome: .undecided)
        }
        switch Seam.choice(among: castable, by: request.rules) {
        case .none, .disposed: return Findings(candidates: others)
        case .chosen(let winner):
            return Findings(candidates: chosen(winner, among: castable) + others, outcome: .chosen, winner: winner)
        case .tied(let tied):
            return Findings(candidates: self.tied(tied, among: castable) + others, outcome: .ambiguous)
        }
    }

    /// The candidates that would be compatible if the name did not matter.
    private func otherNames(in imposer: NodeFacts) -> [Imposer.Explanation.Candidate] {
        let distances = Seam.distances(to: matching)
        let candidates = imposer.registrations.compactMap { registration -> Candidate? in
            guard registration.key.name != request.name, registration.isInForce else {
                return nil
            }
            guard let distance = distances(registration.type) else { return nil }
            return Candidate(registration: registration, imposer: imposer, distance: distance)
        }
        return ranked(candidates).map { other in
            candidate(other, MissingCause.note(onOther: other.registration.key.name))
        }
    }
}

extension Obstacle {
    /// The obstacle as a part of a sentence.
    fileprivate var reason: String {
        switch self {
        case .noScope(let name): "no scope \(name?.key.spelling ?? "") encloses the injection"
        case .disposed(let imposer):
            if case .shutdown(let place)? = imposer.end {
                "\(imposer) was shut down at \(place)"
            } else {
                "\(imposer) was disposed of"
            }
        }
    }
}
