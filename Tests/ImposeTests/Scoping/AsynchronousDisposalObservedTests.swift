import Impose
import ImposeInspecting
import ImposeTesting
import TestSupport
import Testing

private final class Basket: Sendable {}

private struct Stop: Error, Equatable { let reason: String }

@Suite("Asynchronous disposal, as observers see it", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AsynchronousDisposalObservedTests {
    @Test("Observers are told of each disposer that throws at the end of withScope")
    func withScopeFailing() async throws {
        let log = Collected<String>()
        let observation = Imposer.observe { event in
            if case .failed(let error) = event.kind { log.add("\(error.kind)") }
        }
        Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init).onDispose { _ in
            await Task.yield()
            throw Stop(reason: "disposer")
        }
        let basket = await Imposer.withScope { $0.inject(of: Basket.self) }
        #expect(basket !== inject(of: Basket.self))
        await #expect(throws: Stop(reason: "body")) {
            try await Imposer.withScope { scope in
                _ = scope.inject(of: Basket.self)
                throw Stop(reason: "body")
            }
        }
        #expect(log.all == ["disposerFailed", "disposerFailed"])
        observation.cancel()
    }
}
