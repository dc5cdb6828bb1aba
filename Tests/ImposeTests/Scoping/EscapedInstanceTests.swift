import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Counted, @unchecked Sendable {}

/// An instance that can ask for another one in each way that an instance can.
private final class Clerk: Sendable {
    private let imposed = Imposed<Stock>()
    let context = Imposer.currentContext()
    private let scope = Imposer.openScope()
    private let child = Imposer(parent: .shared)
    private let handle: Imposed<Stock>
    private let imposer: Imposer

    init(handle: Imposed<Stock>, imposer: Imposer) { (self.handle, self.imposer) = (handle, imposer) }

    /// The answers to each way of asking.
    var answers: [Result<Stock, ImposeError>] {
        [
            Result { () throws(ImposeError) in try imposed.tryInject() },
            Result { () throws(ImposeError) in try context.run { () throws(ImposeError) in try tryInject() } },
            Result { () throws(ImposeError) in try scope.tryInject() },
            Result { () throws(ImposeError) in try child.tryInject() },
            Result { () throws(ImposeError) in try handle.tryInject() },
            Result { () throws(ImposeError) in try imposer.tryInject() },
        ]
    }

    var areAllDisposed: Bool {
        answers.allSatisfy { if case .failure(let error) = $0 { error.kind == .disposed } else { false } }
    }
}

@Suite("An instance that escapes from the isolated directory that keeps it", .imposing(empty: true))
struct EscapedInstanceTests {
    private let census = Census()

    /// Imposes a clerk and a stock.
    private func impose() -> Registration<Stock> {
        Imposer.impose(for: Clerk.self, Clerk.init)
        return Imposer.impose(for: Stock.self) { [census] in Stock(census) }
    }

    @Test("An instance that escapes alone is told that the directory has ended, however it asks, and nothing is made")
    func alone() {
        let clerk = Imposer.isolated { () -> Clerk in
            _ = impose()
            return inject()
        }
        #expect(clerk.areAllDisposed)
        #expect(census.count == 0)
    }

    @Test("An instance that escapes shares what the directory keeps until the last one who holds the directory goes")
    func held() {
        let disposed = CallCounter()
        var (clerk, holder) = Imposer.isolated { () -> (Clerk, ImposerContext?) in
            impose().onDispose { _ in disposed.increment() }
            return (inject(), Imposer.currentContext())
        }
        let stocks = clerk.answers.compactMap { try? ObjectIdentifier($0.get()) }
        #expect(stocks.count == 6)
        #expect(Set(stocks).count == 1)
        #expect(holder?.run { ObjectIdentifier(inject(of: Stock.self)) } == stocks.first)
        #expect((census.living, disposed.count) == (1, 0))
        holder = nil
        #expect(disposed.count == 1)
        // An injection anywhere in the process may hold it back for a moment.
        #expect(eventually { census.living == 0 })
        #expect(clerk.areAllDisposed)
        #expect(census.count == 1)
        withExtendedLifetime(holder) {}
        clerk = Imposer.isolated { () -> Clerk in
            _ = impose()
            return inject()
        }
        #expect(clerk.areAllDisposed)
    }

    @Test("What is being made when the last one goes who holds the directory is disposed of, and who asked is told so")
    func meanwhile() {
        let (held, disposed) = (Shared<ImposerContext?>(nil), CallCounter())
        let clerk = Imposer.isolated { () -> Clerk in
            _ = impose()
            Imposer.impose(for: Stock.self) { [census] in
                held.withLock { $0 = nil }
                return Stock(census)
            }
            .onDispose { _ in disposed.increment() }
            held.withLock { $0 = Imposer.currentContext() }
            return inject()
        }
        #expect(clerk.areAllDisposed)
        #expect((census.count, disposed.count) == (1, 1))
        #expect(eventually { census.living == 0 })
    }

    @Test("What ends with a directory ends after all that was opened in it; scopes of imposers outside go on")
    func order() {
        let disposed = Collected<String>()
        let (outside, scope) = Imposer.isolated(endsWithBody: true) { () -> (Imposer, Imposer) in
            func make(_ name: InjectionName, in imposer: Imposer) {
                imposer.impose(for: Stock.self, named: name) { [census] in Stock(census) }
                    .onDispose { _ in disposed.add("\(name)") }
                _ = imposer.inject(of: Stock.self, named: name)
            }
            let (scope, child) = (Imposer.openScope(), Imposer(parent: .shared))
            let outside = Imposer().openScope()
            make("child", in: child)
            make("outside", in: outside)
            make("secondary", in: .imposer(for: .secondary))
            make("scope", in: scope)
            make("primary", in: .shared)
            return (outside, scope)
        }
        #expect(disposed.all == ["child", "scope", "primary", "secondary"])
        #expect(scope.isDisposed)
        #expect(outside.unforceInject(of: Stock.self, named: "outside") != nil)
        outside.dispose()
        #expect(disposed.all.last == "outside")
    }
}
