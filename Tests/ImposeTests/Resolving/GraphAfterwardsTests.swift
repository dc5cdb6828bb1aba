import Impose
import TestSupport
import Testing

private final class Part: Counted, @unchecked Sendable {
    let ending: Ending

    init(_ census: Census, _ end: @escaping @Sendable () -> Void) {
        ending = Ending(end)
        super.init(census)
    }
}

private struct Whole: Sendable {
    let one: Part
    let other: Part
}

@Suite("Graph instances after their injection")
struct GraphAfterwardsTests {
    @Test("Code that injects when a shared instance goes shares nothing with the next injection")
    func deinits() {
        let (imposer, census, goes) = (Imposer(), Census(), CallCounter())
        imposer.impose(for: Part.self, option: .graphInstance) { [weak imposer] in
            Part(census) { [weak imposer] in
                // The first ones inject in their turn.
                if goes.increment() <= 3 { _ = imposer?.unforceInject(of: Whole.self) }
            }
        }
        imposer.impose(for: Whole.self, option: .closureBased, Whole.init)
        // Nobody takes the part: it goes when the injection ends.
        imposer.impose(for: Int.self, option: .closureBased) { (_: Part) in 1 }
        for _ in 0..<4 {
            _ = imposer.inject(of: Int.self)
            let before = census.count
            let (one, other) = (imposer.inject(of: Whole.self), imposer.inject(of: Whole.self))
            #expect(one.one === one.other && other.one === other.other)
            #expect(census.count == before + 2)
        }
        #expect(census.comesDown())
    }
}
