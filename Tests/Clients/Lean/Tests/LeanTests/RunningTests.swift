import Impose
import TestSupport
import Testing

private protocol Connection: Sendable {}

private final class Ledger: Connection {
    let year: Int

    init(_ year: Int) { self.year = year }
}

private final class Cashier: Sendable {
    let ledger: Ledger

    init(ledger: Ledger) { self.ledger = ledger }
}

private struct User: Sendable, Equatable {
    let name: String
}

private final class Basket: Sendable {
    let user: User

    init(user: User) { self.user = user }
}

@Suite("Scopes of a lean program")
struct ScopeTests {
    @Test("Scopes of a lean program keep their instances, take values, and dispose at the end")
    func scopes() {
        let (imposer, disposed) = (Imposer(), CallCounter())
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: Basket.self, option: .scopedInstance(in: "request"), Basket.init)
            .onDispose { _ in disposed.increment() }
        let baskets = ["Ada", "Bob"].map { name in
            imposer.withScope("request") { scope in
                scope.give(User(name: name))
                let basket = scope.inject(of: Basket.self)
                #expect(scope.inject(of: Basket.self) === basket)
                #expect(imposer.inject(of: Basket.self) === basket)
                return basket
            }
        }
        #expect(baskets.map(\.user.name) == ["Ada", "Bob"])
        #expect(disposed.count == 2)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Basket.self) }?.kind == .noScope)
    }

    @Test("Scopes of a lean program nest, and end with dispose()")
    func nested() {
        let imposer = Imposer()
        imposer.impose(for: Connection.self, option: .scopedInstance) { Ledger(2026) }
        let outer = imposer.openScope("session")
        let inner = outer.openScope("request")
        #expect(inner.inject(of: Connection.self) as? Ledger !== outer.inject(of: Connection.self) as? Ledger)
        #expect(outer.scope(named: "request") === inner)
        outer.dispose()
        #expect(failure { () throws(ImposeError) in try inner.tryInject(of: Connection.self) }?.kind == .disposed)
    }
}

@Suite("Asynchronous providers of a lean program")
struct AwaitingTests {
    @Test("A lean program awaits an asynchronous provider once for all who ask")
    func awaiting() async throws {
        let (imposer, opened, gate) = (Imposer(), CallCounter(), Gate())
        imposer.impose(for: Ledger.self) { () async throws -> Ledger in
            opened.increment()
            await gate.pass()
            return Ledger(2026)
        }
        imposer.impose(for: Cashier.self, Cashier.init)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Cashier.self) }?.kind == .asynchronous)
        async let first = imposer.injectAsync(of: Cashier.self)
        async let second = imposer.injectAsync(of: Cashier.self)
        await gate.arrived()
        gate.open()
        let (one, other) = try await (first, second)
        #expect(one === other)
        #expect(opened.count == 1)
        #expect(imposer.inject(of: Cashier.self) === one)
    }

    @Test("prepare() in a lean program makes asynchronous instances, eager ones and what leads there")
    func preparing() async throws {
        try await Imposer.isolated(empty: true) {
            let (opened, eager) = (CallCounter(), CallCounter())
            Imposer.impose(for: Ledger.self) { () async throws -> Ledger in
                opened.increment()
                return Ledger(2026)
            }
            Imposer.impose(for: Cashier.self, Cashier.init)
            Imposer.impose(for: User.self) {
                eager.increment()
                return User(name: "Ada")
            }.eager()
            try await Imposer.prepare()
            #expect((opened.count, eager.count) == (1, 1))
            #expect(inject(of: Cashier.self).ledger.year == 2026)
        }
    }

    @Test("A shutdown in a lean program awaits asynchronous disposers")
    func shutdown() async {
        let (imposer, closed) = (Imposer(), CallCounter())
        imposer.impose(for: Ledger.self) { Ledger(2026) }
            .onDispose { _ in
                await Task.yield()
                closed.increment()
            }
        _ = imposer.inject(of: Ledger.self)
        #expect(await imposer.shutdown().isEmpty)
        #expect(closed.count == 1)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Ledger.self) }?.kind == .disposed)
    }
}

@Suite("Isolated directories of a lean program")
struct IsolationTests {
    @Test("An isolated directory of a lean program has its registrations and none of its instances")
    func isolated() async {
        await Imposer.isolated(empty: true) {
            Imposer.impose(for: Ledger.self) { Ledger(2026) }
            let outer = inject(of: Ledger.self)
            await Imposer.isolated {
                #expect(inject(of: Ledger.self) !== outer)
                Imposer.impose(for: Ledger.self) { Ledger(1999) }
                #expect(inject(of: Ledger.self).year == 1999)
            }
            await Imposer.isolated(empty: true) {
                await Task.yield()
                #expect(unforceInject(of: Ledger.self) == nil)
            }
            #expect(inject(of: Ledger.self) === outer)
        }
    }
}
