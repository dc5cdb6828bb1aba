import Impose
import TestSupport
import Testing

@Suite("Matching, whatever is imposed")
struct RandomisedMatchingTests {
    private typealias Goal = Pool.Goal

    /// The outcome of a request.
    private enum Answer: Equatable {
        /// By the position in the pool.
        case chosen(Int)
        case tied(Set<Int>)
        case missing
        case otherError(ImposeError.Kind)
    }

    private static let pool = Pool.Entry.all
    private static let seeds = TestSupport.seeds(60)

    /// Some of the pool's types, some of them preferred.
    private struct Selection {
        let members: [Int]
        let preferred: Set<Int>

        init(using generator: inout SeededGenerator) {
            // From nearly none to nearly all, since ties and misses want different numbers.
            let share = Int.random(in: 1...9, using: &generator)
            members = RandomisedMatchingTests.pool.indices.filter { _ in
                Int.random(in: 0..<10, using: &generator) < share
            }
            let preferredShare = Int.random(in: 0...5, using: &generator)
            preferred = Set(members.filter { _ in Int.random(in: 0..<10, using: &generator) < preferredShare })
        }

        /// On a new imposer, in a random order.
        func imposed(
            options: [InjectOption] = [.singleInstance],
            using generator: inout SeededGenerator
        ) -> Imposer {
            let imposer = Imposer()
            for member in members.shuffled(using: &generator) {
                let option = options.randomElement(using: &generator) ?? .singleInstance
                RandomisedMatchingTests.pool[member].impose(imposer, option, member, preferred.contains(member))
            }
            return imposer
        }

        /// By the table alone, as plainly as can be.
        func expected(_ goal: Goal, _ rules: InjectionRules) -> Answer {
            let distances = members.compactMap { member in
                RandomisedMatchingTests.pool[member].distance(to: goal).map { (member: member, distance: $0) }
            }
            if let exact = distances.first(where: { $0.distance == 0 }) { return .chosen(exact.member) }
            let ranked = distances.sorted { $0.distance < $1.distance }
            let isNear = rules == .nearest || rules == .nearestAndCastable
            guard let best = isNear ? ranked.first : ranked.last else { return .missing }
            let tied = ranked.filter { $0.distance == best.distance }.map(\.member)
            if tied.count == 1 { return .chosen(tied[0]) }
            let winners = tied.filter(preferred.contains)
            return winners.count == 1 ? .chosen(winners[0]) : .tied(Set(tied))
        }

        var description: String {
            members.map { "\(RandomisedMatchingTests.pool[$0].type)\(preferred.contains($0) ? "*" : "")" }
                .joined(separator: ", ")
        }
    }

    private static func answer(_ imposer: Imposer, _ goal: Goal, _ rules: InjectionRules) -> Answer {
        do {
            return .chosen(try goal.request(from: imposer, rules))
        } catch {
            switch error.kind {
            case .missing: return .missing
            case .ambiguous:
                let types = Set(error.candidates.map { ObjectIdentifier($0.type) })
                return .tied(Set(pool.indices.filter { types.contains(ObjectIdentifier(pool[$0].type)) }))
            default: return .otherError(error.kind)
            }
        }
    }

    // Each seed stops at its first failure: one of them says enough.

    @Test("The table of matches has every type that it should have")
    func table() {
        #expect(Self.pool.count == 14)
        #expect(Set(Self.pool.map { ObjectIdentifier($0.type) }).count == 14)
        for goal in Goal.allCases { #expect(Self.pool.filter { $0.distance(to: goal) == 0 }.count == 1) }
    }

    @Test("Each type alone answers what the table of matches says, and nothing else", arguments: pool.indices)
    func alone(member: Int) {
        for goal in Goal.allCases {
            let imposer = Imposer()
            Self.pool[member].impose(imposer, .singleInstance, member, false)
            let isCompatible = Self.pool[member].distance(to: goal) != nil
            for rules in [InjectionRules.nearest, .furthest] {
                let expected = isCompatible ? Answer.chosen(member) : .missing
                #expect(Self.answer(imposer, goal, rules) == expected, "\(Self.pool[member].type) for \(goal)")
            }
        }
    }

    @Test("Ties have the distances of the table of matches", arguments: seeds)
    func distances(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let imposer = Selection(using: &generator).imposed(using: &generator)
        for goal in Goal.allCases {
            do {
                _ = try goal.request(from: imposer, .nearest)
            } catch  where error.kind == .ambiguous {
                for candidate in error.candidates {
                    let entry = try #require(Self.pool.first { $0.type == candidate.type })
                    #expect(candidate.distance == entry.distance(to: goal), "\(candidate.type), seed \(seed)")
                }
            } catch {
                #expect(error.kind == .missing, "\(goal), seed \(seed)")
            }
        }
    }

    @Test("The ranking of the table of matches decides, and not the order of registration", arguments: seeds)
    func order(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            let selection = Selection(using: &generator)
            for _ in 0..<4 {
                let imposer = selection.imposed(using: &generator)
                for goal in Goal.allCases.shuffled(using: &generator) {
                    for rules in [InjectionRules.nearest, .furthest] {
                        let answer = Self.answer(imposer, goal, rules)
                        try #require(
                            answer == selection.expected(goal, rules),
                            "\(goal) \(rules) among \(selection.description), seed \(seed)"
                        )
                    }
                }
            }
        }
    }

    @Test("Neither lifetimes nor earlier injections change which registration matches", arguments: seeds)
    func history(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let selection = Selection(using: &generator)
        for _ in 0..<4 {
            let imposer = selection.imposed(options: [.singleInstance, .closureBased], using: &generator)
            for step in 0..<60 {
                guard let goal = Goal.allCases.randomElement(using: &generator) else { continue }
                let rules = Bool.random(using: &generator) ? InjectionRules.nearest : .furthest
                try #require(
                    Self.answer(imposer, goal, rules) == selection.expected(goal, rules),
                    "\(goal) \(rules) among \(selection.description), step \(step), seed \(seed)"
                )
                if Int.random(in: 0..<20, using: &generator) == 0 { imposer.reset() }
            }
        }
    }

    @Test("Castable rules choose as the plain ones wherever a registration is compatible", arguments: seeds)
    func castable(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let selection = Selection(using: &generator)
        let imposer = selection.imposed(options: [.singleInstance, .closureBased], using: &generator)
        for goal in Goal.allCases {
            for rules in [InjectionRules.nearestAndCastable, .furthestAndCastable] {
                let expected = selection.expected(goal, rules)
                guard expected != .missing else { continue }
                try #require(
                    Self.answer(imposer, goal, rules) == expected,
                    "\(goal) \(rules) among \(selection.description), seed \(seed)"
                )
            }
        }
    }

    @Test("After adding and removing, matching is as if the registrations had been made anew", arguments: seeds)
    func changes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let imposer = Imposer()
        // Rounds of imposing all, other ones, then the same again, on one imposer.
        for _ in 0..<6 {
            let selection = Selection(using: &generator)
            imposer.removeAll()
            for goal in Goal.allCases { #expect(Self.answer(imposer, goal, .nearest) == .missing, "seed \(seed)") }
            for round in 0..<2 {
                for member in selection.members.shuffled(using: &generator) {
                    let isPreferred = selection.preferred.contains(member)
                    // The first round marks the wrong ones, and the second replaces them.
                    Self.pool[member].impose(imposer, .singleInstance, member, isPreferred == (round == 1))
                }
                if round == 0 { for goal in Goal.allCases { _ = Self.answer(imposer, goal, .furthest) } }
            }
            for goal in Goal.allCases {
                for rules in [InjectionRules.nearest, .furthest] {
                    try #require(
                        Self.answer(imposer, goal, rules) == selection.expected(goal, rules),
                        "\(goal) \(rules) among \(selection.description), seed \(seed)"
                    )
                }
            }
        }
    }
}
