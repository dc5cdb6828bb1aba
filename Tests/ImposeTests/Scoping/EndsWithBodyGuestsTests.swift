import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

private final class Ware: Sendable {
    let stock: Stock

    init(stock: Stock) { self.stock = stock }
}

/// An instance that holds the scope that it is created in, and counts itself.
private final class Holder: Sendable {
    private let gone: CallCounter
    private let context = Injected<Int>()

    init(made: CallCounter = CallCounter(), gone: CallCounter = CallCounter()) {
        made.increment()
        self.gone = gone
    }

    deinit { gone.increment() }
}

@Suite("A directory that ends with its body, and scopes of imposers outside it", .imposing(empty: true))
struct EndsWithBodyGuestsTests {
    @Test("disposes of its instances, the latest first, in imposers and scopes, also of imposers without a parent")
    func order() async {
        for way in EndingWay.allCases {
            let disposed = Collected<String>()
            let (imposers, asked, context, made) = await way.run {
                () -> ([Imposer], Imposed<Stock>, ImposerContext, [any Sendable]) in
                Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in disposed.add("stock") }
                Imposer.imposer(for: .secondary).impose(for: Ware.self, Ware.init)
                    .onDispose { _ in disposed.add("ware") }
                Imposer.impose(for: Int.self, option: .scopedInstance) { 7 }.onDispose { _ in disposed.add("scoped") }
                let alone = Imposer()
                alone.impose(for: Stock.self, Stock.init)
                let stranger = alone.openScope()
                stranger.impose(for: String.self, "").onDispose { _ in disposed.add("stranger") }
                let scope = Imposer.openScope()
                let child = Imposer(parent: .shared)
                child.impose(for: Bool.self, true).onDispose { _ in disposed.add("child") }
                let made: [any Sendable] = [
                    inject(of: Ware.self), child.inject(of: Bool.self), stranger.inject(of: String.self),
                    scope.inject(of: Int.self),
                ]
                #expect(disposed.all.isEmpty)
                let asked = stranger.run { Imposed<Stock>(from: alone) }
                return ([stranger, scope, child, .shared], asked, Imposer.currentContext(), made)
            }
            #expect(disposed.all == ["scoped", "stranger", "child", "ware", "stock"])
            withExtendedLifetime(made) {}
            // All of them are asked here and on a thread.
            @Sendable func check() {
                #expect(kind { () throws(ImposeError) in try asked.tryInject() } == .disposed)
                for imposer in imposers {
                    #expect(kind { () throws(ImposeError) in try imposer.tryInject(of: Stock.self) } == .disposed)
                }
                #expect(context.run { Imposer().openScope().isDisposed })
            }
            check()
            onAnotherThread { check() }
        }
    }

    @Test("lets go of a scope in which code runs in it or after its end, with the imposer that the scope was opened in")
    func freed() async {
        func keeper(isAfterTheEnd: Bool) -> Watched<Imposer> {
            let keeper = Imposer()
            func keep(_ scope: Imposer) { keeper.impose(for: Holder.self, instance: scope.run { Holder() }) }
            let scope = Imposer.isolated(endsWithBody: true) {
                let scope = keeper.openScope()
                if !isAfterTheEnd { keep(scope) }
                return scope
            }
            if isAfterTheEnd { keep(scope) }
            return Watched(keeper)
        }
        #expect(keeper(isAfterTheEnd: true).isGone)
        #expect(keeper(isAfterTheEnd: false).isGone)
    }

    @Test("keeps nothing that others impose on such scopes meanwhile")
    func meanwhile() {
        let (made, gone) = (CallCounter(), CallCounter())
        let context = Shared<ImposerContext?>(nil)
        let (ready, over) = (Barrier(2), Barrier(2))
        onThreads(2, rounds: scaled(1000)) { round, thread in
            if thread == 0 {
                Imposer.isolated(empty: true, endsWithBody: true) {
                    Imposer.impose(for: Int.self, 7)
                    context.withLock { $0 = Imposer.currentContext() }
                    ready.wait()
                    for _ in 0..<(round % 8) { _ = inject(of: Int.self) }
                }
                over.wait()
                context.withLock { $0 = nil }
                return
            }
            ready.wait()
            context.withLock { $0 }?.run {
                let imposer = Imposer()
                let scope = imposer.openScope()
                for number in 0..<3 {
                    let name = InjectionName(number)
                    scope.run {
                        _ = imposer.impose(for: Holder.self, named: name, instance: Holder(made: made, gone: gone))
                    }
                    let holder = scope.run { Holder(made: made, gone: gone) }
                    scope.impose(for: Holder.self, named: name, instance: holder)
                }
            }
            over.wait()
        }
        #expect(eventually { gone.count == made.count }, "\(made.count) were made and \(gone.count) are gone")
    }

    private func kind(_ injection: () throws(ImposeError) -> Stock) -> ImposeError.Kind? {
        failure(of: injection)?.kind
    }
}
