import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Box: @unchecked Sendable {
    // `@unchecked`: the test is whether it is guarded.
    var number = 0
}

private struct Refused: Error, Equatable {}

@Suite("A value behind a lock", .timeLimit(.minutes(20)))
struct LockedStateTests {
    @Test("is changed by one thread at a time")
    func threads() {
        let value = LockedState([0, 0])
        onThreads(4) { _, _ in
            for _ in 0..<20_000 {
                value.withLock { numbers in
                    numbers[0] += 1
                    numbers[1] = numbers[0]
                }
            }
        }
        #expect(value.withLock { $0 } == [80_000, 80_000])
    }

    @Test("is open again after an error, with what was changed by then")
    func errors() {
        let value = LockedState(1)
        #expect(throws: Refused.self) {
            try value.withLock { number in
                number = 2
                throw Refused()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }

    @Test("goes with the object that it is a field of, and its weak references with it")
    func lifetime() {
        final class Owner: Sendable {
            struct Content {
                var box: Box
                weak var other: Box?
            }

            let content: LockedState<Content>

            init(_ box: Box, _ other: Box) { content = LockedState(Content(box: box, other: other)) }
        }
        let other = Box()
        func watched() -> (Owner, Watched<Box>) {
            let box = Box()
            return (Owner(box, other), Watched(box))
        }
        var (owner, box): (Owner?, Watched<Box>) = watched()
        for _ in 0..<100 { _ = watched() }
        #expect(!box.isGone)
        #expect(owner?.content.withLock { $0.other === other } == true)
        owner = nil
        #expect(box.isGone)
        box = watched().1
        #expect(box.isGone)
    }
}

@Suite("A lock that objects share", .timeLimit(.minutes(20)))
struct LockStripeTests {
    @Test("keeps threads apart that come with one object")
    func threads() {
        let boxes = (0..<200).map { _ in Box() }
        onThreads(4) { _, thread in
            for round in 0..<200 {
                for index in boxes.indices {
                    let box = boxes[(index + thread * 50 + round) % boxes.count]
                    StripedLock.withLock(of: box) { box.number += 1 }
                }
            }
        }
        #expect(boxes.allSatisfy { $0.number == 800 })
    }

    @Test("gives what the body gives")
    func result() {
        let box = Box()
        box.number = 3
        #expect(StripedLock.withLock(of: box) { box.number + 1 } == 4)
    }

    @Test("is not one for all: others go on while one is taken")
    func several() {
        let (box, boxes) = (Box(), (0..<32).map { _ in Box() })
        let (isTaken, passed) = (Barrier(33), CallCounter())
        onThreads(33) { _, thread in
            guard thread < 32 else {
                StripedLock.withLock(of: box) {
                    isTaken.wait()
                    #expect(eventually { passed.count >= 16 })
                }
                return
            }
            isTaken.wait()
            StripedLock.withLock(of: boxes[thread]) { _ = passed.increment() }
        }
        #expect(passed.count == 32)
    }
}
