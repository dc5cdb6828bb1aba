import ImposeInspecting
import TestSupport
import Testing

@testable import Impose

@Suite("Explaining, whatever is imposed")
struct ExplainAgreementTests {
    /// An imposer with a parent and a scope, and the numbers of their registrations.
    private struct World {
        let imposers: [Imposer]
        private var numbers: [String: Int] = [:]

        /// The one that is asked.
        var asked: Imposer { imposers[0] }

        init(using generator: inout SeededGenerator) {
            let parent = Imposer(label: "parent")
            let child = Imposer(parent: parent, label: "child")
            imposers = [child.openScope(), child, parent]
            let share = Int.random(in: 1...6, using: &generator)
            let options = [InjectOption.singleInstance, .closureBased, .scopedInstance, .graphInstance]
            for imposer in imposers {
                for entry in Pool.Entry.all.shuffled(using: &generator) {
                    guard Int.random(in: 0..<10, using: &generator) < share else { continue }
                    let option = options.randomElement(using: &generator) ?? .singleInstance
                    entry.impose(imposer, option, numbers.count, Int.random(in: 0..<4, using: &generator) == 0)
                    numbers["\(imposer) \(entry.type)"] = numbers.count
                }
                if Bool.random(using: &generator) {
                    let number = numbers.count
                    imposer.impose(for: Pool.Drone.self, named: "other") { Pool.Drone(number: number) }
                    imposer.impose(for: Pool.Cat.self) { Pool.Cat(number) }.alias(Pool.Being.self) { $0 }
                    for type in ["Cat", "Being"] { numbers["\(imposer) \(type)"] = number }
                    numbers["\(imposer) alias"] = -1
                }
            }
        }

        /// The number that a registration's instances have.
        func number(_ registration: Imposer.RegistrationInfo) -> Int? {
            numbers["\(registration.imposer) \(registration.type)"]
        }

        var hasInstances: Bool {
            imposers.contains { imposer in
                imposer.node.records.contains { $0.map { imposer.node.existingInstance(of: $0) != nil } ?? false }
            }
        }
    }

    private static let allRules = [InjectionRules.nearest, .furthest, .nearestAndCastable, .furthestAndCastable]

    @Test("What explain() chooses is what is injected, and it makes no instance", arguments: seeds(60))
    func agreement(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = World(using: &generator)
        for goal in Pool.Goal.allCases {
            for rules in Self.allRules {
                for imposer in world.imposers { imposer.reset() }
                let explanation = goal.explanation(from: world.asked, rules)
                try #require(!world.hasInstances, "\(goal) \(rules), seed \(seed)")
                let comment: Comment = "\(goal) \(rules), seed \(seed): \(explanation)"
                do {
                    let made = try goal.request(from: world.asked, rules)
                    if explanation.outcome == .undecided {
                        try #require(rules == .nearestAndCastable || rules == .furthestAndCastable, comment)
                        continue
                    }
                    let chosen = try #require(explanation.chosen, comment)
                    try #require(world.number(chosen.registration) == made, comment)
                    try #require(explanation.candidates.count { $0.isChosen } == 1, comment)
                } catch let error as ImposeError {
                    if explanation.outcome == .undecided { continue }
                    try #require(explanation.outcome == (error.kind == .ambiguous ? .ambiguous : .missing), comment)
                    let tied = explanation.candidates.filter { $0.reason.hasPrefix("tied") }
                    guard error.kind == .ambiguous else { continue }
                    try #require(tied.map(\.registration.location) == error.candidates.map(\.location), comment)
                    try #require(Set(tied.map(\.distance)) == Set(error.candidates.map(\.distance)), comment)
                }
            }
        }
    }
}

extension Pool.Goal {
    fileprivate func explanation(from imposer: Imposer, _ rules: InjectionRules) -> Imposer.Explanation {
        switch self {
        case .being: imposer.explain(Pool.Being.self, ifNoMatchUse: rules)
        case .living: imposer.explain(Pool.Living.self, ifNoMatchUse: rules)
        case .moving: imposer.explain(Pool.Moving.self, ifNoMatchUse: rules)
        case .swimming: imposer.explain(Pool.Swimming.self, ifNoMatchUse: rules)
        case .movingAndLiving: imposer.explain((any Pool.Moving & Pool.Living).self, ifNoMatchUse: rules)
        case .animal: imposer.explain(Pool.Animal.self, ifNoMatchUse: rules)
        case .dog: imposer.explain(Pool.Dog.self, ifNoMatchUse: rules)
        case .feline: imposer.explain(Pool.Feline.self, ifNoMatchUse: rules)
        case .animalAndFeline: imposer.explain((any Pool.Animal & Pool.Feline).self, ifNoMatchUse: rules)
        }
    }
}
