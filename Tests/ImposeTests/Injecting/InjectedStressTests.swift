import Impose
import Testing

/// Says whether it is whole: a value that was freed while somebody read it is not.
private final class Whole: Sendable {
    static let alive = CallCounter()
    static let gone = CallCounter()
    let mark = 0x5EED
    let text = "a text that is too long to be kept in place"

    init() { Self.alive.increment() }

    deinit { Self.gone.increment() }

    var isWhole: Bool { mark == 0x5EED && text.hasSuffix("in place") }
}

@Suite("A wrapper that several threads use", .timeLimit(.minutes(5)))
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
        // The threads hold what their bodies captured until they have ended.
        #expect(eventually { Whole.alive.count == Whole.gone.count })
    }
}
