import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Part: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

private let ample = Duration.seconds(3600)

extension Imposer {
    /// Imposes a part whose disposer says so, and makes it.
    fileprivate func make(
        _ name: String,
        isAwaited: Bool = false,
        option: InjectOption = .singleInstance,
        _ log: Collected<String>
    ) {
        let registration = impose(for: Part.self, named: InjectionName(name), option: option) { Part(name) }
        if isAwaited {
            registration.onDispose { part in
                await Task.yield()
                log.add(part.name)
            }
        } else {
            registration.onDispose { log.add($0.name) }
        }
        _ = inject(of: Part.self, named: InjectionName(name))
    }
}

@Suite("The steps of a shutdown", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ShutdownStepsTests {
    @Test("A shutdown disposes of what is below before what it lies in, of each imposer and scope the latest first")
    func order() async {
        let log = Collected<String>()
        let secondary = Imposer.imposer(for: .secondary)
        let below = Imposer(parent: secondary)
        let scope = Imposer.openScope()
        let inner = scope.openScope()
        let scopeOfBelow = below.openScope()
        Imposer.shared.make("1", log)
        scope.make("2", isAwaited: true, log)
        below.make("3", log)
        inner.make("4", log)
        secondary.make("5", isAwaited: true, log)
        Imposer.shared.make("6", isAwaited: true, log)
        scopeOfBelow.make("7", log)
        #expect(await Imposer.shutdown(within: ample).isEmpty)
        #expect(log.all == ["7", "3", "4", "2", "6", "5", "1"])
        #expect(scope.isDisposed && inner.isDisposed && scopeOfBelow.isDisposed)
        #expect(!below.isDisposed && !secondary.isDisposed)
    }

    @Test("While a shutdown waits for bodies it refuses scopes that are opened elsewhere, and makes all else")
    func whileWaiting() async {
        let log = Collected<String>()
        let (isBegun, goOn) = (Signal(), Signal())
        Imposer.impose(for: Part.self) { Part("made late") }.onDispose { log.add($0.name) }
        async let body: Void = Imposer.withScope { scope in
            isBegun.give()
            await goOn.wait()
            await Imposer.withScope { #expect(!$0.isDisposed) }
            await Imposer.shared.withScope { #expect(!$0.isDisposed) }
            scope.make("scoped", log)
        }
        await isBegun.wait()
        async let shutdown = Imposer.shutdown(within: ample)
        while !Imposer.openScope().isDisposed { await Task.yield() }
        #expect(inject(of: Part.self).name == "made late")
        #expect(log.all == [])
        goOn.give()
        await body
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(log.all == ["scoped", "made late"])
        #expect(unforceInject(of: Part.self) == nil)
    }

    @Test("A shutdown of one imposer leaves alone what a scope elsewhere keeps of it, until that ends")
    func keptElsewhere() async {
        let log = Collected<String>()
        let payments = Imposer(parent: .shared)
        payments.impose(for: Part.self, option: .scopedInstance) { Part("elsewhere") }.onDispose { log.add($0.name) }
        payments.make("payments", isAwaited: true, log)
        let scope = Imposer.openScope()
        let part = scope.run { payments.inject(of: Part.self) }
        #expect(await payments.shutdown(within: ample).isEmpty)
        #expect(log.all == ["payments"])
        #expect(scope.run { payments.inject(of: Part.self) } === part)
        await scope.disposeAsync()
        #expect(log.all == ["payments", "elsewhere"])
        payments.reset()
        #expect(payments.inject(of: Part.self, named: "payments").name == "payments")
    }

    @Test("A shutdown waits half of its time for a body that waits for it by way of a provider, and reports it")
    func bodyThatWaits() async {
        let errors = Collected<[ImposeError.Kind]>()
        Imposer.impose(for: Part.self) { () async in
            errors.add(await Imposer.shutdown(within: .milliseconds(200)).map(\.kind))
            return Part("late")
        }
        await Imposer.withScope { _ in _ = try? await injectAsync(of: Part.self) }
        #expect(errors.all.first?.first == .shutdownLate)
    }

    @Test("A reset that comes right after a shutdown was asked for lifts it for good, also where its marks come later")
    func lifted() async throws {
        for _ in 0..<300 {
            try await Imposer.isolated(empty: true) {
                Imposer.impose(for: Int.self, 1)
                let all = [Imposer.shared, .imposer(for: .secondary), Imposer(parent: .shared)]
                async let shutdown = Imposer.shutdown(within: ample)
                // Nothing is opened any more: from here on the shutdown is in force, and may have done nothing yet.
                while !Imposer.openScope().isDisposed { await Task.yield() }
                Imposer.reset()
                #expect(await shutdown.isEmpty)
                for imposer in all {
                    let value = try imposer.tryInject(of: Int.self)
                    #expect(value == 1)
                }
            }
        }
    }
}
