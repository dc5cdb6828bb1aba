import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("What Macaroni tells its logger")
struct MacaroniEventsTests {
    private final class Service: Sendable {}

    @Test("As in Macaroni, a logger is told what happens")
    func events() {
        Imposer.isolated(empty: true) {
            let log = Collected<String>()
            let observation = Imposer.observe { event in log.add("\(event)") }
            Imposer.impose(for: Service.self, Service())
            observation.cancel()
            Imposer.remove(for: Service.self)
            #expect(log.all.map { $0.prefix(15) } == ["imposed Service"])
        }
    }
}
