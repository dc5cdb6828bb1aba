import CImposeRuntime
import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Subject: Sendable {}

/// The observations of a thread that waits.
private struct Seen: Sendable {
    var isCycle = false
    var isDone = false
    var isAbandoned = false
    var outcome: AnyCachedInstance?

    /// Waits for a construction.
    init(_ construction: Construction) {
        isCycle = WaitGraph.wait(for: construction) != nil
        guard !isCycle else { return }
        (isDone, isAbandoned, outcome) = (construction.isDone, construction.isAbandoned, construction.outcome)
    }
}

extension WaitGraph {
    /// Begins a construction of the calling thread.
    fileprivate static func begin() -> Construction {
        let construction = Construction(for: ObjectIdentifier(WaitGraph.self), in: 0)
        begin(construction)
        return construction
    }
}

@Suite("Who waits for whom", .timeLimit(.minutes(20)))
struct WaitGraphTests {
    @Test("What is done is not waited for")
    func done() {
        let construction = WaitGraph.begin()
        construction.outcome = StrongInstance(1)
        WaitGraph.finish(construction)
        #expect(WaitGraph.wait(for: construction) == nil)
        onAnotherThread { #expect(Seen(construction).isDone) }
    }

    @Test("All who wait go on when it is done, not before, and see what came of it", arguments: [1, 2, 16])
    func finishing(waiters: Int) {
        for round in 0..<20 {
            let (shared, isBegun, seen) = (Shared<Construction?>(nil), Barrier(waiters + 1), Collected<Seen>())
            let outcome = StrongInstance(round)
            onThreads(waiters + 1) { _, thread in
                if thread == 0 {
                    let construction = WaitGraph.begin()
                    shared.withLock { $0 = construction }
                    isBegun.wait()
                    // Some come in time, others late, all the same.
                    if round > 0 { usleep(UInt32(round * 100)) }
                    construction.outcome = outcome
                    WaitGraph.finish(construction)
                } else {
                    isBegun.wait()
                    if let construction = shared.withLock({ $0 }) { seen.add(Seen(construction)) }
                }
            }
            #expect(seen.all.count == waiters)
            #expect(seen.all.allSatisfy { $0.isDone && !$0.isAbandoned && $0.outcome === outcome })
        }
    }

    @Test("A wake-up that means nothing is not believed")
    func spurious() {
        let (shared, isBegun, seen) = (Shared<Construction?>(nil), Barrier(2), Collected<Seen>())
        // Nobody else: other tests check the reason for which their threads wake up.
        let waiter = Shared<UnsafeMutablePointer<ImposeThread>?>(nil)
        let outcome = StrongInstance(1)
        onThreads(2) { _, thread in
            if thread == 0 {
                let construction = WaitGraph.begin()
                shared.withLock { $0 = construction }
                isBegun.wait()
                for _ in 0..<100 {
                    waiter.withLock { $0.map { impose_unpark($0) } }
                    usleep(200)
                }
                construction.outcome = outcome
                WaitGraph.finish(construction)
            } else {
                // One that comes before the wait, too.
                impose_unpark(impose_current_thread())
                waiter.withLock { $0 = impose_current_thread() }
                isBegun.wait()
                if let construction = shared.withLock({ $0 }) { seen.add(Seen(construction)) }
            }
        }
        #expect(seen.all.map { $0.outcome === outcome } == [true])
    }

    @Test("Who is building it does not wait for it, were it far outside")
    func oneself() {
        let (outer, inner) = (WaitGraph.begin(), WaitGraph.begin())
        #expect(WaitGraph.wait(for: outer)?.isEmpty == true)
        #expect(WaitGraph.wait(for: inner)?.isEmpty == true)
        WaitGraph.finish(inner)
        #expect(WaitGraph.wait(for: inner) == nil)
        #expect(WaitGraph.wait(for: outer) != nil)
        WaitGraph.finish(outer)
        #expect(WaitGraph.wait(for: outer) == nil)
    }

    @Test("Of threads that wait in a ring one is told, and with it the others go on", arguments: [2, 3, 8])
    func ring(size: Int) {
        for _ in 0..<50 {
            let constructions = Shared<[Int: Construction]>([:])
            let (areBegun, seen) = (Barrier(size), Collected<Seen>())
            onThreads(size) { _, thread in
                let own = WaitGraph.begin()
                constructions.withLock { $0[thread] = own }
                areBegun.wait()
                if let next = constructions.withLock({ $0[(thread + 1) % size] }) { seen.add(Seen(next)) }
                WaitGraph.finish(own)
            }
            #expect(seen.all.count == size)
            #expect(seen.all.filter(\.isCycle).count == 1)
        }
    }

    @Test("Threads that wait in a row are told of no cycle, and end in its order", arguments: [2, 8])
    func row(size: Int) {
        for _ in 0..<50 {
            let constructions = Shared<[Int: Construction]>([:])
            let (areBegun, order, seen) = (Barrier(size), Collected<Int>(), Collected<Seen>())
            onThreads(size) { _, thread in
                let own = WaitGraph.begin()
                constructions.withLock { $0[thread] = own }
                areBegun.wait()
                if let next = constructions.withLock({ $0[thread + 1] }) { seen.add(Seen(next)) }
                order.add(thread)
                WaitGraph.finish(own)
            }
            #expect(order.all == (0..<size).reversed())
            #expect(!seen.all.contains { $0.isCycle })
        }
    }

    @Test(
        "Whatever threads wait for, none is left, and who gave up did so for a cycle",
        arguments: seeds(20)
    )
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = 6
        // One instance for each thread; the ones that it has to wait for, one after the other.
        let wishes = (0..<size).map { own in
            (0..<3).map { _ in Int.random(in: 0..<size, using: &generator) }.filter { $0 != own }
        }
        let constructions = Shared<[Int: Construction]>([:])
        let (areBegun, cycles) = (Barrier(size), CallCounter())
        onThreads(size) { _, thread in
            let own = WaitGraph.begin()
            constructions.withLock { $0[thread] = own }
            areBegun.wait()
            for wish in wishes[thread] {
                if let other = constructions.withLock({ $0[wish] }), Seen(other).isCycle { cycles.increment() }
            }
            WaitGraph.finish(own)
        }
        let reachable = (0..<size).map { start in
            (0..<size).reduce(into: Set(wishes[start])) { found, _ in found.formUnion(found.flatMap { wishes[$0] }) }
        }
        if !(0..<size).contains(where: { reachable[$0].contains($0) }) { #expect(cycles.count == 0) }
    }

    @Test("What a thread was building when it ended is over, for those who wait and those who come")
    func abandoning() {
        for _ in 0..<50 {
            let (inner, outer) = (Shared<Construction?>(nil), Shared<Construction?>(nil))
            let (areBegun, seen) = (Barrier(3), Collected<Seen>())
            onThreads(3) { _, thread in
                if thread == 0 {
                    onThreadThatEnds {
                        let constructions = (WaitGraph.begin(), WaitGraph.begin(), WaitGraph.begin())
                        WaitGraph.finish(constructions.2)
                        outer.withLock { $0 = constructions.0 }
                        inner.withLock { $0 = constructions.1 }
                        areBegun.wait()
                        usleep(1000)
                        Thread.exit()
                    }
                } else {
                    areBegun.wait()
                    if let awaited = (thread == 1 ? outer : inner).withLock({ $0 }) { seen.add(Seen(awaited)) }
                }
            }
            #expect(seen.all.count == 2)
            #expect(seen.all.allSatisfy { $0.isDone && $0.isAbandoned && $0.outcome == nil })
            if let construction = outer.withLock({ $0 }) { #expect(Seen(construction).isAbandoned) }
        }
    }

    @Test("A thread's constructions are its record's until they are finished, the outer one to the end")
    func nesting() {
        let gone = Collected<Watched<Construction>>()
        onAnotherThread {
            let thread = impose_current_thread()
            let (outer, inner) = (WaitGraph.begin(), WaitGraph.begin())
            gone.add(Watched(outer))
            gone.add(Watched(inner))
            #expect(thread.pointee.building == Unmanaged.passUnretained(inner).toOpaque())
            WaitGraph.finish(inner)
            #expect(inner.outer == nil)
            #expect(thread.pointee.building == Unmanaged.passUnretained(outer).toOpaque())
            WaitGraph.finish(outer)
            #expect(thread.pointee.building == nil)
        }
        #expect(gone.all.map(\.isGone) == [true, true])
    }

    @Test("Of what a thread was building, the next one to ask takes the building over")
    func takingOver() {
        let imposer = Imposer()
        let record = imposer.impose(for: Subject.self) { Subject() }.record
        let (isClaimed, seen) = (Barrier(2), Collected<Seen>())
        @Sendable func claim() -> InstanceSlot.Claim {
            imposer.node.claim(RegistrationToKeep(ofOwner: HeldRegistration(record)), nil, besides: nil)
        }
        onThreads(2) { _, thread in
            if thread == 0 {
                onThreadThatEnds {
                    if case .build(let construction) = claim() {
                        WaitGraph.begin(construction)
                        isClaimed.wait()
                        isClaimed.wait()
                        Thread.exit()
                    }
                }
            } else {
                isClaimed.wait()
                let claim = claim()
                isClaimed.wait()
                if case .wait(let construction) = claim { seen.add(Seen(construction)) }
            }
        }
        #expect(seen.all.map(\.isAbandoned) == [true])
        #expect(imposer.unforceInject(of: Subject.self) != nil)
    }
}
