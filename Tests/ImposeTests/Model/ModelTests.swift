import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

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

    private static func check(_ round: ModelRound, _ seeds: some Sequence<UInt64>) {
        for seed in seeds {
            var generator = ModelGenerator(seed: seed, hasWeak: !round.isAwaiting)
            let steps = generator.steps(steps)
            guard let mismatch = round.mismatch(steps) else { continue }
            Issue.record("\(round.report(mismatch, after: steps, seed: seed))")
            return
        }
    }

    /// Parts of the rounds, to be run beside each other.
    private static let parts = 4

    @Test("in isolated directories", arguments: 0..<parts)
    func isolated(part: Int) {
        let first = Self.firstSeed + UInt64(part)
        Self.check(ModelRound(), stride(from: first, to: Self.firstSeed + UInt64(Self.rounds), by: Self.parts))
    }

    /// Here code that is inlined into the caller answers, too: see `InlinedPathTests`.
    @Test("in the process's directory, where no context is in use")
    func process() async {
        await #expect(processExitsWith: .success) {
            #expect(ContextCount.isZero)
            let seeds = Self.firstSeed..<Self.firstSeed + UInt64(Self.rounds)
            Self.check(ModelRound(isOfProcess: true), seeds)
        }
    }

    @Test("where requests and ends are awaited")
    func awaited() async {
        await #expect(processExitsWith: .success) {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let seeds = Self.firstSeed..<Self.firstSeed + UInt64(Self.rounds)
                    Self.check(ModelRound(isAwaiting: true), seeds)
                    continuation.resume()
                }
            }
        }
    }

    @Test(
        "and a model that is wrong in one rule is found out in as many rounds",
        .disabled(if: isSanitized, "It is the model that is looked at")
    )
    func wrong() {
        var unnoticed: [ModelRule?] = ModelRule.allCases
        for seed in 0..<UInt64(Self.usualRounds) where !unnoticed.isEmpty {
            var generator = ModelGenerator(seed: seed)
            let mismatches = ModelRound().mismatches(generator.steps(Self.steps), unnoticed)
            unnoticed = zip(unnoticed, mismatches).filter { $1 == nil }.map(\.0)
        }
        #expect(unnoticed.isEmpty)
    }
}
