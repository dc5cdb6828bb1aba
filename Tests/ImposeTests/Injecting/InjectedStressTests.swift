import Foundation
import Testing

@testable import Impose

/// An object that knows whether it is whole: one that was freed while somebody read it is not.
private final class Whole: Sendable {
    static let alive = CallCounter()
    static let gone = CallCounter()
    let mark = 0x5EED
    let text = "a text that is too long to be kept in place"

    init() { Self.alive.increment() }

    deinit { Self.gone.increment() }

    var isWhole: Bool { mark == 0x5EED && text.hasSuffix("in place") }
}

@Suite("A wrapper that several threads use", .timeLimit(.minutes(20)))
struct InjectedStressTests {
    @Test("gives whole values while it is read for the first time and assigned, and releases all but the last")
    func readingAndAssigning() {
        let imposer = Imposer()
        imposer.impose(for: Whole.self, option: .closureBased, Whole.init)
        for _ in 0..<2000 {
            let wrapper = Injected<Whole>(from: imposer)
            onThreads(3) { _, thread in
                for round in 0..<3 {
                    if thread == round { wrapper.wrappedValue = Whole() }
                    #expect(wrapper().isWhole)
                }
            }
            let last = wrapper()
            #expect(wrapper() === last)
        }
        // The threads hold their bodies' captures until they have ended.
        #expect(eventually { Whole.alive.count == Whole.gone.count })
    }

    @Test("keeps what was injected until those who are reading it have left, and lets go of it then")
    func assigningWhileReading() {
        let imposer = Imposer()
        imposer.impose(for: CallCounter.self, option: .closureBased, CallCounter.init)
        let wrapper = Injected<CallCounter>(from: imposer)
        let injected = Watched(wrapper())
        let (isReading, isAssigned, seen) = (Barrier(2), Shared(false), Collected<Bool>())
        onThreads(2) { _, thread in
            if thread == 0 {
                // A reader that has found the value and is about to retain it.
                let counter = ReaderSection.counter
                ReaderSection.enter(counter)
                isReading.wait()
                usleep(20_000)
                let (isGone, isReplaced) = (injected.isGone, isAssigned.withLock { $0 })
                ReaderSection.leave(counter)
                seen.add(isGone)
                seen.add(isReplaced)
            } else {
                isReading.wait()
                wrapper.wrappedValue = CallCounter()
                isAssigned.withLock { $0 = true }
            }
        }
        #expect(seen.all == [false, false])
        #expect(isAssigned.withLock { $0 })
        #expect(injected.isGone)
    }
}
