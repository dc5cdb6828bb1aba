import TestSupport
import Testing

@testable import Impose

private protocol Measured {}

private protocol Unmeasured {}

/// A generic type, which gives as many types as one likes.
private struct Layer<Inner>: Measured {
    static func types(_ count: Int) -> [any Any.Type] {
        [Self.self] + (count > 1 ? Layer<Self>.types(count - 1) : [])
    }
}

@Suite("Distances that are remembered for the process")
struct RelationMemoTests {
    @Test("Distances are remembered as they were measured, while threads ask for more than the table has room for")
    func growing() {
        let types = Layer<Int>.types(60)
        let wrong = CallCounter()
        onThreads(4, rounds: 2) { round, thread in
            for (number, type) in types.enumerated() where number % 4 == thread || round == 1 {
                if RelationMemo.distance(from: type, to: (any Measured).self) != 1 { wrong.increment() }
                if RelationMemo.distance(from: type, to: (any Unmeasured).self) != nil { wrong.increment() }
                if RelationMemo.distance(from: type, to: type) != 0 { wrong.increment() }
                let other = types[(number + 1) % types.count]
                if RelationMemo.distance(from: type, to: other) != nil { wrong.increment() }
            }
        }
        #expect(wrong.count == 0)
        let thread = ThreadRecord.current
        #expect(ReadSection.begin(thread, in: ReadSection.anywhere))
        for type in types {
            let (offered, measured) = (ObjectIdentifier(type), ObjectIdentifier((any Measured).self))
            #expect(RelationMemo.relation(from: offered, to: measured) == .steps(1))
            #expect(RelationMemo.relation(from: offered, to: ObjectIdentifier((any Unmeasured).self)) == .unrelated)
            #expect(RelationMemo.relation(from: measured, to: offered) == .unknown)
        }
        ReadSection.end(thread)
    }

    // In a process of its own: nothing else is let go of there.
    @Test("A table of distances that a larger one takes the place of is let go of when those who read it have left")
    func outgrown() async {
        await #expect(processExitsWith: .success) {
            let types = Layer<Int>.types(60)
            let (isReading, isGrown, isOver) = (Barrier(2), Barrier(2), Barrier(2))
            onThreads(2) { _, thread in
                if thread == 0 {
                    #expect(ReadSection.begin(.current, in: ReadSection.anywhere))
                    isReading.wait()
                    isGrown.wait()
                    ReadSection.end(.current)
                    isOver.wait()
                    return
                }
                isReading.wait()
                #expect(ReadSection.releaseRetired(nil))
                for one in types { for other in types { RelationMemo.measure(from: one, to: other) } }
                // The reader may still read the first ones.
                #expect(!ReadSection.releaseRetired(nil))
                isGrown.wait()
                isOver.wait()
                #expect(ReadSection.releaseRetired(nil))
            }
        }
    }
}
