import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

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
    @Test("@Injected gives whole values while threads read and assign, and releases all but the last")
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

    @Test("@Injected keeps what it injected while threads assign and read, until it goes itself")
    func assigningWhileReading() throws {
        func watch(_ wrapper: Injected<Whole>) -> Watched<Whole> { Watched(wrapper()) }
        let imposer = Imposer()
        imposer.impose(for: Whole.self, option: .closureBased, Whole.init)
        for _ in 0..<500 {
            let (start, isAssigned) = (Barrier(2), Shared(false))
            var wrapper: Injected<Whole>? = Injected(from: imposer)
            let injected = try #require(wrapper.map(watch))
            onThreads(2) { [wrapper] _, thread in
                guard let wrapper else { return }
                start.wait()
                if thread == 0 {
                    while !isAssigned.withLock({ $0 }) { #expect(wrapper().isWhole) }
                } else {
                    for _ in 0..<10 { wrapper.wrappedValue = Whole() }
                    isAssigned.withLock { $0 = true }
                }
            }
            #expect(!injected.isGone)
            wrapper = nil
            // The threads hold their bodies' captures until they have ended.
            #expect(eventually { injected.isGone })
        }
    }
}
