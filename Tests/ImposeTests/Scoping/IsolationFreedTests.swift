import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private final class Stock: Sendable {}

private final class Ware: Sendable {
    let stock: Stock

    init(stock: Stock) { self.stock = stock }
}

/// An instance that holds its directory in every way that an instance can.
private final class Keeper: Sendable {
    private let stock = Injected<Stock>()
    private let perhaps = UnforceInjected<Stock>()
    private let ware: Injected<Ware>
    private let scope = Imposer.openScope()
    private let context = Imposer.currentContext()
    private let child = Imposer(parent: .shared)

    init(ware: Injected<Ware>) { self.ware = ware }

    /// Everything is asked for once.
    func use() {
        _ = (stock(), perhaps(), ware(), scope.inject(of: Stock.self), child.inject(of: Stock.self))
        context.run { _ = inject(of: Ware.self) }
    }
}

private final class Escaping: Sendable {
    private let keeper = Injected<Keeper>()
    private let stock = Injected<Stock>()

    var theKeeper: Keeper { keeper() }
    var theStock: Stock { stock() }
}

private final class Half: Sendable, Instantiable {
    private let injected = Injected<Stock>()
    private let injectedOther = Injected<OtherHalf>()

    var stock: Stock { injected() }
    var other: OtherHalf { injectedOther() }
}

private final class OtherHalf: Sendable, Instantiable {
    private let injected = Injected<Stock>()

    var stock: Stock { injected() }
}

private func provide() {
    Imposer.impose(Half.self)
    Imposer.impose(OtherHalf.self)
    Imposer.impose(for: Stock.self, Stock.init)
    Imposer.imposer(for: .secondary).impose(for: Ware.self, Ware.init)
    Imposer.impose(for: Keeper.self, Keeper.init)
}

@Suite("What nobody holds any more is freed", .imposing(empty: true) { _ in provide() }, .timeLimit(.minutes(20)))
struct IsolationFreedTests {
    /// A directory goes soon, not at once: an error on another thread may hold it for a moment, by a private imposer. Its
    /// instances do not wait for that.
    private static var directory: Watched<Directory> {
        let directory: Directory? = Imposer.shared.node.directory
        guard let directory else { fatalError("The shared imposer is in no directory") }
        return Watched(directory)
    }

    @Test("An empty isolated directory is freed after its body")
    func empty() {
        for empty in [false, true] {
            let directory = Imposer.isolated(empty: empty) { Self.directory }
            #expect(eventually { directory.isGone })
        }
    }

    @Test("An isolated directory is freed with instances that hold it and each other")
    func instances() {
        let (directory, keeper, stock, ware) = Imposer.isolated {
            let keeper: Keeper = inject()
            keeper.use()
            return (Self.directory, Watched(keeper), Watched(inject(of: Stock.self)), Watched(inject(of: Ware.self)))
        }
        #expect(keeper.isGone)
        #expect(stock.isGone)
        #expect(ware.isGone)
        #expect(eventually { directory.isGone })
    }

    @Test(
        "An isolated directory is freed with what was imposed inside and holds on to it",
        arguments: [InjectOption.singleInstance, .scopedInstance, .closureBased]
    )
    func imposedInside(option: InjectOption) {
        let (directory, keeper) = Imposer.isolated(empty: true) {
            Imposer.impose(for: Stock.self, option: option, Stock.init)
            Imposer.impose(for: Ware.self, option: option, Ware.init)
            Imposer.impose(for: Keeper.self, option: option, Keeper.init)
            let keeper: Keeper = inject()
            keeper.use()
            return (Self.directory, Watched(keeper))
        }
        #expect(keeper.isGone)
        #expect(eventually { directory.isGone })
    }

    @Test("What an isolated directory's provider holds is freed, also after it made scopes' instances")
    func imposedForScopes() async {
        // In a process in which nobody observes: while anybody does, nothing is made the short way.
        await #expect(processExitsWith: .success) {
            provide()
            let stock = await Imposer.isolated {
                let stock = Stock()
                Imposer.impose(for: Ware.self, option: .scopedInstance) { Ware(stock: stock) }
                // Those after the first one are made the short way.
                for _ in 0..<3 { Imposer.openScope().run { _ = inject(of: Ware.self) } }
                return Watched(stock)
            }
            #expect(stock.isGone)
        }
    }

    @Test("Answers that imposers of a directory remember of one another hold nobody")
    func neighbours() {
        for option in [InjectOption.singleInstance, .closureBased, .weakInstance, .graphInstance] {
            let directory = Imposer.isolated(empty: true) {
                Imposer.imposer(for: .custom("a")).impose(for: Stock.self, option: option, Stock.init)
                Imposer.imposer(for: .custom("b")).impose(for: Ware.self, option: option, Ware.init)
                for type in [ImposerType.primary, .secondary, .custom("a"), .custom("b")] {
                    for _ in 0..<2 { _ = (inject(from: type, of: Stock.self), inject(from: type, of: Ware.self)) }
                }
                return Self.directory
            }
            #expect(eventually { directory.isGone })
        }
    }

    @Test("An isolated directory goes with the last task that runs in it, and not before")
    func tasks() async {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (directory, stock, task) = await Imposer.isolated {
            let stock = Watched(inject(of: Stock.self))
            let task = Task {
                for await _ in gate { break }
                return stock.object === inject(of: Stock.self)
            }
            return (Self.directory, stock, task)
        }
        #expect(!stock.isGone)
        open.yield()
        #expect(await task.value)
        #expect(eventually { directory.isGone && stock.isGone })
    }

    @Test("A nested isolated directory goes on its own, and the outer one with its own instances")
    func nested() {
        let (outer, stock) = Imposer.isolated {
            let stock = Watched(inject(of: Stock.self))
            let inner = Imposer.isolated {
                _ = inject(of: Keeper.self)
                return Self.directory
            }
            #expect(eventually { inner.isGone })
            #expect(!stock.isGone)
            return (Self.directory, stock)
        }
        #expect(eventually { outer.isGone })
        #expect(stock.isGone)
    }

    @Test("An object, scope, context or child holds its isolated directory until it goes itself")
    func holders() {
        let makers: [@Sendable () -> any Sendable] = [
            { Escaping() }, { Imposer.openScope() }, { Imposer.currentContext() }, { Imposer(parent: .shared) },
        ]
        for make in makers {
            var (held, directory, stock) = Imposer.isolated {
                () -> ((any Sendable)?, Watched<Directory>, Watched<Stock>) in
                (make(), Self.directory, Watched(inject(of: Stock.self)))
            }
            #expect(!directory.isGone)
            #expect(!stock.isGone)
            #expect(held != nil)
            held = nil
            #expect(eventually { directory.isGone })
            #expect(stock.isGone)
        }
    }

    @Test("onDispose runs at the end of an isolated directory, in reverse, for what was made there")
    func onDispose() {
        let disposed = Collected<String>()
        Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in disposed.add("stock") }
        Imposer.imposer(for: .secondary).impose(for: Ware.self, Ware.init).onDispose { _ in disposed.add("ware") }
        Imposer.impose(for: Keeper.self, Keeper.init).onDispose { _ in disposed.add("keeper") }
        let outer: Stock = inject()
        Imposer.isolated {
            _ = inject(of: Ware.self)
            #expect(disposed.all.isEmpty)
        }
        #expect(disposed.all == ["ware", "stock"])
        withExtendedLifetime(outer) {}
    }

    @Test("onDispose in an isolated directory waits for the last one who holds that")
    func onDisposeLater() {
        let disposed = CallCounter()
        Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in disposed.increment() }
        var escaping: Escaping? = Imposer.isolated { Escaping() }
        _ = escaping?.theStock
        #expect(disposed.count == 0)
        escaping = nil
        #expect(disposed.count == 1)
    }

    @Test("A registration is released when it is replaced, also after a directory began with it")
    func replacedAfterwards() {
        Imposer.isolated(empty: true) {
            func imposed() -> Watched<Stock> {
                let stock = Stock()
                Imposer.impose(for: Stock.self, instance: stock)
                return Watched(stock)
            }
            let first = imposed()
            Imposer.isolated { #expect(inject(of: Stock.self) === first.object) }
            let second = imposed()
            #expect(first.isGone)
            Imposer.isolated {
                // Its own takes the place of what it began with, and of nothing else.
                let own = imposed()
                _ = imposed()
                #expect(own.isGone)
                #expect(!second.isGone)
            }
            _ = imposed()
            #expect(second.isGone)
        }
    }

    /// Another thread that uses what lies anywhere may be about to let the last of it go.
    @Test("Thousands of isolated directories leave nothing behind")
    func many() async {
        let stocks = (0..<scaled(5000)).map { _ in
            Imposer.isolated {
                Imposer.impose(for: Bool.self, true)
                inject(of: Keeper.self).use()
                return Watched(inject(of: Stock.self))
            }
        }
        #expect(await comesTrue { stocks.allSatisfy { $0.isGone } })
    }

    @Test("An imposer alone does not hold its isolated directory, and says later that it is gone")
    func imposerAlone() {
        let (imposer, stock) = Imposer.isolated { (Imposer.shared, Watched(inject(of: Stock.self))) }
        #expect(stock.isGone)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Stock.self) }?.kind == .disposed)
        // The process's directory does not stand in for it.
        let error = imposer.run { failure { () throws(ImposeError) in try tryInject(of: Stock.self) } }
        #expect(error?.kind == .disposed)
    }

    @Test("A child of an imposer of an isolated directory goes on injecting there")
    func child() {
        let child = Imposer.isolated {
            Imposer.impose(for: String.self) { "inside \(inject(of: Int.self))" }
            Imposer.impose(for: Int.self, option: .closureBased, 7)
            return Imposer(parent: .shared)
        }
        #expect(child.inject(of: String.self) == "inside 7")
        #expect(child.inject(of: Ware.self).stock === child.inject(of: Stock.self))
    }
}
