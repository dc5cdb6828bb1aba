internal import Impose

/// A search that says of each registration why it answers a request, or why not.
struct Explainer {
    private typealias Obstacle = (outcome: Imposer.Explanation.Outcome, reason: String)

    private let request: Request
    private let query: Query
    private let origin: Origin
    private let order: SearchOrder
    private var candidates: [Imposer.Explanation.Candidate] = []
    /// Nil as long as the search goes on.
    private var outcome: Imposer.Explanation.Outcome?
    /// The candidate whose instance an injection gets.
    private var winner: Candidate?
    /// Why it gets none, as an error would tell, and what to type.
    private var diagnosis: Diagnosis?

    init(_ request: Request, from origin: Origin) {
        (self.request, self.origin, query) = (request, origin, Query(request))
        let searched = Seam.searchOrder(from: origin)
        // An imposer that was disposed of ends the search. What would have been searched as well is explained, too.
        let endedImposer = searched.first { !$0.isOfScope && $0.isEnded }
        order = endedImposer?.lineage ?? searched
        search(endedImposer)
    }

    private mutating func search(_ endedImposer: NodeFacts?) {
        if endedImposer != nil { outcome = .disposed }
        /// The reason that no candidate from here on is chosen.
        var reason = endedImposer.map { "\($0) was disposed of" }
        for imposer in order {
            let all = Seam.candidates(for: query.key, in: imposer)
            if let reason {
                for candidate in ranked(all) { add(candidate, reason) }
            } else {
                let choice = Seam.decision(on: query.key, request.rules, of: imposer)
                if case .none = choice, request.rules.allowsCasting {
                    cast(in: imposer)
                } else {
                    take(choice, among: all)
                }
                reason = outcome.map {
                    let reason = $0 == .undecided ? "no instance in \(imposer) can be cast" : "\(imposer) has no answer"
                    return "searched only if \(reason)"
                }
            }
            addOtherNames(imposer)
        }
        if outcome == nil { diagnosis = .missing(MissingNeed(request, order, couldNotBeMade: [], isExplaining: true)) }
    }

    // MARK: The candidates of one imposer

    /// Ends the search with a choice among candidates, unless it chooses none.
    private mutating func take(_ choice: DecisionFacts, among all: [Candidate]) {
        let best: [Candidate]
        var obstacle: Obstacle?
        switch choice {
        case .none: return
        case .disposed:
            outcome = .disposed
            return
        case .tied(let tied):
            best = tied
            (outcome, diagnosis) = (.ambiguous, .ambiguous(request, tied))
        case .chosen(let chosen):
            best = [chosen]
            obstacle = self.obstacle(to: chosen)
            outcome = obstacle?.outcome ?? .chosen
            if obstacle == nil {
                (winner, diagnosis) = (chosen, overriding(chosen, among: all))
            } else if outcome == .noScope, chosen.registration.option.scopeName != nil {
                diagnosis = .noScope(request, chosen.registration, for: origin, isExplaining: true)
            }
        }
        for other in ranked(all) {
            let isBest = other.registration == best[0].registration
            add(other, reason(for: other, besides: best, all), isBest ? obstacle : nil)
        }
    }

    /// The reason that a candidate is chosen or tied, or neither.
    ///
    /// - Parameter best: The chosen one, or those that tie.
    private func reason(for candidate: Candidate, besides best: [Candidate], _ all: [Candidate]) -> String {
        let isBest = best.contains { $0.registration == candidate.registration }
        let equallyFar = all.filter { $0.distance == best[0].distance }
        let isTie = best.count > 1
        if isTie {
            if isBest { return "tied: \(best.count) are equally far" }
        } else if Seam.distances(to: query)(best[0].registration.type) == 0 {
            let subject = best[0].registration.type == request.type ? "the type itself" : "the wrapped type"
            return isBest ? "imposed for \(subject)" : "\(subject) is imposed"
        } else if isBest {
            if all.count == 1 { return "the only one" }
            let rivals = equallyFar.filter { !Seam.isDuplicate($0, among: equallyFar) }
            if rivals.count > 1 { return "preferred among \(rivals.count) that are equally far" }
            return request.rules.prefersNear ? "the nearest" : "the furthest"
        }
        if candidate.distance == best[0].distance {
            let isAlias = Seam.isDuplicate(candidate, among: equallyFar)
            return isAlias ? "the same instance" : "equally far, and the other one is preferred"
        }
        let side = candidate.distance > best[0].distance ? "further" : "nearer"
        return "\(side) than \(isTie ? "those that tie" : "the chosen one")"
    }

    /// The reason that an injection gets no instance of a registration, as far as that can be said without making one.
    private func obstacle(to candidate: Candidate) -> Obstacle? {
        let registration = candidate.registration
        if let original = registration.original {
            let order = Seam.searchOrder(from: Origin(imposer: registration.holder, scope: origin.scope))
            let decision = Seam.decisions(for: Query(original), in: order).last
            if case .chosen(let winner)? = decision?.choice { return obstacle(to: winner) }
            if case .disposed? = decision?.choice { return decision.map { ended($0.imposer) } }
            return nil
        }
        switch Seam.keeper(of: registration, askedIn: origin.scope) {
        case .nobody: return nil
        case .node(let keeper): return keeper.isClosed ? ended(keeper) : nil
        case .noScope:
            let scope = registration.option.scopeName.map { "scope \($0.key.spelling)" } ?? "scope"
            return (.noScope, "no \(scope) encloses the injection")
        }
    }

    private func ended(_ imposer: NodeFacts) -> Obstacle {
        if case .shutdown(let place)? = imposer.end { return (.disposed, "\(imposer) was shut down at \(place)") }
        return (.disposed, "\(imposer) was disposed of")
    }

    /// The diagnosis where what is imposed for the type itself answers, and something else was imposed later, most likely
    /// in its place.
    private func overriding(_ winner: Candidate, among all: [Candidate]) -> Diagnosis? {
        let later = all.map(\.registration).filter { $0.number > winner.registration.number && $0.original == nil }
        guard winner.distance == 0, let later = later.only else { return nil }
        return .imposedLater(later, for: query.wrapped)
    }

    /// Looks for instances that a castable rule may cast: if all exist, one is chosen.
    private mutating func cast(in imposer: NodeFacts) {
        var castable: [Candidate] = []
        var others: [(registration: RegistrationFacts, reason: String)] = []
        let isScopeEnded = origin.scope?.isEnded == true
        for registration in imposer.registrations
        where registration.key.name == request.name && registration.isInForce {
            // In a disposed scope, the instance might have been the answer, and then the injection fails.
            if !isScopeEnded, let obstacle = obstacle(to: Candidate(registration, distance: 0)) {
                others.append((registration, "its instance can't be made: \(obstacle.reason)"))
            } else if registration.option.isForGood,
                let instance = Seam.keptInstance(of: registration, heldBy: imposer)
            {
                if Casting.canCast(instance, to: request.type), let type = Casting.dynamicType(of: instance) {
                    let distance = TypeRelation(to: query.wrapped).distance(from: type) ?? 1
                    castable.append(Candidate(registration, distance: distance))
                } else {
                    others.append((registration, "its instance can't be cast"))
                }
            } else {
                // With other lifetimes the next injection may get another instance.
                outcome = .undecided
                others.append((registration, "its instance has to be made to see whether it can be cast"))
            }
        }
        if outcome == .undecided {
            for candidate in ranked(castable) { add(candidate, "its instance can be cast") }
        } else {
            take(Seam.choice(among: castable, by: request.rules), among: castable)
        }
        for (registration, reason) in others { add(registration, nil, reason) }
    }

    /// Adds the candidates that would be compatible if the name did not matter.
    private mutating func addOtherNames(_ imposer: NodeFacts) {
        let distances = Seam.distances(to: query)
        let others = imposer.registrations.filter { $0.key.name != request.name && $0.isInForce }.compactMap { other in
            distances(other.type).map { Candidate(other, distance: $0) }
        }
        for other in ranked(others) { add(other, MissingCause.note(onOther: other.registration.key.name)) }
    }

    private func ranked(_ candidates: [Candidate]) -> [Candidate] {
        candidates.inOrder { Int64($0.registration.number) }.inOrder { Int64($0.distance) }
    }

    private mutating func add(_ candidate: Candidate, _ reason: String, _ obstacle: Obstacle? = nil) {
        add(candidate.registration, candidate.distance, reason, obstacle)
    }

    private mutating func add(
        _ registration: RegistrationFacts,
        _ distance: Int?,
        _ reason: String,
        _ obstacle: Obstacle? = nil
    ) {
        let alias = registration.original.map { ", an alias of \(TypeNames([$0.type]).key($0.type, $0.name))" }
        candidates.append(
            Imposer.Explanation.Candidate(
                registration: Imposer.RegistrationInfo(registration),
                distance: distance,
                isChosen: registration == winner?.registration,
                reason: reason + (alias ?? "") + (obstacle.map { ", but \($0.reason)" } ?? "")
            )
        )
    }
}

extension Explainer {
    /// What was found, with its text.
    var explanation: Imposer.Explanation {
        let below = winner.map { DependencySurvey(below: $0, in: origin.scope) }
        let awaited = below?.awaited(except: \.isReady).path(from: 0) ?? []
        let lack = below.flatMap(lack)
        let conforming =
            outcome == nil ? ConformingTypes(to: query.wrapped, askedIn: request.location.module) : nil
        let expected = order.expectations(for: query)
        let names = TypeNames(
            [request.type] + candidates.map(\.registration.type) + expected.map(\.type) + (diagnosis?.types ?? [])
                + (conforming?.types ?? []) + awaited.map(\.type)
        )
        let outcome = outcome ?? (query.isOptional ? .absent : .missing)
        let rule = request.rules == .nearest ? "" : ", .\(request.rules.identifier)"
        let needs = lack?.sentence ?? awaiting(awaited, names)
        var lines = [
            "\(names.key(request.type, request.name))\(rule): \(sentence(outcome, needs, names))",
            "searched: \(order.map(\.description).joined(separator: ", "))",
        ]
        lines += expected.map { "expected: \($0.description(in: names)): \(state(of: $0))" }
        if !candidates.isEmpty { lines += [""] + table(names) }
        if let conforming = conforming?.text(names) { lines += ["", conforming] }
        let fixes = lack?.fixes ?? diagnosis?.fixes(names) ?? []
        let heading =
            switch outcome {
            case .absent: "If it should not be nil:"
            case .chosen where lack == nil: "If another one should answer:"
            default: "To fix it:"
            }
        if !fixes.isEmpty { lines += ["", heading, fixes.numbered(indent: 2)] }
        return Imposer.Explanation(
            outcome: outcome,
            candidates: candidates,
            awaited: awaited.map { Imposer.RegistrationInfo($0) },
            description: lines.joined(separator: "\n")
        )
    }

    /// - Parameter needs: What the chosen one needs, and why an injection does not get it.
    private func sentence(_ outcome: Imposer.Explanation.Outcome, _ needs: String, _ names: TypeNames) -> String {
        switch outcome {
        case .chosen: winner.map { "answered by \(names.key($0.registration.key))\(needs)" } ?? ""
        case .missing: "\(diagnosis?.problem(names) ?? Failure.nothing); an injection fails"
        case .absent: "\(diagnosis?.problem(names) ?? Failure.nothing); an injection gets nil"
        case .ambiguous: "several are equally far; an injection fails"
        case .undecided: "an injection makes instances to see which can be cast"
        case .disposed: "an imposer or a scope that it needs was disposed of or shut down; an injection fails"
        case .noScope:
            diagnosis?.problem(names).map { "\($0)." }
                ?? "no scope that is to keep it encloses the injection, which fails"
        }
    }

    private func awaiting(_ awaited: [RegistrationFacts], _ names: TypeNames) -> String {
        if awaited.isEmpty { return "" }
        let path = awaited.map { names.key($0.key) }.joined(separator: " → ")
        return ", which needs to be awaited\(awaited.count == 1 ? "" : ": \(path)")"
    }

    /// Why the chosen registration can't be made: it needs, itself or through others, something that an injection does
    /// not get. Nil if there is nothing like that.
    private func lack(_ survey: DependencySurvey) -> (sentence: String, fixes: [Fix])? {
        // Its names are made where they are needed.
        var survey = survey
        var lacking: [Int: DependencySurvey.Edge] = [:]
        for edge in survey.edges where edge.isDeclared && !edge.isLazy && !edge.isAnsweredByExpected {
            switch edge.fate {
            case .missing, .ambiguous: lacking[edge.from] = lacking[edge.from] ?? edge
            case .chosen, .absent, .argument: continue
            }
        }
        let paths = NeedPaths(survey, to: { lacking[$0] != nil }, except: \.isReady)
        guard let end = paths.nodes(from: 0).last, let edge = lacking[end] else { return nil }
        let modules = UnprovidedModules(in: Seam.currentDirectory, askedIn: request.location.module)
        let cause: RegistrationProblem.Cause =
            if case .ambiguous(let tied) = edge.fate {
                .ambiguous(edge, tied)
            } else {
                .missing(edge, MissingNeed(edge, survey, modules, isHereAndNow: true))
            }
        let problem = RegistrationProblem(edge.asker, cause)
        let names = survey.names
        let path = paths.path(from: 0).dropLast().map { "\(names.key($0.key)) → " }.joined()
        return (", which can't be made: \(path)\(problem.sentence(names))", problem.fixes(names))
    }

    /// Whether a scope that is expected to be given a value encloses the injection, and has it or whatever else
    /// answers.
    private func state(of expectation: Expectation) -> String {
        guard let scope = origin.scope?.enclosingScope(named: expectation.scopeName) else {
            return "none of them encloses the injection"
        }
        return "this one has \(Seam.candidates(for: query.key, in: scope).isEmpty ? "not been given it" : "it")"
    }

    /// The candidates in columns, a line for each.
    private func table(_ names: TypeNames) -> [String] {
        let rows = candidates.map { candidate in
            [
                candidate.isChosen ? "→" : "", names.key(candidate.registration.type, candidate.registration.name),
                candidate.distance.map { "\($0)" } ?? "?", candidate.registration.imposer,
                candidate.registration.lifetime, "\(candidate.registration.location)", candidate.reason,
            ]
        }
        let all = [["", "type", "steps", "imposer", "option", "place", "why"]] + rows
        let widths = all[0].indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension InjectionRules {
    /// The name of the case, which a build may leave out of the program.
    fileprivate var identifier: String {
        (prefersNear ? "nearest" : "furthest") + (allowsCasting ? "AndCastable" : "")
    }
}
