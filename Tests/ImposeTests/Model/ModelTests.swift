import Foundation
import Impose
import TestSupport
import Testing

@Suite("Whatever is done, the library answers as its docs say", .timeLimit(.minutes(60)))
struct ModelTests: ModelCore {
    /// The number of rounds. `IMPOSE_MODEL_ROUNDS=100000 swift test --filter ModelTests` runs more of them.
    private static let rounds = number("IMPOSE_MODEL_ROUNDS") ?? scaled(usualRounds)
    private static let usualRounds = 250
    /// The first one's seed.
    private static let firstSeed = UInt64(number("IMPOSE_MODEL_SEED") ?? 0)
    private static let steps = 60

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static func generator(_ seed: UInt64, hasWeak: Bool = true, hasContexts: Bool = true) -> ModelGenerator {
        var generator = ModelGenerator(seed: seed, hasWeak: hasWeak, hasContexts: hasContexts)
        generator.forgets = changes.contains(.whatNobodyHoldsEnds)
        return generator
    }

    /// Parts of the rounds, to be run beside each other.
    private static let parts = 4

    static func check(_ round: ModelRound, part: Int = 0, of parts: Int = 1, hasContexts: Bool = true) {
        let seeds = stride(from: firstSeed + UInt64(part), to: firstSeed + UInt64(rounds), by: parts)
        for seed in seeds {
            var generator = generator(seed, hasWeak: !round.driver.isAwaiting, hasContexts: hasContexts)
            let steps = generator.steps(steps)
            guard let mismatch = round.mismatch(steps) else { continue }
            Issue.record("\(round.report(mismatch, after: steps, seed: seed))")
            return
        }
    }

    @Test("in isolated directories", arguments: 0..<parts)
    func isolated(part: Int) {
        Self.check(ModelRound(changes: Self.changes), part: part, of: Self.parts)
    }

    @Test("in the process's directory")
    func process() async {
        await #expect(processExitsWith: .success) {
            #expect(!Self.mayHaveContexts)
            Self.check(ModelRound(changes: Self.changes, isOfProcess: true))
        }
    }

    /// Here code that is inlined into the caller answers, too.
    @Test("in the process's directory, where there are no scopes and no isolated directories")
    func processWithoutContexts() async {
        await #expect(processExitsWith: .success) {
            #expect(!Self.mayHaveContexts)
            Self.check(ModelRound(changes: Self.changes, isOfProcess: true), hasContexts: false)
            #expect(!Self.mayHaveContexts)
        }
    }

    @Test(
        "and a model that is wrong in one rule is found out before long",
        .disabled(if: isSanitized, "It is the model that is looked at")
    )
    func wrong() {
        var unnoticed = ModelFault.all(of: Self.changes)
        for seed in 0..<UInt64(4 * Self.usualRounds) where !unnoticed.isEmpty {
            var generator = Self.generator(seed)
            let models = unnoticed.map { $0.model(Self.changes) }
            let mismatches = ModelRound(changes: Self.changes).mismatches(generator.steps(Self.steps), models)
            unnoticed = zip(unnoticed, mismatches).filter { $1 == nil }.map(\.0)
        }
        #expect(unnoticed.isEmpty)
    }
}

/// A fault of a model, made on purpose.
enum ModelFault {
    case wrong(ModelRule)
    /// A changed rule is as it was before.
    case unchanged(ModelChange)

    /// All that are faults where these changes hold.
    static func all(of changes: Set<ModelChange>) -> [ModelFault] {
        let rules = ModelRule.allCases.filter { rule in
            switch rule {
            case .resetSparesScopes: !changes.contains(.resetLeavesScopesAlone)
            case .wrappersKeepNothingOpen, .keptWrappersKeepScopesOpen: changes.contains(.whatNobodyHoldsEnds)
            default: true
            }
        }
        return rules.map { .wrong($0) } + ModelChange.allCases.filter(changes.contains).map { .unchanged($0) }
    }

    func model(_ changes: Set<ModelChange>) -> Model {
        switch self {
        case .wrong(let rule): Model(changes, wrongRule: rule)
        case .unchanged(let change): Model(changes.subtracting([change]))
        }
    }
}
