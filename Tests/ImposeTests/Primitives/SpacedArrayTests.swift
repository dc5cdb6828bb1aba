import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Crate: Sendable {}

/// What several threads change.
private struct Counter: ~Copyable {
    let lock = BriefLock()
    var count = 0
    var crate: Crate?
}

private final class Counters: @unchecked Sendable {
    // `@unchecked`: each is only touched under its lock.
    let counters = SpacedArray(count: 4) { Counter() }

    /// The address of a counter.
    func address(of position: Int) -> UInt {
        func address(_ counter: borrowing Counter) -> UInt {
            withUnsafePointer(to: counter) { UInt(bitPattern: $0) }
        }
        return address(counters[position])
    }
}

@Suite("Values for several threads", .timeLimit(.minutes(20)))
struct SpacedArrayTests {
    @Test("are changed where they are, each under its own lock")
    func threads() {
        let counters = Counters()
        onThreads(8) { _, thread in
            for round in 0..<5_000 {
                let position = (thread + round) % 4
                counters.counters[position].lock.withLock {
                    counters.counters[position].count = counters.counters[position].count + 1
                }
            }
        }
        #expect((0..<4).map { counters.counters[$0].count } == [10_000, 10_000, 10_000, 10_000])
    }

    @Test("share no cache line")
    func spacing() {
        let counters = Counters()
        let addresses = (0..<4).map { counters.address(of: $0) }
        #expect(addresses.allSatisfy { $0 % 128 == 0 })
        #expect(zip(addresses, addresses.dropFirst()).allSatisfy { $1 - $0 >= 128 })
    }

    @Test("are released with the array")
    func holding() {
        let crates = Collected<Watched<Crate>>()
        func fill(_ counters: Counters) {
            for position in 0..<4 {
                let crate = Crate()
                crates.add(Watched(crate))
                counters.counters[position].crate = crate
            }
        }
        var counters: Counters? = Counters()
        if let counters { fill(counters) }
        #expect(crates.all.map(\.isGone) == [false, false, false, false])
        counters = nil
        #expect(crates.all.map(\.isGone) == [true, true, true, true])
    }
}
