import Impose
import TestSupport
import Testing

private final class Visitor: Counted, @unchecked Sendable {}

@Suite("What a scope is given while it ends", .timeLimit(.minutes(20)))
struct GiveWhileEndingTests {
    @Test(
        "A value that a scope is given while another thread ends it goes with that, though the scope is still held",
        arguments: [true, false]
    )
    func given(isGiven: Bool) {
        let (census, scopes) = (Census(), Collected<Imposer>())
        for round in 0..<scaled(3_000) {
            let scope = Imposer().openScope()
            scopes.add(scope)
            let isAboutToEnd = CallCounter()
            onThreads(2) { _, thread in
                if thread == 0 {
                    // At another place of the other thread's work in each round.
                    for _ in 0..<(round % 20) { _ = scope.unforceInject(of: Int.self) }
                    isAboutToEnd.increment()
                    scope.dispose()
                    return
                }
                repeat {
                    let visitor = Visitor(census)
                    if isGiven { scope.give(visitor) } else { scope.impose(for: Visitor.self) { visitor } }
                } while isAboutToEnd.count == 0
            }
        }
        #expect(census.count > 0)
        #expect(census.comesDown())
        withExtendedLifetime(scopes) {}
    }
}
