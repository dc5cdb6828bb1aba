import Foundation
import Impose
import TestSupport
import Testing

private final class Tracked: Sendable {
    private let gone: CallCounter

    init(made: CallCounter, gone: CallCounter) {
        made.increment()
        self.gone = gone
    }

    deinit { gone.increment() }
}

private final class Ballast: Sendable {
    let bytes = [UInt8](repeating: 1, count: 1024)
    /// The context that makes a cycle, if it is held.
    let context = Imposer.currentContext()
}

private final class Handler: @unchecked Sendable {
    @Injected var ballast: Ballast
}

@Suite("Scopes under stress", .timeLimit(.minutes(20)))
struct ScopeStressTests {
    @Test("Ten thousand scopes that are opened and disposed of leave nothing behind")
    func nothingLeft() {
        let imposer = Imposer()
        let (made, gone) = (CallCounter(), CallCounter())
        imposer.impose(for: Tracked.self, option: .scopedInstance) { Tracked(made: made, gone: gone) }
        var scopes: [Watched<Imposer>] = []
        for number in 0..<10_000 {
            let scope = imposer.openScope(number % 7)
            scope.impose(for: Int.self, number)
            _ = scope.inject(of: Tracked.self)
            _ = scope.inject(of: Int.self)
            scope.dispose()
            #expect(gone.count == number + 1)
            scopes.append(Watched(scope))
        }
        #expect(made.count == 10_000)
        #expect(scopes.allSatisfy { $0.isGone })
        #expect((0..<7).allSatisfy { imposer.scope(named: $0) == nil })
    }

    @Test("Scopes that threads dispose of at once are disposed of exactly once", arguments: [2, 8])
    func disposedOnce(count: Int) {
        let imposer = Imposer()
        let disposed = CallCounter()
        imposer.impose(for: Tracked.self, option: .scopedInstance) { Tracked(made: CallCounter(), gone: CallCounter()) }
            .onDispose { _ in disposed.increment() }
        let rounds = 500
        let scopes = (0..<rounds).map { _ in imposer.openScope() }
        let nested = scopes.map { $0.openScope() }
        for scope in scopes + nested { _ = scope.inject(of: Tracked.self) }
        let winners = CallCounter()
        onThreads(count, rounds: rounds) { round, thread in
            if thread % 2 == 1 { nested[round].dispose() }
            if scopes[round].dispose() == nil { winners.increment() }
        }
        #expect(winners.count == rounds)
        #expect(disposed.count == 2 * rounds)
    }

    @Test("While a scope is disposed of, each injection gets an instance or the error; none is lost")
    func disposingWhileInjecting() {
        let imposer = Imposer()
        let (made, gone, disposed) = (CallCounter(), CallCounter(), CallCounter())
        imposer.impose(for: Tracked.self, option: .scopedInstance) { Tracked(made: made, gone: gone) }
            .onDispose { _ in disposed.increment() }
        let rounds = 1000
        let scopes = Shared((0..<rounds).map { _ in imposer.openScope() })
        let wrong = CallCounter()
        onThreads(4, rounds: rounds) { round, thread in
            let scope = scopes.withLock { $0[round] }
            if thread == 0 {
                scope.dispose()
                return
            }
            for _ in 0..<3 {
                let error = failure { () throws(ImposeError) in try scope.tryInject(of: Tracked.self) }
                if let error, error.kind != .disposed { wrong.increment() }
            }
        }
        scopes.withLock { $0 = [] }
        #expect(wrong.count == 0)
        #expect(disposed.count == made.count)
        #expect(eventually { gone.count == made.count })
    }

    #if os(Linux)
        @Test("Scopes that come and go do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func resident() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                let other = Imposer()
                imposer.impose(for: Ballast.self, option: .scopedInstance) { Ballast() }
                other.impose(for: Handler.self, option: .scopedInstance) { Handler() }
                func comeAndGo(_ times: Int) {
                    for number in 0..<times {
                        let scope = imposer.openScope(number)
                        let nested = scope.openScope(number)
                        nested.run {
                            _ = imposer.inject(of: Ballast.self)
                            // Kept by a scope that its imposer does not know.
                            _ = other.inject(of: Handler.self)
                        }
                        _ = scope.inject(of: Ballast.self)
                        if number % 2 == 0 { scope.dispose() }
                    }
                }
                comeAndGo(2000)
                let (before, times) = (residentMemory(), scaled(20_000))
                comeAndGo(times)
                let growth = residentMemory() - before
                // A kilobyte for each would be left.
                if growth > 400 * times { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test("A million requests do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func requests() async {
            await #expect(processExitsWith: .success) {
                Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init).alias((any Priced).self) { $0 }
                func serve(_ times: Int) {
                    for number in 0..<times {
                        Imposer.shared.withScope("request") { scope in
                            scope.give(Customer(number: number))
                            let basket: Basket = inject()
                            if basket.customer.number != number || (inject() as any Priced) !== basket {
                                fatalError("The basket is not that of request \(number)")
                            }
                        }
                    }
                }
                #if DEBUG
                    // Ten times as slow.
                    let many = 200_000
                #else
                    let many = 1_000_000
                #endif
                serve(20_000)
                let before = residentMemory()
                serve(many)
                let growth = residentMemory() - before
                // The smallest object for each would be 32 bytes.
                if growth > 16 * many { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }
    #endif
}

private final class Customer: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
}

private protocol Priced: AnyObject, Sendable {}

private final class Basket: Priced {
    let customer: Customer

    init(customer: Customer) { self.customer = customer }
}
