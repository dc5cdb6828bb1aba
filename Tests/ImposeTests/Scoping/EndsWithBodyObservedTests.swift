import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

private final class Mock: Sendable {
    private let stock = Injected<Stock>()
}

@Suite("A directory that ends with its body, as its observers see it", .imposing(empty: true))
struct EndsWithBodyObservedTests {
    @Test("A directory that ends with its body tells its observers of disposals, and lets go of them")
    func observers() async {
        for way in EndingWay.allCases {
            let events = Collected<String>()
            let (observation, mock) = await way.run {
                let mock = Mock()
                let observation = Imposer.observe { [mock] event in
                    _ = mock
                    if case .disposed(let registration) = event.kind { events.add("\(registration.type)") }
                }
                Imposer.impose(for: Stock.self, Stock.init)
                _ = inject(of: Stock.self)
                return (observation, Watched(mock))
            }
            #expect(events.all == ["Stock"])
            // Whoever tells other observers of something holds all of them until that is done.
            #expect(await comesTrue { mock.isGone })
            observation.cancel()
        }
    }
}
