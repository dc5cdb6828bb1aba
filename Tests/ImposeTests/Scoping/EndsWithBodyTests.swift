import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

private final class Ware: Sendable {
    let stock: Stock

    init(stock: Stock) { self.stock = stock }
}

private final class Mock: Sendable {
    private let stock = Injected<Stock>()
}

private enum Mishap: Error { case known }

/// One of the two ways to begin a directory that ends with its body.
enum EndingWay: String, CaseIterable, Codable, Sendable {
    case synchronous, asynchronous

    func run<Result: Sendable>(empty: Bool = false, _ body: @Sendable () throws -> Result) async rethrows -> Result {
        switch self {
        case .synchronous:
            // The compiler takes the asynchronous one if it can.
            func run() throws -> Result { try Imposer.isolated(empty: empty, endsWithBody: true, body) }
            return try run()
        case .asynchronous:
            return try await Imposer.isolated(empty: empty, endsWithBody: true) {
                await Task.yield()
                return try body()
            }
        }
    }
}

@Suite("A directory that ends with its body", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndsWithBodyTests {
    @Test(
        "isolated(endsWithBody:) runs its body once, and returns and throws what that does",
        arguments: EndingWay.allCases
    )
    func result(way: EndingWay) async {
        let calls = CallCounter()
        #expect(await way.run { calls.increment() } == 1)
        await #expect(throws: Mishap.known) { try await way.run { throw Mishap.known } }
        func typed() throws(Mishap) { try Imposer.isolated(endsWithBody: true) { () throws(Mishap) in throw .known } }
        #expect(throws: Mishap.known) { try typed() }
    }

    @Test(
        "isolated(endsWithBody:) begins with the registrations outside, and leaves them alone",
        arguments: EndingWay.allCases
    )
    func outside(way: EndingWay) async {
        let disposed = CallCounter()
        Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in disposed.increment() }
        let stock: Stock = inject()
        let inner = await way.run { inject(of: Stock.self) }
        #expect(inner !== stock)
        #expect(disposed.count == 1)
        #expect(inject(of: Stock.self) === stock)
        #expect(await way.run(empty: true) { unforceInject(of: Stock.self) } == nil)
    }

    @Test("A directory ends with its body also when that throws or is cancelled")
    func otherEnds() async throws {
        let watched = Collected<Watched<Mock>>()
        let imposers = Collected<Imposer>()
        @Sendable func leave() {
            let mock = Mock()
            Imposer.impose(for: Mock.self, instance: mock)
            watched.add(Watched(mock))
            imposers.add(Imposer.shared)
        }
        for way in EndingWay.allCases {
            await #expect(throws: Mishap.self) {
                try await way.run {
                    leave()
                    throw Mishap.known
                }
            }
        }
        let task = Task {
            try await Imposer.isolated(endsWithBody: true) {
                leave()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        while watched.all.count < 3 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(watched.all.count == 3)
        #expect(watched.all.allSatisfy { $0.isGone })
        #expect(imposers.all.allSatisfy { $0.isDisposed })
    }

    @Test("A directory that ended with its body lets go of its registrations and its owner policy")
    func registrations() async {
        for way in EndingWay.allCases {
            let (mocks, held) = await way.run { () -> ([Watched<Mock>], [any Sendable]) in
                let mocks = (0..<3).map { _ in Mock() }
                Imposer.impose(for: Mock.self, option: .closureBased) { mocks[0] }
                Imposer.impose(for: Int.self, 7).onCreate { [mock = mocks[1]] _ in _ = mock }
                Imposer.ownerPolicy = { [mock = mocks[2]] _ in mock === mock ? nil : nil }
                return (mocks.map { Watched($0) }, [Imposer.currentContext()])
            }
            #expect(mocks.map(\.isGone) == [true, true, true])
            withExtendedLifetime(held) {}
        }
    }

    @Test("A directory that ended with its body keeps nothing it is told later, and opens no scope")
    func later() async {
        for way in EndingWay.allCases {
            let (context, imposer, child) = await way.run {
                (Imposer.currentContext(), Imposer.shared, Imposer(parent: .shared))
            }
            let mocks = context.run {
                let imposers = [
                    Imposer.shared, imposer, child, .imposer(for: .secondary), .imposer(for: .custom("late")),
                ]
                return imposers.map { imposer in
                    let mock = Mock()
                    imposer.impose(for: Mock.self, instance: mock)
                    _ = failure { () throws(ImposeError) in try imposer.store(mock, for: Mock.self) }
                    Imposer.ownerPolicy = { _ in mock === mock ? nil : imposer }
                    return Watched(mock)
                }
            }
            #expect(mocks.map(\.isGone) == [true, true, true, true, true])
            #expect(context.run { Imposer.ownerPolicy == nil })
            #expect(context.run { Imposer.openScope().isDisposed })
            #expect(context.run { Imposer.imposer(for: .custom("latest")).isDisposed })
            withExtendedLifetime((imposer, child)) {}
        }
    }

    @Test("A disposer at the end of a directory may not inject, and gets nothing from outside")
    func disposers() async {
        Imposer.impose(for: Int.self, 1)
        for way in EndingWay.allCases {
            let kinds = Collected<ImposeError.Kind?>()
            await way.run {
                Imposer.impose(for: Stock.self, Stock.init).onDispose { _ in
                    kinds.add(failure { () throws(ImposeError) in try tryInject(of: Int.self) }?.kind)
                }
                _ = inject(of: Stock.self)
            }
            #expect(kinds.all == [.disposed])
        }
    }

    @Test("The end of a directory leaves parentless imposers and unended directories inside alone")
    func others() async {
        for way in EndingWay.allCases {
            let (imposer, inner) = await way.run { () -> (Imposer, ImposerContext) in
                Imposer.impose(for: Stock.self, Stock.init)
                let imposer = Imposer()
                imposer.impose(for: Int.self, 7)
                return (imposer, Imposer.isolated { Imposer.currentContext() })
            }
            #expect(imposer.inject(of: Int.self) == 7)
            #expect(inner.run { inject(of: Stock.self) === inject(of: Stock.self) })
        }
    }

    @Test("The end of a directory disposes once of scopes that were disposed of before, or are gone")
    func disposedBefore() async {
        for way in EndingWay.allCases {
            let disposed = CallCounter()
            let scopes = await way.run { () -> [Imposer] in
                Imposer.impose(for: Stock.self, option: .scopedInstance, Stock.init)
                    .onDispose { _ in disposed.increment() }
                let scopes = [Imposer.openScope(), Imposer().openScope()]
                scopes[1].impose(for: Stock.self, Stock.init).onDispose { _ in disposed.increment() }
                for scope in scopes + [Imposer.openScope()] { _ = scope.inject(of: Stock.self) }
                #expect(disposed.count == 1)
                for scope in scopes { scope.dispose() }
                return scopes
            }
            #expect(disposed.count == 3)
            #expect(scopes.allSatisfy { $0.dispose() != nil })
        }
    }
}
