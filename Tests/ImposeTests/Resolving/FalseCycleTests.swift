import Foundation
import Impose
import Synchronization
import TestSupport
import Testing

final class LoggedStore: Sendable {}

final class StoreLog: Sendable {
    let store: LoggedStore

    init(_ store: LoggedStore) { self.store = store }
}

/// An object that injects in its deinit.
private final class Farewell: Sendable {
    let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}

private final class Owner: Sendable {
    init(_ farewell: Farewell) {}
}

private final class Level: Sendable {
    let inner: Level?

    init(_ inner: Level?) { self.inner = inner }
}

private final class Knot: Sendable {
    init(_ knot: Knot) {}
}

private struct Refused: Error {}

private struct Settings: Sendable {}

private protocol Hidden {}

private struct Found: Hidden {}

@Suite("What looks like a cycle and is none")
struct FalseCycleTests {
    @Test("The deinit of a graph instance may inject what that was built for, without a cycle")
    func graphInstance() {
        let imposer = Imposer()
        let kinds = Collected<ImposeError.Kind?>()
        imposer.impose(for: Farewell.self, option: .graphInstance) { [unowned imposer] in
            Farewell { kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Owner.self) }?.kind) }
        }
        imposer.impose(for: Owner.self, Owner.init)
        _ = imposer.inject(of: Owner.self)
        #expect(kinds.all == [nil])
    }

    @Test("The deinit of a graph instance may try again what has failed, without a cycle")
    func graphInstanceOfFailure() {
        let (attempts, kinds) = (CallCounter(), Collected<ImposeError.Kind?>())
        // A loop without end would not be noticed otherwise.
        onAnotherThread {
            let imposer = Imposer()
            imposer.impose(for: Farewell.self, option: .graphInstance) { [unowned imposer] in
                Farewell {
                    kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Owner.self) }?.kind)
                }
            }
            imposer.impose(for: Owner.self) { (farewell: Farewell) in
                if attempts.increment() == 1 { throw Refused() }
                return Owner(farewell)
            }
            kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Owner.self) }?.kind)
        }
        #expect(attempts.count == 2)
        #expect(kinds.all == [nil, nil, .providerFailed])
    }

    @Test("A scope's provider may inject its own type in a scope inside, without a cycle")
    func scopeInside() {
        let imposer = Imposer()
        let depth = CallCounter()
        imposer.impose(for: Level.self, option: .scopedInstance) { [unowned imposer] in
            guard depth.increment() < 4 else { return Level(nil) }
            return Level(imposer.openScope().inject(of: Level.self))
        }
        let level = imposer.openScope().inject(of: Level.self)
        #expect(level.inner?.inner?.inner != nil)
        #expect(level.inner?.inner?.inner?.inner == nil)
    }

    @Test("A scope's provider that opens scopes inside without end is an error after sixteen")
    func scopesWithoutEnd() {
        let imposer = Imposer()
        let begun = CallCounter()
        imposer.impose(for: Level.self, option: .scopedInstance) { [unowned imposer] in
            begun.increment()
            return Level(try imposer.openScope().tryInject(of: Level.self))
        }
        #expect(
            failure { () throws(ImposeError) in try imposer.openScope().tryInject(of: Level.self) }?.kind == .circular
        )
        #expect(begun.count == 16)
    }

    @Test("A castable rule passes over a cycle of others")
    func castable() {
        let imposer = Imposer()
        imposer.impose(for: Knot.self, Knot.init)
        let error = failure { () throws(ImposeError) in
            try imposer.tryInject(of: Hidden.self, ifNoMatchUse: .nearestAndCastable)
        }
        #expect(error?.kind == .missing)
        #expect(error?.candidates.map { "\($0.type)" } == ["Knot"])
        #expect(imposer.inject(of: (any Hidden)?.self, ifNoMatchUse: .nearestAndCastable) == nil)
        imposer.impose(for: Any.self, Found())
        #expect(imposer.unforceInject(of: Hidden.self, ifNoMatchUse: .nearestAndCastable) != nil)
    }

    @Test("A castable rule passes over a value that is being built, by its type")
    func castableValue() {
        let imposer = Imposer()
        let kinds = Collected<ImposeError.Kind?>()
        imposer.impose(for: Settings.self) { [unowned imposer] in
            let error = failure { () throws(ImposeError) in
                try imposer.tryInject(of: Hidden.self, ifNoMatchUse: .nearestAndCastable)
            }
            kinds.add(error?.kind)
            return Settings()
        }
        _ = imposer.inject(of: Settings.self)
        #expect(kinds.all == [.missing])
    }
}
