import Foundation
import Impose
import TestSupport
import Testing

@Suite("Whatever is done, the library answers as its docs say", .timeLimit(.minutes(60)))
struct ModelTests {
    /// The number of rounds. `IMPOSE_MODEL_ROUNDS=100000 swift test --filter ModelTests` runs more of them.
    private static let rounds = number("IMPOSE_MODEL_ROUNDS") ?? scaled(usualRounds)
    private static let usualRounds = 250
    /// The first one's seed.
    private static let firstSeed = UInt64(number("IMPOSE_MODEL_SEED") ?? 0)
    private static let steps = 60

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Parts of the rounds, to be run beside each other.
    private static let parts = 4

    static func check(_ round: ModelRound, part: Int = 0, of parts: Int = 1, hasContexts: Bool = true) {
        let seeds = stride(from: firstSeed + UInt64(part), to: firstSeed + UInt64(rounds), by: parts)
        for seed in seeds {
            let hasWeak = !round.driver.isAwaiting
            var generator = ModelGenerator(seed: seed, hasWeak: hasWeak, hasContexts: hasContexts)
            let steps = generator.steps(steps)
            guard let mismatch = round.mismatch(steps) else { continue }
            Issue.record("\(round.report(mismatch, after: steps, seed: seed))")
            return
        }
    }

    @Test("Random steps in isolated directories come out as in the model of the docs", arguments: 0..<parts)
    func isolated(part: Int) {
        Self.check(ModelRound(), part: part, of: Self.parts)
    }

    @Test("Random steps in the process's directory come out as in the model of the docs")
    func process() async {
        await #expect(processExitsWith: .success) {
            Self.check(ModelRound(isOfProcess: true))
        }
    }

    /// Here code that is inlined into the caller answers, too.
    @Test("Random steps without scopes and isolation come out as in the model of the docs")
    func processWithoutContexts() async {
        await #expect(processExitsWith: .success) {
            Self.check(ModelRound(isOfProcess: true), hasContexts: false)
        }
    }

    @Test("Random steps that are awaited come out as in the model of the docs")
    func awaited() async {
        await #expect(processExitsWith: .success) {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Self.check(ModelRound(driver: AwaitingDriver()))
                    continuation.resume()
                }
            }
        }
    }

    @Test(
        "Each fault that is planted in the model is noticed",
        .disabled(if: isSanitized, "It is the model that is looked at")
    )
    func wrong() {
        var unnoticed = ModelRule.allCases
        for seed in 0..<UInt64(4 * Self.usualRounds) where !unnoticed.isEmpty {
            var generator = ModelGenerator(seed: seed)
            let models = unnoticed.map { Model(wrongRule: $0) }
            let mismatches = ModelRound().mismatches(generator.steps(Self.steps), models)
            unnoticed = zip(unnoticed, mismatches).filter { $1 == nil }.map(\.0)
        }
        #expect(unnoticed.isEmpty)
    }
}
