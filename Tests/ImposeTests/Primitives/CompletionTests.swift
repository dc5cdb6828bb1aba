import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

@Suite("Waiting for an end", .timeLimit(.minutes(20)))
struct CompletionTests {
    @Test("A completion lets all go on who wait, and those who come later, also with a deadline")
    func completes() async {
        let completion = Completion()
        await withTaskGroup { group in
            for number in 0..<8 {
                let deadline: ContinuousClock.Instant? = number.isMultiple(of: 2) ? .now + .seconds(3600) : nil
                group.addTask { #expect(await completion.wait(until: deadline)) }
            }
            await Task.yield()
            completion.complete()
        }
        completion.complete()
        #expect(await completion.wait())
        #expect(await completion.wait(until: .now))
    }

    @Test("Waiting ends with the deadline, not with a cancellation")
    func deadline() async {
        let completion = Completion()
        #expect(await !completion.wait(until: .now))
        #expect(await !completion.wait(until: .now - .seconds(1)))
        let task = Task { await completion.wait(until: .now + .seconds(3600)) }
        task.cancel()
        completion.complete()
        #expect(await task.value)
    }

    /// An object that has an ending.
    private final class Scope: Sendable {
        let ending = Ending()

        var isUnderWay: Bool { ending.isUnderWay }
        var awaited: Completion? { ending.awaited }
    }

    @Test("An ending is under way from its beginning to its end, and whoever waits goes on then, whoever comes first")
    func endings() async {
        #expect(!Scope().isUnderWay)
        for _ in 0..<500 {
            let scope = Scope()
            scope.ending.begin()
            #expect(scope.isUnderWay)
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = await scope.awaited?.wait() } }
                group.addTask { scope.ending.end() }
            }
            #expect(!scope.isUnderWay)
            #expect(scope.awaited == nil)
        }
    }

    @Test(
        "The time of a shutdown may be nothing, less than nothing, or longer than anybody lives",
        arguments: [-1, 0, Int64.max]
    )
    func times(_ seconds: Int64) async throws {
        let time = ShutdownTime(.seconds(seconds))
        let completion = Completion()
        completion.complete()
        #expect(await time.wait(for: completion))
        // A step has a second at least, which may be too short on a machine that has too much to do.
        while try await !time.run({}) {}
        await #expect(throws: CancellationError.self) {
            while try await !time.run({ throw CancellationError() }) {}
        }
    }
}
