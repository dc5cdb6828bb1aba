import Impose
import ImposeInspecting
import TestSupport
import Testing

private final class Engine: Sendable {}

@Suite("An instance of a scope that is not the first of its kind, as observers see it")
struct ScopedMakingObservedTests {
    @Test("Observers who came after the first scope are told what later scopes build")
    func observed() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
            _ = Imposer.withScope { _ in inject(of: Engine.self) }
            let built = CallCounter()
            let observation = Imposer.observe { event in
                if case .built = event.kind { built.increment() }
            }
            _ = Imposer.withScope { _ in inject(of: Engine.self) }
            #expect(built.count == 1)
            withExtendedLifetime(observation) {}
        }
    }
}
