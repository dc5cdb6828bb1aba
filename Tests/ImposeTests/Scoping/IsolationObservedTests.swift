import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Value: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

@Suite("Observers of an isolated directory", .imposing(empty: true))
struct IsolationObservedTests {
    @Test("observers are told of their own directory only")
    func observers() {
        let (outer, inner) = (CallCounter(), CallCounter())
        let observation = Imposer.observe { _ in outer.increment() }
        Imposer.isolated {
            let observation = Imposer.observe { _ in inner.increment() }
            Imposer.impose(for: Value.self) { Value("inner") }
            _ = inject(of: Value.self)
            Imposer.reset()
            observation.cancel()
        }
        #expect(outer.count == 0)
        #expect(inner.count > 2)
        let before = inner.count
        Imposer.impose(for: Value.self) { Value("outer") }
        #expect(outer.count == 1)
        #expect(inner.count == before)
        observation.cancel()
    }
}
