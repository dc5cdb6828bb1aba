import Impose
import ImposeInspecting
import TestSupport
import Testing

private func collected(_ log: Collected<String>) -> @Sendable (ImposeEvent) -> Void {
    { event in
        switch event.kind {
        case .failed(let error): log.add("failed: \(error.kind)")
        case .disposed(let registration): log.add("disposed of \(registration.type)")
        case .disposalContinues(let registration): log.add("continues with \(registration.type)")
        default: break
        }
    }
}

@Suite("What onDispose takes, as observers see it", .timeLimit(.minutes(20)))
struct AwaitedDisposerObservedTests {
    @Test("Observers are told of each failure once, and of the instance's disposal after it")
    func observed() async {
        let log = Collected<String>()
        await Imposer.isolated(empty: true) {
            let observation = Imposer.observe(collected(log))
            let scope = Imposer.openScope()
            scope.impose(for: DisposedFile.self) { DisposedFile() }
                .onDispose { try $0.tryToClose() }
                .onDispose { file in
                    await file.closeLater()
                    try file.tryToClose()
                }
            _ = scope.inject(of: DisposedFile.self)
            #expect(await scope.disposeAsync().count == 2)
            observation.cancel()
        }
        #expect(log.all == ["failed: disposerFailed", "failed: disposerFailed", "disposed of DisposedFile"])
    }

    @Test("What a reset, a replacement, a removal and a stored value let go of may throw as well: observers are told")
    func otherCauses() throws {
        let log = Collected<String>()
        try Imposer.isolated(empty: true) {
            let observation = Imposer.observe { event in
                if case .failed(let error) = event.kind { log.add("\(error.kind)") }
            }
            func impose() {
                Imposer.impose(for: DisposedFile.self) { DisposedFile() }.onDispose { try $0.tryToClose() }
                _ = inject(of: DisposedFile.self)
            }
            impose()
            Imposer.reset()
            impose()
            impose()
            #expect(Imposer.remove(for: DisposedFile.self))
            impose()
            try Imposer.store(DisposedFile(), for: DisposedFile.self)
            impose()
            #expect(Imposer.shared.dispose()?.kind == .disposerFailed)
            observation.cancel()
        }
        #expect(log.all == Array(repeating: "disposerFailed", count: 5))
    }
}
