import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// An object that knows how many of its kind there are, and whose memory shows whether it is gone.
private final class Used: Sendable {
    private let counter: CallCounter
    private let canary = Atomic(UInt(0xA11E))

    init(countingEndsWith counter: CallCounter) {
        self.counter = counter
    }

    deinit {
        canary.store(0xDEAD, ordering: .relaxed)
        counter.increment()
    }

    var isThere: Bool { canary.load(ordering: .relaxed) == 0xA11E }
}

extension Hazard {
    fileprivate init(_ object: Used) {
        self.init(UncountedReference(object).address, on: .current)
    }
}

@Suite("An object that a thread uses without holding it", .timeLimit(.minutes(20)))
struct HazardTests {
    private let ends = CallCounter()

    /// Makes an object that the caller alone holds.
    private func make() -> [Used] { [Used(countingEndsWith: ends)] }

    /// What an owner does that no longer wants its objects.
    private func drop(_ objects: inout [Used]) {
        Hazard.handOver(objects)
        objects = []
    }

    @Test("is kept until the thread is done, and released then", arguments: 1...20)
    func keeping(depth: Int) {
        var objects = make()
        let hazards = (0..<depth).map { _ in Hazard(objects[0]) }
        drop(&objects)
        for hazard in hazards.reversed() {
            #expect(ends.count == 0)
            hazard.end()
        }
        #expect(ends.count == 1)
        #expect(ThreadRecord.current.hazardCount == 0)
    }

    @Test("is its owner's alone when the thread is done before the owner is", arguments: 1...20)
    func done(depth: Int) {
        var objects = make()
        for hazard in (0..<depth).map({ _ in Hazard(objects[0]) }).reversed() { hazard.end() }
        #expect(ends.count == 0)
        drop(&objects)
        #expect(ends.count == 1)
    }

    @Test("is not confused with the others that the thread uses", arguments: 0..<12, [0..<12, 0..<3, 5..<12])
    func others(dropped: Int, used: Range<Int>) {
        var objects = (0..<12).map { _ in make() }
        let hazards = used.map { Hazard(objects[$0][0]) }
        drop(&objects[dropped])
        #expect(ends.count == (used.contains(dropped) ? 0 : 1))
        for hazard in hazards.reversed() { hazard.end() }
        #expect(ends.count == 1)
        for index in objects.indices { drop(&objects[index]) }
        #expect(ends.count == 12)
    }

    @Test("is handed over once, however many owners look")
    func owners() {
        var objects = make()
        var others = objects
        let hazard = Hazard(objects[0])
        drop(&objects)
        drop(&others)
        #expect(ends.count == 0)
        hazard.end()
        #expect(ends.count == 1)
    }

    @Test("may be announced again while another owner keeps it, who looks itself")
    func again() {
        var objects = make()
        var others = objects
        let first = Hazard(objects[0])
        drop(&objects)
        first.end()
        #expect(ends.count == 0)
        let second = Hazard(others[0])
        drop(&others)
        #expect(ends.count == 0)
        second.end()
        #expect(ends.count == 1)
    }

    @Test("is kept for another thread, too")
    func anotherThread() {
        let objects = Shared(make())
        let (isUsed, isDropped) = (Barrier(2), Barrier(2))
        onThreads(2) { [ends] _, thread in
            if thread == 0 {
                let hazard = objects.withLock { Hazard($0[0]) }
                isUsed.wait()
                isDropped.wait()
                #expect(ends.count == 0)
                hazard.end()
                #expect(ends.count == 1)
            } else {
                isUsed.wait()
                objects.withLock { drop(&$0) }
                isDropped.wait()
            }
        }
    }

    @Test("concerns nobody any more when its thread has ended in the middle")
    func endOfThread() async {
        await #expect(processExitsWith: .success) {
            let ends = CallCounter()
            let objects = Shared([Used(countingEndsWith: ends)])
            for _ in 0..<3 {
                onThreadThatEnds {
                    precondition(ThreadRecord.current.hazardCount == 0)
                    for _ in 0..<10 { _ = objects.withLock { Hazard($0[0]) } }
                    Thread.exit()
                }
            }
            // Beyond its room a thread holds what it uses, and nobody gives that back.
            objects.withLock { Hazard.handOver($0) }
            onThreadThatEnds {
                let record = ThreadRecord.current
                precondition(record.hazardCount == 0)
                for position in 0..<8 { precondition(record.hazards[position].load(ordering: .relaxed) == 0) }
            }
            exit(0)
        }
    }

    @Test("is never gone while it is used, and always afterwards", arguments: [1, 3, 10])
    func stress(depth: Int) {
        let made = scaled(20_000)
        // The place where it is found: an address that is counted by hand, or 0 at the end.
        let place = AtomicWordPointer.make()
        defer { place.free() }
        let (ends, uses) = (ends, CallCounter())
        @Sendable func put(_ object: Used?) -> [Used] {
            let address = object.map { RetainedReference($0).uncounted.address } ?? 0
            let old = place[0].exchange(address, ordering: .sequentiallyConsistent)
            return UncountedReference<Used>(address: old).map { [$0.unmanaged.takeRetainedValue()] } ?? []
        }
        _ = put(Used(countingEndsWith: ends))
        onThreads(4) { _, thread in
            if thread > 0 {
                use(from: place, depth, uses)
                return
            }
            for number in 1...made {
                var old = put(number == made ? nil : Used(countingEndsWith: ends))
                ReaderSection.waitForReaders()
                drop(&old)
                if number % 64 == 0 { sched_yield() }
            }
        }
        #expect(uses.count > 0)
        #expect(ends.count == made)
    }

    /// Uses what is there, several at a time and now and then slowly, until there is nothing more.
    private func use(from place: AtomicWordPointer, _ depth: Int, _ uses: CallCounter) {
        let record = ThreadRecord.current
        var (hazards, addresses): ([Hazard], [UInt]) = ([], [])
        for turn in 1... {
            ReaderSection.enter(record)
            let address = place[0].load(ordering: .sequentiallyConsistent)
            if address != 0 {
                hazards.append(Hazard(address, on: record))
                addresses.append(address)
            }
            ReaderSection.leave(record)
            if turn % 128 == 0 { sched_yield() }
            for used in addresses where !UncountedReference<Used>(knownAddress: used).with({ $0.isThere }) {
                Issue.record("It is gone")
            }
            guard hazards.count == depth || address == 0 else { continue }
            for hazard in hazards.reversed() {
                hazard.end()
                uses.increment()
            }
            (hazards, addresses) = ([], [])
            if address == 0 { return }
        }
    }
}
