import Foundation
import Impose
import TestSupport
import Testing

/// A watchdog that stops the process if a round does not end, which time limits of tests can't do with blocked threads.
private final class Watchdog: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    init(_ seconds: Int, _ text: String) {
        Thread.detachNewThread { [isOver] in
            if isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut { fatalError("It stands still: \(text)") }
        }
    }

    func end() { isOver.signal() }
}

/// A kind of random graphs.
private enum Kind: CaseIterable {
    case withoutCycles, withCycles
    /// With requests that are cancelled.
    case cancelled
}

@Suite("Random graphs that are awaited", .timeLimit(.minutes(20)))
struct AwaitedRandomGraphTests {
    private static let seedsOfOne = 25

    @Test(
        "Random graphs that are awaited share what they should, and never hang",
        arguments: 0..<8,
        Kind.allCases
    )
    private func awaited(chunk: Int, kind: Kind) async throws {
        for seed in UInt64(chunk * Self.seedsOfOne)..<UInt64((chunk + 1) * Self.seedsOfOne) {
            let mayHaveCycles =
                switch kind {
                case .withoutCycles: false
                case .withCycles: true
                case .cancelled: seed % 2 == 0
                }
            await run(
                RandomGraphRound(
                    seed: seed,
                    mayHaveCycles: mayHaveCycles,
                    isAwaited: true,
                    mayBeCancelled: kind == .cancelled
                )
            )
        }
    }

    private func run(_ round: RandomGraphRound) async {
        // As long as the suite has: the round may wait for a thread of the pool behind all other tests.
        let watchdog = Watchdog(1_200, round.text.rawValue)
        defer { watchdog.end() }
        await Imposer.isolated(empty: true, endsWithBody: true) {
            let workshop = RandomGraphWorkshop(round.graph)
            workshop.impose()
            workshop.imposeAwaited()
            let scopes = RandomGraphRound.scopes()
            let answers = await Self.answers(to: round.errands, in: scopes, by: workshop)
            withExtendedLifetime(scopes) { round.check(answers, of: workshop) }
        }
    }

    // MARK: Asking

    private static func answers(
        to errands: [RandomErrand],
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop
    ) async -> [RandomAnswer] {
        let answers = Collected<RandomAnswer>()
        await withTaskGroup { group in
            for errand in errands {
                group.addTask {
                    let task = Task {
                        if errand.isOnThread {
                            await onThread { RandomGraphRound.run(errand, in: scopes, by: workshop, into: answers) }
                        } else {
                            await Self.answer(awaiting: errand, in: scopes, by: workshop, into: answers)
                        }
                    }
                    if errand.isCancelled {
                        for _ in 0..<errand.nodes[0] { await Task.yield() }
                        task.cancel()
                    }
                    await task.value
                }
            }
        }
        return answers.all
    }

    private static func answer(
        awaiting errand: RandomErrand,
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop,
        into answers: Collected<RandomAnswer>
    ) async {
        for node in errand.nodes {
            let ask = { () async -> Result<any AnyProduct, ImposeError> in
                do throws(ImposeError) {
                    return .success(try await workshop.awaited(node))
                } catch {
                    return .failure(error)
                }
            }
            let result = if let scope = errand.scope { await scopes[scope].run { await ask() } } else { await ask() }
            answers.add(RandomAnswer(node: node, label: errand.scope.map { "\($0)" }, errand: errand, result: result))
        }
    }

    /// Runs a body on a new thread, in the same directory.
    private static func onThread(_ body: @escaping @Sendable () -> Void) async {
        let context = Imposer.currentContext()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                context.run { body() }
                continuation.resume()
            }
        }
    }
}
