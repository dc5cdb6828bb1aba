import TestSupport
import Testing

@testable import Impose

/// Two counters that must agree whenever the lock is free.
private final class CountedObject: @unchecked Sendable {
    // `@unchecked`: both are guarded by the lock.
    let lock = BriefLock()
    var first = 0
    var second = 0
}

@Suite("A brief lock", .timeLimit(.minutes(20)))
struct BriefLockTests {
    @Test("A brief lock lets one thread in at a time, and shows it what the others did")
    func exclusive() {
        let counted = CountedObject()
        onThreads(4) { _, _ in
            for _ in 0..<20_000 {
                counted.lock.withLock {
                    #expect(counted.first == counted.second)
                    counted.first += 1
                    counted.second += 1
                }
            }
        }
        #expect(counted.first == 80_000)
    }

    @Test("A brief lock is open again after an error")
    func throwing() {
        struct Failure: Error {}
        let counted = CountedObject()
        for _ in 0..<2 {
            #expect(throws: Failure.self) { try counted.lock.withLock { () throws(Failure) in throw Failure() } }
        }
    }
}
