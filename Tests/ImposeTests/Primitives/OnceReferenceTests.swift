import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Token: Sendable {
    let number: Int
    private let alive: CallCounter?

    init(_ number: Int, gone: CallCounter? = nil) {
        self.number = number
        alive = gone
    }

    deinit { alive?.increment() }
}

/// A holder of a reference that threads can share.
private final class Holder: Sendable {
    let reference = OnceReference<Token>()

    var isSet: Bool { reference.isSet }
}

@Suite("A reference that is set once", .timeLimit(.minutes(20)))
struct OnceReferenceTests {
    @Test("is empty at first, and keeps what it was set to first")
    func once() {
        let holder = Holder()
        #expect(!holder.isSet)
        #expect(holder.reference.load() == nil)
        let (first, second) = (Token(1), Token(2))
        #expect(holder.reference.storeIfNil(first) === first)
        #expect(holder.isSet)
        #expect(holder.reference.storeIfNil(second) === first)
        #expect(holder.reference.load() === first)
    }

    @Test("holds its object as long as it is there itself, and nothing else")
    func holding() {
        let gone = CallCounter()
        var holder: Holder? = Holder()
        _ = holder?.reference.storeIfNil(Token(1, gone: gone))
        #expect(gone.count == 0)
        _ = holder?.reference.storeIfNil(Token(2, gone: gone))
        #expect(gone.count == 1)
        #expect(holder?.reference.load()?.number == 1)
        holder = nil
        #expect(gone.count == 2)
        holder = Holder()
        #expect(holder?.isSet == false)
        holder = nil
        #expect(gone.count == 2)
    }

    @Test("is the same for all threads that set it at once, and what lost is released")
    func threads() {
        let (rounds, threads) = (5000, 4)
        let gone = CallCounter()
        let holders = (0..<rounds).map { _ in Holder() }
        let winners = (0..<threads).map { _ in Shared<[Int]>([]) }
        onThreads(threads, rounds: rounds) { round, thread in
            let reference = Token(round * threads + thread, gone: gone)
            // A reader sees nothing or all of it.
            let seen = holders[round].reference.load()?.number
            let winner = holders[round].reference.storeIfNil(reference).number
            winners[thread].withLock { $0.append(seen == nil || seen == winner ? winner : -1) }
        }
        let results = winners.map { winners in winners.withLock { $0 } }
        for round in 0..<rounds {
            let winner = holders[round].reference.load()?.number
            #expect(results.allSatisfy { $0[round] == winner })
        }
        withExtendedLifetime(holders) { #expect(gone.count == rounds * (threads - 1)) }
    }
}
