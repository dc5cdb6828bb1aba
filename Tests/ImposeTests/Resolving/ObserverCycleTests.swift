import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("What is no cycle where an observer injects")
struct ObserverCycleTests {
    @Test(
        "An observer may inject what was just built, without a cycle",
        arguments: [InjectOption.singleInstance, .scopedInstance, .weakInstance]
    )
    func observer(option: InjectOption) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: LoggedStore.self, option: option, LoggedStore.init)
            Imposer.impose(for: StoreLog.self, option: .closureBased, StoreLog.init)
            let kinds = Collected<ImposeError.Kind?>()
            let observation = Imposer.observe { event in
                guard case .built(let info, _) = event.kind, info.type == LoggedStore.self else { return }
                kinds.add(failure { () throws(ImposeError) in try tryInject(of: StoreLog.self) }?.kind)
            }
            _ = inject(of: LoggedStore.self)
            #expect(kinds.all == [nil])
            withExtendedLifetime(observation) {}
        }
    }
}
