import Impose
import TestSupport
import Testing

private final class Store: Sendable {}

private final class Log: Sendable {
    let store: Store

    init(_ store: Store) { self.store = store }
}

@Suite("What is no cycle where an observer injects")
struct ObserverCycleTests {
    @Test(
        "an observer that injects what was just built",
        arguments: [InjectOption.singleInstance, .scopedInstance, .weakInstance]
    )
    func observer(option: InjectOption) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Store.self, option: option, Store.init)
            Imposer.impose(for: Log.self, option: .closureBased, Log.init)
            let kinds = Collected<ImposeError.Kind?>()
            let observation = Imposer.observe { event in
                guard case .built(let info, _) = event.kind, info.type == Store.self else { return }
                kinds.add(failure { () throws(ImposeError) in try tryInject(of: Log.self) }?.kind)
            }
            _ = inject(of: Store.self)
            #expect(kinds.all == [nil])
            withExtendedLifetime(observation) {}
        }
    }
}
